# What you see: a one-way ring of whole-packet buffers with one channel and no dateline. A packet may enter the ring only where there is
# room for two, so that one buffer of the ring always stays free: the bubble, which lets the others move on.
# Try: --set grant-room=packet (no bubble: all buffers fill up, and everything stands).
# Source: the bubble rule of virtual cut-through rings and tori (Carrion et al. 1997).
title "The bubble: one free place keeps a ring moving"
machine cube
set topology ring1 6
set routing dor-no-dateline
set vcs 1
set switching cut-through
set grant-room bubble
set length fixed 8
set buffer 16                   # two packets
set traffic uniform
set load 1
warmup 1000
note "A one-way ring of six switches; each buffer has room for two packets. All hosts send as much as they can."
@100 ask "A packet enters the ring only where there is room for two. The hosts' queues grow: why not let it in where there is room for one?"
@600 answer "One free place always stays in the ring, and moves round it against the traffic: whoever is behind it can go on. Try set grant-room packet."
@20000 end

# What you see: a latency of about 37 cycles at low load that doubles towards 0.2, and a network that is full at
# 0.225: the links in the middle are. Packets of 5 flits, one channel of 8 flits, destinations uniform with the sender
# among them.
# Try: sweep --vary load=0.02:0.22:0.02; --set traffic=transpose; --set vcs=4.
# Source: the k-ary n-cube router of the textbooks (Dally and Towles 2004).
title "64 routers in an 8x8 mesh"
machine cube
set topology mesh 8 8
set vcs 1
set buffer 8
set load 0.1
warmup 10000
note "+ raises the load: at 0.225 the links in the middle are full (m: use)."
@15000 begin
@200000 end

# What you see: all hosts try to send all the time, to everybody. With one queue a port, a packet in front that waits for its output
# keeps back those behind it: about two thirds of the network are used, as Karol et al. say of switches with four ports. Set-aside
# queues give the packets for a busy output a place of their own: with two a port 0.81 is used, with four 0.96, with eight little more.
# Try: --set saqs=0 (2, 8), --set queueing=1q (voqsw, voqnet), sweep recn/uniform-64 saqs=0,2,4,8
# Source: the RECN papers (Duato et al. 2005; Mora et al. 2007).
title "64 hosts, saturated: set-aside queues against head-of-line blocking"
machine recn
set arrivals saturated
warmup 20000
note "_ and | change the set-aside queues: 0 carry two thirds, 2 0.81, 4 0.96."
@30000 begin
@100000 end

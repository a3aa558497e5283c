# What you see: 36 hosts whose messages are of three priorities: one in ten high, two in ten middle, the rest low. Only the high class
# goes uncut; at each host the highest goes first, and the switches know no priorities: the classes differ by what their worms cost.
# Try: --set switch-priority=on; --set segment=33, 1000; --set priorities=4.
# Source: Kwan et al. 1996, sections 2 and 7: the scheme can be extended to support multiple priorities.
title "A wormhole LAN with three priorities"
machine wormhole-lan
set topology torus 3 3
set hosts-per-switch 4
set priorities 3
set load 0.2
set high-share 0.1
set second-share 0.2
set segment 250
warmup 100000
note "p: do switches know priorities? Compare high, middle and low."
@150000 begin
@1000000 end

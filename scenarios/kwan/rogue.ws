# What you see: one host floods the network with whole worms of high priority: it takes the link before all others, and the worms of the
# others wait behind its own.
# Try: police-rate 0.1: a token bucket at each host holds the highest priority to that; police-length 250: its worms are cut.
# Source: Kwan et al. 1996, section 5: the main concern is that a rogue traffic source may flood the network with long worms.
title "A rogue host on a wormhole LAN, and a policer"
machine wormhole-lan
set topology torus 3 3
set hosts-per-switch 4
set load 0.1
set segment 250
host H0 class high load 1.0     # the rogue
warmup 100000
note "H0 floods the network; :set police-rate 0.1 holds it to its share."
@150000 begin
@1000000 end

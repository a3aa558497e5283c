# What you see: routes of up to seven switches, hence a best segment size that is larger than on the 3 x 3 torus.
# up*/down* routes crowd the links near the root: the network is full at a load of 0.07 to 0.08 already, and with route-choice
# fixed at 0.06, since then the busiest link carries 8.4 times what a host sends, instead of 5.9 times.
# Try: sweep --vary segment=80,160,250,320,400,600 --replicas 4.
# Source: Kwan et al. 1996, the 5 x 5 torus.
title "A wormhole LAN: 100 hosts on a 5x5 torus"
machine wormhole-lan
set topology torus 5 5
set hosts-per-switch 4
set route-choice random
set load 0.07
set high-share 0.3
set segment 250
warmup 100000
note "Links near the root of up*/down* routes are full first: m, the lens use."
@150000 begin
@1000000 end

# The wormhole LAN of Kwan et al. 1996: full-duplex links of 640 Mb/s, one byte a flit and 12.5 ns a cycle;
# input-buffered crossbar switches; up*/down* routes; hosts that send high priority first and cut low priority into
# segments.
set flow-control stop-go
set link-delay 11               # 25 m of cable at 0.6 c
set host-link-delay 0           # as the other links
set buffer 80                   # slack buffer, bytes
set stop-mark 0                 # 0 = by the sizing rule: 56 for 80 bytes and 25 m
set go-mark 0                   # 40
set vcs 1
set queueing fifo
set crossbar-delay 0
set input-delay 0
set router-delay 0
set lane-delay 0
set grant-room none
set arbiter round-robin
set switch-priority off
set routing updown
set root 0
set route-choice fixed
set arrivals poisson
set traffic uniform
set length exponential 1000
set classes priority
set high-share 0.3
set segment-rule fixed
set segment 250

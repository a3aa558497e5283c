# The timeout network of Hu and Kleinrock ("A Dynamic Timeout Scheme for Wormhole Routing Networks"): a torus of 8-port switches,
# all shortest paths equally likely, no deadlock avoidance. Flits freeze in place: a hop stores what its wire holds, and one more.
set hosts-per-switch 4
set link-delay 10
set host-link-delay 0
set crossbar-delay 0
set input-delay 0
set router-delay 0
set lane-delay 0
set vcs 1
set buffer 11                   # link-delay + 1; STOP/GO slack instead: flow-control stop-go, buffer 80
set flow-control space
set queueing fifo
set grant-room none
set arbiter fcfs
set switch-priority off
set routing minimal-random
set arrivals saturated          # closed loop; poisson for the largest stable load
set traffic equal-distance
set length exponential 50
set classes none
set segment-rule none
set timeout-policy itow
set timeout 40
set occupancy-weight 8
set waiting-count literal

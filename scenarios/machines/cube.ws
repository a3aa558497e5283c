# The generic k-ary n-cube machine: one host a router, dimension-order routing, channels with credits, a router pipeline
# of route - channel allocation - switch allocation - crossbar - link. The machine of textbooks (Dally and Towles 2004).
set hosts-per-switch 1
set flow-control credit
set credit-delay 0
set link-delay 1
set host-link-delay 1
set crossbar-delay 1
set input-delay 1
set router-delay 2              # route and channel allocation; 0 = both together with the switch allocation
set lane-delay 1                # of these, after the channel has been granted
set buffer 8
set vcs 1
set queueing fifo
set grant-room none
set arbiter round-robin
set routing dor
set dateline cross
set arrivals bernoulli
set traffic uniform-self
set length fixed 5
set classes none
set segment-rule none

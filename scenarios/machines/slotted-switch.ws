# One switch in slots: packets of one flit, one a slot from every input and to every output. The buffers are so deep,
# and the hosts so eager, that no input is ever without a packet. The textbook case of head-of-line blocking (Karol et
# al. 1987).
set topology switch
set flow-control credit
set credit-delay 0
set link-delay 1
set host-link-delay 1
set crossbar-delay 0
set input-delay 0
set router-delay 0
set lane-delay 0
set buffer 16
set vcs 1
set queueing fifo
set grant-room none
set arbiter random
set routing updown
set arrivals saturated
set traffic uniform-self
set length fixed 1
set classes none
set segment-rule none

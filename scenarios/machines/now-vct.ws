# The virtual cut-through switch of the networks of workstations (Duato et al.): packet queues of one packet, each with a
# crossbar input of its own; a link carries one packet at a time, and a packet goes on only where it fits whole.
set hosts-per-switch 4
set link-delay 4                # fly time
set host-link-delay 0
set crossbar-delay 1
set input-delay 0
set router-delay 1
set lane-delay 0
set router-unit header
set selection random
set injection transit-first     # the paper is silent; with in-turn, overloaded adaptive networks fall back
set vcs 2                       # packet queues a link: the last one is the original
set crossbar full               # partially multiplexed; multiplexed: the queues of a link share a crossbar input
set multiplexing packet
set output-buffer 0
set flow-control credit
set buffer 128                  # flits of a queue: packets it holds x length
set credit-delay 0
set switching cut-through
set grant-room packet
set queueing fifo
set arbiter round-robin
set routing fa-2q
set root 0
set arrivals constant
set traffic uniform
set length fixed 128
set classes none
set segment-rule none

# The wormhole switch of the networks of workstations (Duato et al.): 8 ports, two channels a link, no port of the crossbar
# shared, one header routed a cycle, 4-flit output buffers. A channel is granted when the packet fits into the buffer
# ahead, or that is empty, so that a head always comes to the front, where it can escape; without that (grant-room none) worms on the
# new channels can deadlock.
set hosts-per-switch 4
set link-delay 4                # fly time
set host-link-delay 0           # as the other links
set crossbar-delay 1
set input-delay 0
set router-delay 1
set lane-delay 0
set router-unit header          # one header a cycle, in turn
set selection random
set injection transit-first     # the paper is silent; with in-turn, overloaded adaptive networks fall back
set vcs 2                       # channel 0 new, channel 1 original
set crossbar full
set multiplexing block          # a channel goes on until it has no flit or is stopped
set output-buffer 4
set flow-control credit         # stop-go has the marks below, but knows no empty buffer: grant-room none
set buffer 27                   # three times the round trip of 9; for bma-2vc, bfa-2vc, bud-2vc: L, and grant-room packet
set stop-mark 18
set go-mark 9
set credit-delay 0
set switching wormhole
set grant-room fit
set queueing fifo
set arbiter round-robin
set routing ma-2vc
set root 0
set arrivals constant
set traffic uniform
set length fixed 128
set classes none
set segment-rule none

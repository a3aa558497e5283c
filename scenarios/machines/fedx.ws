# The Fed-X fabric (Cherkasova et al. 1996): a byte a flit; packets of 160 bytes; switches with a central pool of ten packet buffers,
# six half-duplex cables that turn packet by packet, and one port to their processing element (PE, here: host). 12 cycles after the
# first byte has left, the next switch has received and routed the header (1 on the wire + 11), and takes the packet or refuses it.
set hosts-per-switch 1
set link-delay 1                # the byte itself
set host-link-delay 0
set crossbar-delay 0
set input-delay 0
set router-delay 11
set lane-delay 0
set vcs 1
set buffer 160                  # bytes of a packet buffer
set pool 10                     # packet buffers of a switch
set queueing pool
set flow-control nack
set nack-delay 12
set retry-delay 12
set deadlock-rule forward-count
set backpressure message
set buffer-limit 0              # balanced injection: off
set buffer-limit-dest 0
set buffer-limit-transit 0
set inject-window 1
set starvation-guard 2560
set eject-priority limit
set pe-rate 2
set pe-duplex half
set grant-room none
set switching wormhole          # the pool is cut-through by itself
set arbiter round-robin         # not asked: the packet tried least recently goes
set switch-priority off
set routing fedx-adaptive
set arrivals poisson
set traffic uniform
set length-unit 160             # lengths are in packets
set length fixed 3
set classes none
set segment-rule fixed
set segment 160
set alpha 0

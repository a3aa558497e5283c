# The multistage network of the RECN papers: 8-port switches, packets of 64 bytes (8 flits of 8 bytes), 4 KB of memory a port shared
# by its queues, lossless credits for whole packets, the way of a packet fixed at its source. `queueing` says how packets wait.
set topology bmin 64
set flow-control packet-credit
set vcs 1
set link-delay 4
set host-link-delay 0
set crossbar-delay 0
set input-delay 0
set router-delay 0
set lane-delay 0
set buffer 512                  # 64 packets
set queueing recn-iq
set saqs 4
set saq-detect 5
set saq-xoff 10
set saq-xon 5
set notification-delay 8        # a packet time
set switching cut-through
set grant-room packet
set arbiter round-robin
set routing source
set arrivals bernoulli
set traffic uniform
set length fixed 8
set classes none
set segment-rule none

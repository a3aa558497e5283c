# What you see: a host is a queue with one server. The mean time that a message waits in it is that of Pollaczek and
# Khinchine, W = load x E[S^2] / (2 (1 - load) E[S]): with exponential lengths as long as a message at load 0.5, half
# of it with fixed ones.
# Try: --set load=0.8; --set "length=fixed 100".
# Source: any textbook on queues (Kleinrock 1975).
title "One host, one line: the queue M/G/1"
machine wormhole-lan
set topology file ../networks/mg1.net
set classes none
set segment-rule none
set length exponential 100
set load 0.5
set message-capacity 65536
host source send-to sink
host sink silent
warmup 100000
pace 100
@4000000 end

# What you see: the switch of theory/switch with the ideal in it. Whatever arrives in a slot is put into the queue of
# its output at once, so no packet keeps back another, and every output sends in every slot: throughput 1 instead of
# 0.618. The price is a memory that takes eight packets in one slot.
# Try: --set queueing=fifo --set flow-control=credit. The wait: --set arrivals=bernoulli --set load=0.8 gives a mean
# of 7/8 x 0.8 / (2 x 0.2) = 1.75 slots. --set buffer=16: full outputs hold back their inputs.
# Source: Karol, Hluchyj and Morgan 1987.
title "The ideal: one switch, one queue per output"
machine slotted-switch
set topology switch
set hosts 8
set queueing oq
set flow-control packet-credit
set buffer 1024
warmup 2000
pace 100
@200000 end

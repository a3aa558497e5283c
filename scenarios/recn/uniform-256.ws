# As recn/uniform-64, with four times as many hosts and four stages of switches: the number of set-aside queues that is needed does not
# grow with the network.
title "256 hosts, saturated: as few set-aside queues are enough"
machine recn
set topology bmin 256
set arrivals saturated
warmup 20000
@60000 end

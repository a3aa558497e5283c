# As recn/uniform-64, with four times as many hosts and four stages of switches: the number of set-aside queues that is needed does not
# grow with the network.
title "256 hosts, saturated: the same few set-aside queues suffice"
machine recn
set topology bmin 256
set arrivals saturated
warmup 20000
note "_ and | change the set-aside queues: 256 hosts need no more than 64 do."
@4000 begin
@60000 end

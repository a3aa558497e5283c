# What you see: four hosts want the one exit. Round robin is fair to inputs, not to hosts: D next to the exit gets 1/2
# of it, C 1/4, B and A 1/8 each.
# Try: --set arbiter=fcfs; it changes nothing, because who has waited longest in front of a switch has not waited
# longest at all.
# Source: the parking-lot problem of the textbooks (Dally and Towles 2004).
title "The parking lot: fair at every switch, unfair to the last"
machine wormhole-lan
set topology file ../networks/parking-lot.net
set classes none
set segment-rule none
set length fixed 100
set arrivals saturated
host all send-to sink
host sink silent
warmup 50000
pace 100
@500000 end

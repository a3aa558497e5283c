# What you see: two hosts send to a third one, so much that messages wait at their sources. Nine in ten have one to five packets, the
# tenth has 25. Click a host: its messages stand in the order in which they will go, the sooner the shorter they are and the longer they
# have waited.
# Try: set alpha 0, first come, first served: the mean time of a short message is more than three times as long, that of a long one a
# third shorter. sweep --vary alpha=0,1,2,4,8,64.
# Source: Cherkasova et al. 1996, section on alpha scheduling; the lengths are those of its mixture.
title "Alpha scheduling: short messages overtake long ones"
machine cube
set topology switch
set hosts-per-switch 3
set arrivals poisson
set classes length
set length-unit 16
set segment-rule fixed
set segment 16
set length mixture 1-5:90 25:10
set load 0.45
set alpha 8
host H0 send-to H2
host H1 send-to H2
host H2 silent
warmup 20000
pace 100
@1000000 end

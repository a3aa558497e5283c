# What you see: 64 switches in six dimensions of two: the hypercube. Two switches are linked where their numbers differ
# in one binary digit, and a packet mends the digits that are wrong, from the lowest on. No ring, so one virtual channel
# is enough.
# Try: --set traffic=bit-complement: every packet takes all six dimensions.
# Source: Dally and Towles 2004, chapter 5; Seitz 1985.
title "The hypercube: 64 switches in six dimensions"
machine cube
set topology torus 2 2 2 2 2 2
set vcs 1
set load 0.3
warmup 5000
note "Each hop corrects one digit of the address: w and b."
@7500 begin
@50000 end

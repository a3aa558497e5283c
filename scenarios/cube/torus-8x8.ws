# What you see: closed rings halve the way of the mesh. A ring can deadlock; the dateline (lower channel before the wrap
# link, upper channel after it) prevents it.
# Try: --set routing=dor-no-dateline --set load=0.5, which does deadlock.
# Source: dateline channels after Dally and Seitz 1987.
title "64 routers in an 8x8 torus, two channels"
machine cube
set topology torus 8 8
set vcs 2
set buffer 8
set load 0.1
warmup 10000
note ":rebuild routing=dor-no-dateline takes the dateline away: rings close."
@15000 begin
@200000 end

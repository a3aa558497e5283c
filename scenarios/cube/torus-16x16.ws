# What you see: as torus-8x8, with ways twice as long.
# Source: dateline channels after Dally and Seitz 1987.
title "256 routers in a 16x16 torus, two channels"
machine cube
set topology torus 16 16
set vcs 2
set buffer 8
set load 0.1
warmup 5000
note "+ raises the load: wrap links halve the distance; two channels prevent deadlock."
@7500 begin
@50000 end

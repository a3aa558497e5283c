# What you see: a thousand routers; with ways of 17 routers on average the network is full at about half of the load
# of 16 x 16.
# Source: dateline channels after Dally and Seitz 1987.
title "1024 routers in a 32x32 torus, two channels"
machine cube
set topology torus 32 32
set vcs 2
set buffer 8
set load 0.05
warmup 3000
note "1,024 routers: zoom in with z to see worms; + raises the load."
@4500 begin
@10000 end

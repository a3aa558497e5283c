# What you see: an 8 x 8 fabric of switches with ten packet buffers each, its cables turning packet by packet.
# Try: set backpressure none or destination, which differ little as long as nobody is a hot spot; set load 0.7.
# Source: Cherkasova et al. 1996, workload wk-1-5.
title "Fed-X: messages of 1 to 5 packets"
machine fedx
set topology fedx 8 8
set length mixture 1-5:1
set load 0.5
set classes length
warmup 40000
note "A packet without a free buffer ahead is refused: + raises the load."
@60000 begin
@200000 end

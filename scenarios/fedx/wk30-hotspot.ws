# What you see: hot spots with long messages, where refusing packets of a message that waits already is almost enough.
# Try: set backpressure none, message, destination; set hot-traffic off.
# Source: Cherkasova et al. 1996, workload wk-30.
title "Fed-X: messages of 30 packets, four hot spots"
machine fedx
set topology fedx 8 8
set length fixed 30
set load 0.5
set classes length-source
set traffic hot-senders
set hot-spots 4
set hot-share 0.3
set backpressure destination
set buffer-limit-dest 2         # balanced injection, as in the paper's experiments with hot spots
set buffer-limit-transit 6
warmup 40000
note "Four hot spots: f changes the backpressure. Look at the class independent."
@60000 begin
@200000 end

# What you see: 30 % of the hosts send only to four hot spots, as much as they can; their packets fill the pools.
# Try: set backpressure none, message, destination: what the independent hosts get; set hot-traffic off, the ideal.
# Source: Cherkasova et al. 1996, workload wk-1-5.
title "Fed-X: messages of 1 to 5 packets, four hot spots"
machine fedx
set topology fedx 8 8
set length mixture 1-5:1
set load 0.6
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

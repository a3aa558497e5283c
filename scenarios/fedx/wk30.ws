# What you see: long messages only: a destination is as busy as the messages that happen to meet there.
# Try: set backpressure none; set alpha 8, which changes nothing much where all are long.
# Source: Cherkasova et al. 1996, workload wk-30.
title "Fed-X: messages of 30 packets"
machine fedx
set topology fedx 8 8
set length fixed 30
set load 0.4
set classes length
warmup 40000
note "Long messages meet at a host and are refused: f changes the backpressure."
@60000 begin
@200000 end

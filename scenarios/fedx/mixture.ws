# What you see: short and long messages in one queue: first come, first served.
# Try: set alpha 1, 2, 4, 8: short messages overtake; set buffer-limit-dest 2 and buffer-limit-transit 2, 4, 6: balanced injection.
# Source: Cherkasova et al. 1996, workload wk-mixture.
title "Fed-X: nine short messages for every long one"
machine fedx
set topology fedx 8 8
set length mixture 1-5:90 25:10
set load 0.5
set classes length
warmup 40000
note "Short and long messages in one queue: X raises alpha, short ones overtake."
@60000 begin
@200000 end

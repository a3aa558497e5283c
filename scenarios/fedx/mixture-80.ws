# What you see: few short messages among many long ones.
# Try: set alpha 8: what is left for the short ones to gain.
# Source: Cherkasova et al. 1996, workload wk-mixture, 80 % long.
title "Fed-X: four long messages for every short one"
machine fedx
set topology fedx 8 8
set length mixture 1-5:20 25:80
set load 0.4
set classes length
warmup 40000
note "Few short messages among long ones: X raises alpha. What do they gain?"
@60000 begin
@200000 end

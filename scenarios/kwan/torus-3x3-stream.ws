# What you see: host 0 sends long worms to host 32, all others 100-byte segments to anybody. Above a load of about 0.2
# the stream goes on rising and the others fall: long worms win at every switch that they meet others at.
# Try: sweep --vary load=0.1:0.9:0.1.
# Source: Kwan et al. 1996, the dedicated stream on the 3 x 3 torus.
title "One stream of long worms among 35 hosts with segments"
machine wormhole-lan
set topology torus 3 3
set hosts-per-switch 4
set load 0.3
set segment 100
host all class low
host 0 class high send-to 32    # from switch (0, 0) to switch (2, 2)
warmup 100000
note "+ raises the load: H0's stream to H32 keeps rising while the others fall."
@150000 begin
@1000000 end

# What you see: 36 hosts, three messages in ten of high priority. Their delay is least between segments that are too
# long (a long worm holds what is needed) and too short (many worms fill the buffers, and each costs a round): the
# minimum lies between one and three buffers, 80 to 250 bytes.
# Try: [ and ] while it runs; sweep --vary segment=33,80,160,250,500,1000.
# Source: Kwan et al. 1996, the 3 x 3 torus.
title "A wormhole LAN: 36 hosts on a 3x3 torus"
machine wormhole-lan
set topology torus 3 3
set hosts-per-switch 4
set load 0.2
set high-share 0.3
set segment 250
warmup 100000
note "[ and ] change the segment: the high class waits least at 80 to 250 bytes."
@150000 begin
@1000000 end

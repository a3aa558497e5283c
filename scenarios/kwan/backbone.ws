# What you see: two LANs joined by 10 km of fibre, which holds 4,000 flits each way. STOP takes as long as a flit, so the buffer at its
# end has room for three times as many, first come, first served: at load 0.2 segments of 100 bytes save the high class a third of
# its waiting, in a LAN (link-delay 11, buffer 80) three quarters.
# Try: --set segment=0, --set load=0.1.
# Source: Kwan et al. 1996, section 7: an optical backbone used to cover MAN distances.
title "Two wormhole LANs and a backbone of 10 km"
machine wormhole-lan
set topology line 2
set hosts-per-switch 6
set link-delay 4000             # 10 km at 0.6 c, a byte each 12.5 ns
set host-link-delay 11
set buffer 12100
set load 0.2
set segment 100
warmup 200000
note "The backbone holds 4,000 flits each way: compare high and low by segment."
@300000 begin
@2000000 end

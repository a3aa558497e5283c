# What you see: As ma-64, but a buffer holds a whole packet: a blocked one leaves the links behind it free. It carries almost all.
# Try: ud-64, bud-64, ma-64, bma-64, bfa-64 and fa-64 beside each other (:beside): the same 64 switches and the same load.
# Source: Duato et al., wormhole against virtual cut-through in networks of workstations.
title "Workstations: BMA: minimal adaptive, buffers for whole packets"
machine now-wormhole
set topology irregular 64
set buffer 128                  # whole packets
set grant-room packet
set routing bma-2vc
set load 0.15
warmup 15000
note "Whole packets in buffers: blocked ones hold few links. See now/ma-64, too."
@22500 begin
@100000 end

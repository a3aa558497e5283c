# What you see: Packets go back from the original channels to the new ones wherever one is free: all that is offered gets through.
# Try: ud-64, bud-64, ma-64, bma-64, bfa-64 and fa-64 beside each other (:beside): the same 64 switches and the same load.
# Source: Duato et al., wormhole against virtual cut-through in networks of workstations.
title "Workstations: BFA: fully adaptive, buffers for whole packets"
machine now-wormhole
set topology irregular 64
set buffer 128                  # whole packets
set grant-room packet
set routing bfa-2vc
set load 0.15
warmup 15000
note "Fully adaptive: all that is offered is accepted. Compare with now/bud-64."
@22500 begin
@100000 end

# What you see: All that is offered gets through, as with bfa-64: with whole packets in buffers, wormhole switching is cut-through.
# Try: ud-64, bud-64, ma-64, bma-64, bfa-64 and fa-64 beside each other (:beside): the same 64 switches and the same load.
# Source: Duato et al., wormhole against virtual cut-through in networks of workstations.
title "Workstations: FA: fully adaptive, virtual cut-through"
machine now-vct
set topology irregular 64
set routing fa-2q
set load 0.15
warmup 15000
note "Fully adaptive: all that is offered is accepted. Compare with now/ud-64."
@22500 begin
@100000 end

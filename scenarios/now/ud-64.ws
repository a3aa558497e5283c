# What you see: All packets follow up/down routes, so the links at the root of the tree are full and the network carries a third of
# what is offered.
# Try: ud-64, bud-64, ma-64, bma-64, bfa-64 and fa-64 beside each other (:beside): the same 64 switches and the same load.
# Source: Duato et al., wormhole against virtual cut-through in networks of workstations.
title "Workstations: UD: up/down, virtual cut-through"
machine now-vct
set topology irregular 64
set routing ud-2q
set load 0.15
warmup 15000
note "Up/down routes: links near the root are full (lens use). m shows worms."
@22500 begin
lens use
@100000 end

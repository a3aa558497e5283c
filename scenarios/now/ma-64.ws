# What you see: Shortest paths carry twice as much as up/down; but a packet that once took the original channel stays there, and with
# small buffers it holds many links: overloaded, the network carries less than at half the load.
# Try: ud-64, bud-64, ma-64, bma-64, bfa-64 and fa-64 beside each other (:beside): the same 64 switches and the same load.
# Source: Duato et al., wormhole against virtual cut-through in networks of workstations.
title "Workstations: MA: minimal adaptive, wormhole"
machine now-wormhole
set topology irregular 64
set routing ma-2vc
set load 0.15
warmup 15000
note "Small buffers: a blocked packet holds many links. Compare with now/bma-64."
@22500 begin
@100000 end

# What you see: Up/down routes again, under wormhole switching: the links at the root are full, as with ud-64.
# Try: ud-64, bud-64, ma-64, bma-64, bfa-64 and fa-64 beside each other (:beside): the same 64 switches and the same load.
# Source: Duato et al., wormhole against virtual cut-through in networks of workstations.
title "Workstations: BUD: up/down, wormhole"
machine now-wormhole
set topology irregular 64
set buffer 128                  # whole packets
set grant-room packet
set routing bud-2vc
set load 0.15
warmup 15000
note "Up/down routes: links near the root are full (lens use). m shows worms."
@22500 begin
lens use
@100000 end

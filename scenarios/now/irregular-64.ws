# What you see: 64 switches cabled at random, four workstations on each. Packets go by shortest paths on the new channels (fully
# adaptive); one that finds none free takes the original channels, where up/down routing keeps a way open.
# Try: --set routing=bma-2vc (once on the original channel, always there), --set routing=bud-2vc (up/down alone);
# --set load=1 --set injection=in-turn (past saturation, when headers from hosts take their turn); --set topology-seed=2 and so on;
# `machine now-vct` instead of the first lines for virtual cut-through.
# Source: Duato et al., wormhole against virtual cut-through in networks of workstations.
title "Workstations: 64 switches, fully adaptive wormhole (BFA)"
machine now-wormhole
set topology irregular 64
set flow-control credit
set buffer 128                  # whole packets
set grant-room packet
set routing bfa-2vc
set load 0.1
warmup 20000
note "Shortest paths, or up/down where none is free: :rebuild routing=bud-2vc."
@30000 begin
@100000 end

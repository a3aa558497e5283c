# What you see: H3 sends seldom, and waits long. The segments of H2 fill the slack buffer at SB; each of them waits
# for a long worm of H1 to pass. H3, behind B / L of them, waits for as many rounds: D = (B / L)(L + 1000) for
# segments of L <= B bytes.
# Try: segments as long as the buffer (set segment 80), or the adaptive rule (set segment-rule adaptive): one round.
# Source: Kwan et al. 1996, blocking of higher order.
title "Three hosts in a chain: H3 waits for H2, H2 for H1"
machine wormhole-lan
set topology file ../networks/three-hosts.net
set length fixed 1000
set segment 20
host H1 class high send-to HD load 1
host H2 class low send-to HD load 1
host H3 class high send-to HD load 0.02
host HD silent
latency head                    # the measure of the paper
warmup 100000
note "Look at H3: it waits behind segments of H2, and each of those for H1."
@150000 begin
@4000000 end

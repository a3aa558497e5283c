# What you see: while both senders offer less than half of the link, each gets what it asks for. Above, round robin
# counts worms and not bytes: the host with long worms keeps all its traffic, the one with 100-byte segments gets the
# rest, down to 100 : 1000.
# Try: --set load=0.4, --set load=0.6; or cut neither: set segment 0.
# Source: Kwan et al. 1996, the two-host experiment.
title "Two hosts, one receiver: the longer worm takes the link"
machine wormhole-lan
set topology file ../networks/two-hosts.net
set load 1.0
set segment 100
host H1 class high send-to HD   # one worm a message
host H2 class low send-to HD    # the same messages in segments
host HD silent
latency head                    # the measure of the paper
warmup 100000
note "H1 sends whole messages, H2 segments of 100: compare classes high and low."
@1200000 begin
@2000000 end

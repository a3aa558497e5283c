# What you see: four switches in a one-way ring, and every worm wants to go half way round. Each holds the link in front of it and
# waits for the next, which the next worm holds: within a few cycles nothing moves any more, for ever.
# Try: --set vcs=2 --set routing=dor (two channels and a dateline: never), or --set buffer=32 --set grant-room=bubble (whole packets, and
# room for one kept free). Short worms are no cure: 1, 2 and 4 flits fit into a buffer and deadlock, only 3 happen not to. Nor are larger
# buffers: --set buffer=32 deadlocks. See teach/dateline for the cure.
# Source: Dally and Seitz 1987.
title "Deadlock: four worms in a ring, each waits for the next"
machine cube
set topology ring1 4
set routing dor-no-dateline
set vcs 1
set buffer 4
set length fixed 16
set arrivals saturated
host H0 send-to H2
host H1 send-to H3
host H2 send-to H0
host H3 send-to H1
note "Four switches, cabled one way round in a ring. Every host sends a worm of 16 flits to the switch opposite: two links of the ring."
@8 ask "Every worm has taken the first of its two links, and its head asks for the second. Who holds that one? What comes next?"
@40 answer "Nothing can move: each worm waits for the one in front of it, round the ring. No timer is involved: the program has proved that they can never move."
@200 end

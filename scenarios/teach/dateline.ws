# What you see: the ring of teach/ring-deadlock with two hosts a switch, two channels a link and a dateline: worms begin on channel 0, and past the link that closes
# the ring they go on on channel 1. No cycle of waiting can close, and the ring carries its load for ever.
# Try: --set routing=dor-no-dateline (two channels without the rule: it takes eight worms instead of four until everything stands).
# Source: Dally and Seitz 1987.
title "The dateline: eight worms in a ring, and no deadlock"
machine cube
set topology ring1 4
set routing dor
set dateline cross
set vcs 2
set buffer 4
set length fixed 16
set hosts-per-switch 2
set arrivals saturated
host H0 send-to H4
host H1 send-to H5
host H2 send-to H6
host H3 send-to H7
host H4 send-to H0
host H5 send-to H1
host H6 send-to H2
host H7 send-to H3
warmup 1000
note "The same ring with two channels a link, and two hosts a switch. Again every host sends halfway round, and again the ring is full of worms."
@30 ask "Nearly all worms are blocked, and they wait for each other along the ring. Will it stand still, as it did with one channel?"
@200 answer "No. Behind the link that closes the ring, worms use channel 1, where no worm begins: one worm always has a free channel ahead, so the ring never closes."
@20000 end

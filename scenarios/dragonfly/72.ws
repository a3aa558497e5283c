# What you see: nine groups of four switches, complete within themselves, and one cable between any two groups. Every
# group sends to the next one: with the short way all eight hosts of a group share one cable, 1/8 of a flit each. By
# Valiant's way, over a group drawn by lot, they get three times as much over all the cables of the network.
# Try: --set routing=dragonfly-minimal: accepted falls to 0.125. --set traffic=uniform: now the short way is the better
# one, and Valiant's only makes it longer.
# Source: Kim, Dally, Scott and Abts 2008.
title "A dragonfly: 72 hosts, and everybody wants the same cable"
machine cube
set topology dragonfly 4 2
set hosts-per-switch 2
set routing dragonfly-valiant
set traffic group-shift
set vcs 3
set buffer 32
set crossbar full
set load 0.3
warmup 5000
note ":rebuild routing=dragonfly-minimal: everybody takes the one short cable."
@7500 begin
@50000 end

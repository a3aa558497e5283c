# What you see: worms on a mesh may turn as they like, and sooner or later four of them turn into one another: a cycle of turns, and a
# deadlock. Each of the turn models forbids two of the eight turns, and no cycle can close.
# Try: --set routing=west-first, north-last or negative-first; --set routing=duato-escape --set vcs=2 --set grant-room=fit forbids none,
# but leaves a way out.
# Source: Glass and Ni 1992; Duato 1993.
title "A cycle of turns: adaptive worms on a mesh"
machine cube
set topology mesh 4 4
set routing minimal-adaptive
set vcs 1
set buffer 4
set length fixed 32
set traffic uniform
set load 0.8
note "A mesh of 16 switches. Worms of 32 flits take any shortest way, and turn wherever they like. There is one channel a link."
pace 300
@1000 ask "Most worms are blocked, yet it has gone on for a thousand cycles. Can it go on for ever? Which four turns would have to meet?"
@4700 pace own
@4700 answer "Worms that turn one way round a square have closed a ring, and each waits for the next. Forbid two of the eight turns, and none can close."
@5000 end

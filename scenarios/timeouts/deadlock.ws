# What you see: a torus on which a worm may take every shortest path, and nothing keeps rings from closing. Within some hundred
# cycles worms wait for one another in a ring, and soon everything stands: a deadlock, for ever. At cycle 5000 timeouts are switched on:
# heads that have waited too long are killed, their resets free the ring, and the network lives.
# Try: --set timeout-policy=fixed from the start; timeout-policy none again while it runs.
# Source: Hu and Kleinrock, section on deadlock recovery.
title "Breaking deadlock with timeouts: when to kill a worm"
machine timeouts
set topology torus 5 5
set timeout-policy none
set timeout 30
set itow-cost 3                 # near the best in a closed loop
warmup 10000
note "No timeout until cycle 5,000: worms wait for one another in a ring."
pace 500
@5000 pace own
@5000 note "Nothing moves: the worms wait for one another in a ring. Now timeouts are switched on."
@5000 set timeout-policy fixed
@50000 end

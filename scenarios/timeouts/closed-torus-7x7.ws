# What you see: hosts always have something to send (a closed loop), and a hop stores what its wire holds and one flit. Worms that
# block one another are killed and sent again; resets run back along them and free the links they hold. Most worms are killed many times.
# Try: timeout-policy none, fixed, itow, cep while it runs. At the shell:
#   wormscope sweep timeouts/closed-torus-7x7 -v timeout-policy=itow,cep -v timeout-cost=0.5,1,2,3,4,6,9 --fields accepted
#   wormscope sweep timeouts/closed-torus-7x7 -s arrivals=poisson -v timeout-policy=fixed,itow,cep -v load=0.04:0.12:0.01 --fields accepted,stable
# Source: Hu and Kleinrock, the 7 x 7 torus.
title "Timeouts: 196 hosts on a 7x7 torus, closed loop"
machine timeouts
set topology torus 7 7
set itow-cost 3                 # near the best in a closed loop
warmup 10000
note "Hosts always send: most worms are killed many times. T changes the rule."
@15000 begin
@60000 end

# What you see: hosts always have something to send (a closed loop), and a hop stores what its wire holds and one flit. Worms that
# block one another are killed and sent again; resets run back along them and free the links they hold. Most worms are killed many times.
# Try: timeout-policy none, fixed, itow, cep while it runs. At the shell:
#   wormscope sweep timeouts/closed-torus-5x5 -v timeout-policy=itow,cep -v timeout-cost=0.5,1,2,3,4,6,9 --fields accepted
#   wormscope sweep timeouts/closed-torus-5x5 -s arrivals=poisson -v timeout-policy=fixed,itow,cep -v load=0.1:0.22:0.02 --fields accepted,stable
# Source: Hu and Kleinrock, the 5 x 5 torus.
title "Timeouts: 100 hosts on a 5x5 torus, closed loop"
machine timeouts
set topology torus 5 5
set itow-cost 3                 # near the best in a closed loop
warmup 10000
note "Hosts always send: most worms are killed many times. T changes the rule."
@15000 begin
@100000 end

# What you see: worms that block one another are killed and sent again; resets run back along them and free the links they hold.
# Messages come as a Poisson process, somewhat below saturation, and each input has 80 bytes of slack, as in the network of the same
# laboratory (kwan/...): of all readings of the paper the one that is nearest to it. Hosts that always have something to send, and
# hops that store no more than their wires: timeouts/closed-torus-7x7.
# Try: timeout-policy fixed, itow, cep, none while it runs; wormscope paper timeouts. At the shell:
#   wormscope sweep timeouts/torus-7x7 -v timeout-policy=itow,cep -v timeout-cost=1,2,3,4,6,9,12 --fields classes.all.message_latency.mean
#   wormscope sweep timeouts/torus-7x7 -v timeout-policy=fixed,itow,cep -v load=0.04:0.12:0.01 --fields accepted,stable
# Source: Hu and Kleinrock, the 7 x 7 torus.
title "Timeouts: 196 hosts on a 7x7 torus, killed and sent again"
machine timeouts
set topology torus 7 7
set arrivals poisson
set load 0.09
set flow-control stop-go
set buffer 80
set itow-cost 6                 # the paper's best; cep-cost is 3
warmup 10000
note "Heads that wait too long are killed and sent again: T changes the rule."
@15000 begin
@60000 end

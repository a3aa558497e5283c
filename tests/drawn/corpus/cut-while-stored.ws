machine recn
set topology bmin 16
set queueing voqnet
set load 0.6
seed 3
@233 set switching store-and-forward
@564 cut S0.0 S1.2
@788 set switching cut-through
@1500 end

# What you see: 64 hosts send to one another without trouble, until from cycle 2000 on every fifth message goes to H27, in the middle of the
# mesh. Its link is full at once; the buffers before it fill, then those before these: a tree of full buffers grows from the root
# against the traffic, a few hundred cycles later it reaches the hosts, and worms that never wanted to go to H27 stand behind
# those that do: victims. From cycle 6000 on the hot spot is gone, and the tree dies from the root on.
# Try: G shows the tree with its depths, root and victims (n steps to what happens next). set vcs 4; set buffer 32: larger buffers only
# delay it. At the shell: wormscope sweep teach/congestion-tree -v hotspot-share=0:0.2:0.05 --fields accepted
# Source: Pfister and Norton 1985, tree saturation.
title "A congestion tree: a hot spot on a mesh"
machine cube
set topology mesh 8 8
set vcs 1
set buffer 8
set length fixed 20
set hotspot-host 27
set hotspot-share 0.2
set load 0.12
warmup 1000
pace 300
@2000 pace 50
@2000 note "Now every fifth message goes to H27: G shows the tree that grows"
@2000 set traffic hotspot
@6000 note "The hot spot is gone"
@6000 set traffic uniform
@12000 end

# What you see: the first form of RECN, with queues at the inputs and at the outputs of a switch. A quarter of the hosts send all they can to
# one; the tree of set-aside queues grows from its link to the sources, and the others keep their share. The tree is held together by tokens:
# a queue goes only when all that hang on it have gone.
# Try: --set queueing=recn-iq, --set saqs=0
# Source: Duato et al., HPCA 2005; the hot spot is in the style of the later RECN papers.
title "RECN in its first form: a hot spot, 64 hosts"
machine recn
set queueing recn
set topology bmin 64
set classes source
set traffic hot-senders
set hot-spots 1
set hot-share 0.25
set load 0.6
set message-capacity 65536
warmup 8000
note "A hot spot from the start: its tree, and in ports queues set aside (Q)."
@12000 begin
lens trees
@60000 end

# What you see: every input always has a packet, yet only 0.618 of the slots of eight outputs are used: a packet in
# front that waits for a busy output keeps back one behind it whose output is free (2 - sqrt 2 = 0.586 for very many
# ports).
# Try: --set hosts=2 (0.750), --set hosts=4 (0.655). One queue per output: --set queueing=voq, with a random winner
# 0.656 (one round of PIM), with --set arbiter=round-robin near 1 (iSLIP).
# Source: Karol, Hluchyj and Morgan 1987; Anderson et al. 1993; McKeown 1999.
title "58.6 %: one switch, one queue per input"
machine slotted-switch
set topology switch
set hosts 8
warmup 2000
pace 100
@200000 end

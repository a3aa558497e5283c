# What is seen: two hot spots, the second one beginning while the first still lasts. Their trees share switches and links; a port has a
# set-aside queue for each. Host 33 is a neighbour of host 32, so that the trees have all but their roots in common.
# Try: --set saqs=1, --set queueing=voqsw
# Source: the RECN papers.
title "Two trees of congestion that meet"
machine recn
set topology bmin 64
set classes source
set load 0.5
set message-capacity 65536
warmup 16000
@20000 host 3 send-to 32 class hot load 1
@20000 host 11 send-to 32 class hot load 1
@20000 host 19 send-to 32 class hot load 1
@20000 host 27 send-to 32 class hot load 1
@20000 host 35 send-to 32 class hot load 1
@20000 host 43 send-to 32 class hot load 1
@20000 host 51 send-to 32 class hot load 1
@20000 host 59 send-to 32 class hot load 1
@20000 note "8 hosts begin to send to host 32"
@26000 host 7 send-to 33 class hot load 1
@26000 host 15 send-to 33 class hot load 1
@26000 host 23 send-to 33 class hot load 1
@26000 host 31 send-to 33 class hot load 1
@26000 host 39 send-to 33 class hot load 1
@26000 host 47 send-to 33 class hot load 1
@26000 host 55 send-to 33 class hot load 1
@26000 host 63 send-to 33 class hot load 1
@26000 note "8 hosts begin to send to host 33"
@36000 host 3 send-to any class any load any
@36000 host 11 send-to any class any load any
@36000 host 19 send-to any class any load any
@36000 host 27 send-to any class any load any
@36000 host 35 send-to any class any load any
@36000 host 43 send-to any class any load any
@36000 host 51 send-to any class any load any
@36000 host 59 send-to any class any load any
@36000 note "the hot spot at host 32 is over"
@42000 host 7 send-to any class any load any
@42000 host 15 send-to any class any load any
@42000 host 23 send-to any class any load any
@42000 host 31 send-to any class any load any
@42000 host 39 send-to any class any load any
@42000 host 47 send-to any class any load any
@42000 host 55 send-to any class any load any
@42000 host 63 send-to any class any load any
@42000 note "the hot spot at host 33 is over"
@100000 end

# What you see: two hot spots, the second one beginning while the first still lasts. Their trees share switches and links; a port through
# which both pass has a set-aside queue for each.
# Try: --set saqs=1, --set queueing=voqsw
# Source: the RECN papers.
title "Two trees of congestion that meet"
machine recn
set topology bmin 64
set classes source
set traffic hot-senders      # everybody to everybody but the hot spots ...
set hot-spots 2
set hot-share 0              # ... who sends there is said below
set load 0.5
set message-capacity 65536
warmup 16000
note "Two trees will meet, from 20,000 and 24,000 on: a queue for each in a port."
pace 500
@19000 begin
@20000 pace 300
@20000 note "8 hosts begin to send to host 16"
@20000 host 3 send-to 16 class hot load 1
@20000 host 11 send-to 16 class hot load 1
@20000 host 19 send-to 16 class hot load 1
@20000 host 27 send-to 16 class hot load 1
@20000 host 35 send-to 16 class hot load 1
@20000 host 43 send-to 16 class hot load 1
@20000 host 51 send-to 16 class hot load 1
@20000 host 59 send-to 16 class hot load 1
@21000 lens trees
@21000 pace 100
@24000 note "8 hosts begin to send to host 48"
@24000 host 7 send-to 48 class hot load 1
@24000 host 15 send-to 48 class hot load 1
@24000 host 23 send-to 48 class hot load 1
@24000 host 31 send-to 48 class hot load 1
@24000 host 39 send-to 48 class hot load 1
@24000 host 47 send-to 48 class hot load 1
@24000 host 55 send-to 48 class hot load 1
@24000 host 63 send-to 48 class hot load 1
@28000 note "the hot spot at host 16 is over"
@28000 host 3 send-to any class any load any
@28000 host 11 send-to any class any load any
@28000 host 19 send-to any class any load any
@28000 host 27 send-to any class any load any
@28000 host 35 send-to any class any load any
@28000 host 43 send-to any class any load any
@28000 host 51 send-to any class any load any
@28000 host 59 send-to any class any load any
@32000 note "the hot spot at host 48 is over"
@32000 host 7 send-to any class any load any
@32000 host 15 send-to any class any load any
@32000 host 23 send-to any class any load any
@32000 host 31 send-to any class any load any
@32000 host 39 send-to any class any load any
@32000 host 47 send-to any class any load any
@32000 host 55 send-to any class any load any
@32000 host 63 send-to any class any load any
@60000 end

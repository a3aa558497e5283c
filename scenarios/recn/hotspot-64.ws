# What you see: a quarter of the hosts, one on every switch of the first stage, send all they can to one host for a while; the others
# go on as before. The link to that host is the root of a tree of congestion, which grows upwards through the network. With one queue a
# port its branches take the room of packets that go elsewhere, and the throughput of all collapses, and stays low until the last packet
# for the hot spot has left its source; with set-aside queues the others hardly notice.
# Try: --set queueing=1q (voqsw, voqnet), --set saqs=1
# Source: the RECN papers; the hot spot is in the style of Garcia et al. 2006.
title "A hot spot and its tree of congestion, 64 hosts"
machine recn
set topology bmin 64
set classes source
set traffic hot-senders      # everybody to everybody but the hot spots ...
set hot-spots 1
set hot-share 0              # ... who sends there is said below
set load 0.6
set message-capacity 65536
warmup 16000
note "Note what is accepted: from cycle 20,000 on a hot spot grows its tree."
pace 500
@19000 begin
@20000 pace 300
@20000 note "16 hosts begin to send to host 32"
@20000 host 3 send-to 32 class hot load 1
@20000 host 7 send-to 32 class hot load 1
@20000 host 11 send-to 32 class hot load 1
@20000 host 15 send-to 32 class hot load 1
@20000 host 19 send-to 32 class hot load 1
@20000 host 23 send-to 32 class hot load 1
@20000 host 27 send-to 32 class hot load 1
@20000 host 31 send-to 32 class hot load 1
@20000 host 35 send-to 32 class hot load 1
@20000 host 39 send-to 32 class hot load 1
@20000 host 43 send-to 32 class hot load 1
@20000 host 47 send-to 32 class hot load 1
@20000 host 51 send-to 32 class hot load 1
@20000 host 55 send-to 32 class hot load 1
@20000 host 59 send-to 32 class hot load 1
@20000 host 63 send-to 32 class hot load 1
@20900 lens trees
@20900 pace 100
@28000 note "the hot spot at host 32 is over"
@28000 host 3 send-to any class any load any
@28000 host 7 send-to any class any load any
@28000 host 11 send-to any class any load any
@28000 host 15 send-to any class any load any
@28000 host 19 send-to any class any load any
@28000 host 23 send-to any class any load any
@28000 host 27 send-to any class any load any
@28000 host 31 send-to any class any load any
@28000 host 35 send-to any class any load any
@28000 host 39 send-to any class any load any
@28000 host 43 send-to any class any load any
@28000 host 47 send-to any class any load any
@28000 host 51 send-to any class any load any
@28000 host 55 send-to any class any load any
@28000 host 59 send-to any class any load any
@28000 host 63 send-to any class any load any
@60000 end

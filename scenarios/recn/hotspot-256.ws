# What you see: a quarter of the 256 hosts, one on every switch of the first stage, send all they can to one host for a while; the others
# go on as before. The link to that host is the root of a tree of congestion, which grows upwards through the network. With one queue a
# port its branches take the room of packets that go elsewhere, and the throughput of all collapses, and stays low until the last packet
# for the hot spot has left its source; with set-aside queues the others hardly notice.
# Try: --set queueing=1q (voqsw, voqnet), --set saqs=1
# Source: the RECN papers; the hot spot is in the style of Garcia et al. 2006.
title "A hot spot and its tree of congestion, 256 hosts"
machine recn
set topology bmin 256
set classes source
set traffic hot-senders      # everybody to everybody but the hot spots ...
set hot-spots 1
set hot-share 0              # ... who sends there is said below
set load 0.6
set message-capacity 131072
warmup 12000
note "Note what is accepted: from cycle 16,000 on a hot spot grows its tree."
pace 500
@15000 begin
@16000 pace 300
@16000 note "64 hosts begin to send to host 128"
@16000 host 3 send-to 128 class hot load 1
@16000 host 7 send-to 128 class hot load 1
@16000 host 11 send-to 128 class hot load 1
@16000 host 15 send-to 128 class hot load 1
@16000 host 19 send-to 128 class hot load 1
@16000 host 23 send-to 128 class hot load 1
@16000 host 27 send-to 128 class hot load 1
@16000 host 31 send-to 128 class hot load 1
@16000 host 35 send-to 128 class hot load 1
@16000 host 39 send-to 128 class hot load 1
@16000 host 43 send-to 128 class hot load 1
@16000 host 47 send-to 128 class hot load 1
@16000 host 51 send-to 128 class hot load 1
@16000 host 55 send-to 128 class hot load 1
@16000 host 59 send-to 128 class hot load 1
@16000 host 63 send-to 128 class hot load 1
@16000 host 67 send-to 128 class hot load 1
@16000 host 71 send-to 128 class hot load 1
@16000 host 75 send-to 128 class hot load 1
@16000 host 79 send-to 128 class hot load 1
@16000 host 83 send-to 128 class hot load 1
@16000 host 87 send-to 128 class hot load 1
@16000 host 91 send-to 128 class hot load 1
@16000 host 95 send-to 128 class hot load 1
@16000 host 99 send-to 128 class hot load 1
@16000 host 103 send-to 128 class hot load 1
@16000 host 107 send-to 128 class hot load 1
@16000 host 111 send-to 128 class hot load 1
@16000 host 115 send-to 128 class hot load 1
@16000 host 119 send-to 128 class hot load 1
@16000 host 123 send-to 128 class hot load 1
@16000 host 127 send-to 128 class hot load 1
@16000 host 131 send-to 128 class hot load 1
@16000 host 135 send-to 128 class hot load 1
@16000 host 139 send-to 128 class hot load 1
@16000 host 143 send-to 128 class hot load 1
@16000 host 147 send-to 128 class hot load 1
@16000 host 151 send-to 128 class hot load 1
@16000 host 155 send-to 128 class hot load 1
@16000 host 159 send-to 128 class hot load 1
@16000 host 163 send-to 128 class hot load 1
@16000 host 167 send-to 128 class hot load 1
@16000 host 171 send-to 128 class hot load 1
@16000 host 175 send-to 128 class hot load 1
@16000 host 179 send-to 128 class hot load 1
@16000 host 183 send-to 128 class hot load 1
@16000 host 187 send-to 128 class hot load 1
@16000 host 191 send-to 128 class hot load 1
@16000 host 195 send-to 128 class hot load 1
@16000 host 199 send-to 128 class hot load 1
@16000 host 203 send-to 128 class hot load 1
@16000 host 207 send-to 128 class hot load 1
@16000 host 211 send-to 128 class hot load 1
@16000 host 215 send-to 128 class hot load 1
@16000 host 219 send-to 128 class hot load 1
@16000 host 223 send-to 128 class hot load 1
@16000 host 227 send-to 128 class hot load 1
@16000 host 231 send-to 128 class hot load 1
@16000 host 235 send-to 128 class hot load 1
@16000 host 239 send-to 128 class hot load 1
@16000 host 243 send-to 128 class hot load 1
@16000 host 247 send-to 128 class hot load 1
@16000 host 251 send-to 128 class hot load 1
@16000 host 255 send-to 128 class hot load 1
@16800 lens trees
@16800 pace 100
@20000 note "the hot spot at host 128 is over"
@20000 host 3 send-to any class any load any
@20000 host 7 send-to any class any load any
@20000 host 11 send-to any class any load any
@20000 host 15 send-to any class any load any
@20000 host 19 send-to any class any load any
@20000 host 23 send-to any class any load any
@20000 host 27 send-to any class any load any
@20000 host 31 send-to any class any load any
@20000 host 35 send-to any class any load any
@20000 host 39 send-to any class any load any
@20000 host 43 send-to any class any load any
@20000 host 47 send-to any class any load any
@20000 host 51 send-to any class any load any
@20000 host 55 send-to any class any load any
@20000 host 59 send-to any class any load any
@20000 host 63 send-to any class any load any
@20000 host 67 send-to any class any load any
@20000 host 71 send-to any class any load any
@20000 host 75 send-to any class any load any
@20000 host 79 send-to any class any load any
@20000 host 83 send-to any class any load any
@20000 host 87 send-to any class any load any
@20000 host 91 send-to any class any load any
@20000 host 95 send-to any class any load any
@20000 host 99 send-to any class any load any
@20000 host 103 send-to any class any load any
@20000 host 107 send-to any class any load any
@20000 host 111 send-to any class any load any
@20000 host 115 send-to any class any load any
@20000 host 119 send-to any class any load any
@20000 host 123 send-to any class any load any
@20000 host 127 send-to any class any load any
@20000 host 131 send-to any class any load any
@20000 host 135 send-to any class any load any
@20000 host 139 send-to any class any load any
@20000 host 143 send-to any class any load any
@20000 host 147 send-to any class any load any
@20000 host 151 send-to any class any load any
@20000 host 155 send-to any class any load any
@20000 host 159 send-to any class any load any
@20000 host 163 send-to any class any load any
@20000 host 167 send-to any class any load any
@20000 host 171 send-to any class any load any
@20000 host 175 send-to any class any load any
@20000 host 179 send-to any class any load any
@20000 host 183 send-to any class any load any
@20000 host 187 send-to any class any load any
@20000 host 191 send-to any class any load any
@20000 host 195 send-to any class any load any
@20000 host 199 send-to any class any load any
@20000 host 203 send-to any class any load any
@20000 host 207 send-to any class any load any
@20000 host 211 send-to any class any load any
@20000 host 215 send-to any class any load any
@20000 host 219 send-to any class any load any
@20000 host 223 send-to any class any load any
@20000 host 227 send-to any class any load any
@20000 host 231 send-to any class any load any
@20000 host 235 send-to any class any load any
@20000 host 239 send-to any class any load any
@20000 host 243 send-to any class any load any
@20000 host 247 send-to any class any load any
@20000 host 251 send-to any class any load any
@20000 host 255 send-to any class any load any
@40000 end

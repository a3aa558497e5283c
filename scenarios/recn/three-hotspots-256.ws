# What is seen: three hot spots far from each other, staggered in time; twelve hosts send to each. How many set-aside queues are in use
# tells how many trees there are, not how large the network is.
# Try: --set saqs=2, --set queueing=1q
# Source: the RECN papers.
title "Three hot spots, one after the other, 256 hosts"
machine recn
set topology bmin 256
set classes source
set traffic hot-senders      # everybody to everybody but the hot spots ...
set hot-spots 3
set hot-share 0              # ... who sends there is said below
set load 0.5
set message-capacity 131072
warmup 10000
@12000 note "12 hosts begin to send to host 213"
@12000 host 3 send-to 213 class hot load 1
@12000 host 11 send-to 213 class hot load 1
@12000 host 19 send-to 213 class hot load 1
@12000 host 27 send-to 213 class hot load 1
@12000 host 35 send-to 213 class hot load 1
@12000 host 43 send-to 213 class hot load 1
@12000 host 51 send-to 213 class hot load 1
@12000 host 59 send-to 213 class hot load 1
@12000 host 67 send-to 213 class hot load 1
@12000 host 75 send-to 213 class hot load 1
@12000 host 83 send-to 213 class hot load 1
@12000 host 91 send-to 213 class hot load 1
@14000 note "12 hosts begin to send to host 42"
@14000 host 7 send-to 42 class hot load 1
@14000 host 15 send-to 42 class hot load 1
@14000 host 23 send-to 42 class hot load 1
@14000 host 31 send-to 42 class hot load 1
@14000 host 39 send-to 42 class hot load 1
@14000 host 47 send-to 42 class hot load 1
@14000 host 55 send-to 42 class hot load 1
@14000 host 63 send-to 42 class hot load 1
@14000 host 71 send-to 42 class hot load 1
@14000 host 79 send-to 42 class hot load 1
@14000 host 87 send-to 42 class hot load 1
@14000 host 95 send-to 42 class hot load 1
@16000 note "12 hosts begin to send to host 128"
@16000 host 99 send-to 128 class hot load 1
@16000 host 107 send-to 128 class hot load 1
@16000 host 115 send-to 128 class hot load 1
@16000 host 123 send-to 128 class hot load 1
@16000 host 131 send-to 128 class hot load 1
@16000 host 139 send-to 128 class hot load 1
@16000 host 147 send-to 128 class hot load 1
@16000 host 155 send-to 128 class hot load 1
@16000 host 163 send-to 128 class hot load 1
@16000 host 171 send-to 128 class hot load 1
@16000 host 179 send-to 128 class hot load 1
@16000 host 187 send-to 128 class hot load 1
@18000 note "the hot spot at host 213 is over"
@18000 host 3 send-to any class any load any
@18000 host 11 send-to any class any load any
@18000 host 19 send-to any class any load any
@18000 host 27 send-to any class any load any
@18000 host 35 send-to any class any load any
@18000 host 43 send-to any class any load any
@18000 host 51 send-to any class any load any
@18000 host 59 send-to any class any load any
@18000 host 67 send-to any class any load any
@18000 host 75 send-to any class any load any
@18000 host 83 send-to any class any load any
@18000 host 91 send-to any class any load any
@20000 note "the hot spot at host 42 is over"
@20000 host 7 send-to any class any load any
@20000 host 15 send-to any class any load any
@20000 host 23 send-to any class any load any
@20000 host 31 send-to any class any load any
@20000 host 39 send-to any class any load any
@20000 host 47 send-to any class any load any
@20000 host 55 send-to any class any load any
@20000 host 63 send-to any class any load any
@20000 host 71 send-to any class any load any
@20000 host 79 send-to any class any load any
@20000 host 87 send-to any class any load any
@20000 host 95 send-to any class any load any
@22000 note "the hot spot at host 128 is over"
@22000 host 99 send-to any class any load any
@22000 host 107 send-to any class any load any
@22000 host 115 send-to any class any load any
@22000 host 123 send-to any class any load any
@22000 host 131 send-to any class any load any
@22000 host 139 send-to any class any load any
@22000 host 147 send-to any class any load any
@22000 host 155 send-to any class any load any
@22000 host 163 send-to any class any load any
@22000 host 171 send-to any class any load any
@22000 host 179 send-to any class any load any
@22000 host 187 send-to any class any load any
@40000 end

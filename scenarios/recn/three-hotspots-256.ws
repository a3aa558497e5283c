# What you see: three trees that share their ports. Twelve groups of hosts send to three hosts whose numbers end alike, so that on the way up
# the packets for all three pass every port together. Each port needs a set-aside queue for each tree, and one more for short
# congestion elsewhere: two are hardly better than one, four are enough, and eight are no better.
# Try: --set saqs=1 (0.28 is accepted from cycle 18000 on), 2 (0.30), 3 (0.40), 4 (0.44), 8 (0.44), 0 (0.19); or start with
# --set saqs=2 and `set saqs 8` while it runs.
# Source: the RECN papers (the machine; the traffic is ours).
title "Three hot spots behind the same ports, 256 hosts"
machine recn
set topology bmin 256
set queueing recn-iq
set saqs 4
set classes source
set traffic uniform
set load 0.5
set message-capacity 131072
warmup 4000
note "256 hosts send to everybody, at half the speed of the links."
pace 500
@5000 begin
@6000 pace 300
@6000 note "36 hosts begin to send to hosts 20, 84 and 148: three trees, which share their ports on the way up"
@6000 host 192 send-to 20 class hot load 1
@6000 host 193 send-to 84 class hot load 1
@6000 host 194 send-to 148 class hot load 1
@6000 host 196 send-to 20 class hot load 1
@6000 host 197 send-to 84 class hot load 1
@6000 host 198 send-to 148 class hot load 1
@6000 host 200 send-to 20 class hot load 1
@6000 host 201 send-to 84 class hot load 1
@6000 host 202 send-to 148 class hot load 1
@6000 host 204 send-to 20 class hot load 1
@6000 host 205 send-to 84 class hot load 1
@6000 host 206 send-to 148 class hot load 1
@6000 host 208 send-to 20 class hot load 1
@6000 host 209 send-to 84 class hot load 1
@6000 host 210 send-to 148 class hot load 1
@6000 host 212 send-to 20 class hot load 1
@6000 host 213 send-to 84 class hot load 1
@6000 host 214 send-to 148 class hot load 1
@6000 host 216 send-to 20 class hot load 1
@6000 host 217 send-to 84 class hot load 1
@6000 host 218 send-to 148 class hot load 1
@6000 host 220 send-to 20 class hot load 1
@6000 host 221 send-to 84 class hot load 1
@6000 host 222 send-to 148 class hot load 1
@6000 host 224 send-to 20 class hot load 1
@6000 host 225 send-to 84 class hot load 1
@6000 host 226 send-to 148 class hot load 1
@6000 host 228 send-to 20 class hot load 1
@6000 host 229 send-to 84 class hot load 1
@6000 host 230 send-to 148 class hot load 1
@6000 host 232 send-to 20 class hot load 1
@6000 host 233 send-to 84 class hot load 1
@6000 host 234 send-to 148 class hot load 1
@6000 host 236 send-to 20 class hot load 1
@6000 host 237 send-to 84 class hot load 1
@6000 host 238 send-to 148 class hot load 1
@6700 lens trees
@6700 pace 100
@20000 end

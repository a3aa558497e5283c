title "RECN, 64 hosts, uniform traffic"
machine recn
set load 1
warmup 20000
@100000 end

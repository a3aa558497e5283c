# What you see: RECN with distributed deallocation. From 20000 to 28000 a quarter of the hosts send all they can to one. A tree of set-aside
# queues grows from its link to the sources, by Xoff alone, and the others keep their share. When the hot spot is over the queues go one by
# one, each as soon as it is empty: no tokens, no timers.
# Try: --set saq-order=pointers (the paper: earlier packets stay, and do not hear of Xoff), none, --set queueing=recn (recn-iq), --set saqs=1
# Source: Vishnu Priya and Senthil Kumar 2017, section II A; the hot spot is in the style of the RECN papers.
title "RECN with distributed deallocation: a hot spot comes and goes, 64 hosts"
machine recn
set queueing recn-dd
set topology bmin 64
set classes source
set traffic hot-senders
set hot-spots 1
set hot-share 0.25
set hot-traffic off
set load 0.6
set message-capacity 65536
warmup 16000
note "From 20,000 to 28,000 a hot spot: queues are set aside, and go one by one."
pace 500
@19000 begin
@20000 pace 300
@20000 note "16 hosts begin to send to one"
@20000 set hot-traffic on
@20900 lens trees
@20900 pace 100
@28000 note "the hot spot is over"
@28000 set hot-traffic off
@60000 end

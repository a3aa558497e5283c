# What you see: one packet at a time on a line of eight switches. Cut through, its head runs ahead while the tail is still at the host,
# and the way costs little more than the packet's own length.
# Try: --set switching=store-and-forward: every switch waits for the tail, and each link costs the packet's length anew; or change it
# while the program runs.
# Source: Kermani and Kleinrock 1979.
title "The pipeline: cut-through against store-and-forward"
machine cube
set topology line 8
set switching cut-through
set length fixed 20
set buffer 20
set traffic uniform
set load 0.02
host H0 send-to H7
host H7 send-to H0
warmup 1000
note "Eight switches in a line, and little traffic: now and then a packet of 20 flits travels alone."
@110 ask "A packet is leaving its host and will cross five switches. Does it matter whether a switch sends the head on at once, or waits for the tail?"
@150 answer "The tail has arrived, 46 cycles after the packet was made. Store-and-forward would wait 19 more cycles at each of five switches: 141 in all."
@20000 end

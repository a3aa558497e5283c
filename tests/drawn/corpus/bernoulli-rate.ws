# A load so low and messages so long that a Bernoulli host's share of a message a cycle was rounded to 0, and divided by.
machine cube
set topology mesh 2 2
set length fixed 65536
set load 0.000001
@200 end

# Behind a cut packets have other lengths with adaptive segments: source queues are put in order anew.
machine cube
set topology irregular 12
set routing updown
set vcs 1
set buffer 20
set segment-rule adaptive
set length exponential 100
set alpha 1.25
set load 0.6
@952 cut S0 S1
@2000 end

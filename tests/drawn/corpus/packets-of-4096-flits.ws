# ways 39cf2ec799a3066f work 11922 observed 0
machine cube
set topology line 1
set overhead 4095
set length exponential 1
@90 end

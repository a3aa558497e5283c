#!/bin/sh
# faults.t - the calls on files of one scene fail, one by one; `make faults` does it for all scenes, calls and allocations.
exec tests/faults/run --short

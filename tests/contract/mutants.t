#!/bin/sh
# mutants.t - every bug of tests/mutants/list can still be put in: what it replaces occurs once, and the laws that must see it exist.
# `make mutants` builds and runs them.
exec tests/mutants/run --check

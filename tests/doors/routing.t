#!/bin/sh
# A routing, `direct`, on top of the topology `complete`: every message takes one cable; proved, run, refused elsewhere with what would
# help, offered by Tab, and in the manual.
. tests/doors/door.sh

lan() { # lan COMMAND [OPTION]... : the LAN with five switches, each cabled to every other
    command=$1
    shift
    "$W" "$command" kwan/torus-3x3 -s 'topology=complete 5' -s routing=direct "$@" >"$dir/out" 2>"$dir/err"
}
lan prove
report $? "it is proved free of deadlock"
check "no channel between switches waits for another: 20 from hosts for 20, and these for 20 to hosts" has '^60 channels, 80 dependencies' "$dir/out"
lan prove -s vcs=2
report $? "on two virtual channels, too"
lan run -c 50000 --warmup 1000 --json
check "a message crosses at most two switches" sh -c "sed 's/.*\"mean_hops\":\([0-9.]*\),.*/\1/' '$dir/out' | awk '{ exit !(\$1 > 1 && \$1 <= 2) }'"
check "and none is in a ring" has '"deadlock":false' "$dir/out"
check "elsewhere it is refused" exits 2 "$W" run kwan/torus-3x3 -s routing=direct
check "with what would help" has 'for topology complete; try `set topology complete 5`' "$dir/err"
seen "Tab offers it" 120x36 kwan/torus-3x3 ':rebuild routing=dire\t' 'routing=direct'
in_manual wormscope-language.5 'complete: the cable to the switch of the destination'
tap_end

#!/bin/sh
# A subcommand, `count`: help and manual have it, with its options; each shell completes it and its scenarios; what it says is what a run
# says.
. tests/doors/door.sh

offered() { # offered LINE WORD... : Tab offers this line behind the words
    line=$1
    shift
    "$W" complete "$@" 2>"$dir/err" | sed 's/  .*//' | grep -qx -- "$line"
}
member() { "$W" run --json -c 1 kwan/torus-3x3 2>/dev/null | sed "s/.*\"$1\":\([0-9]*\),.*/\1/"; }

"$W" help >"$dir/help"
check "the help has it" has '^  count  *Count what a network is made of' "$dir/help"
"$W" help count >"$dir/help"
check "its usage" has '^usage: wormscope count SCENARIO' "$dir/help"
check "its options" has '--set NAME=VALUE' "$dir/help"
in_manual wormscope.1 '^\.It Cm count\b'
in_manual wormscope.1 '^\.Cm count$'
check "Tab knows it" offered count cou
check "and its scenarios" offered kwan/torus-3x3 count kwan/torus
check "it counts" exits 0 "$W" count kwan/torus-3x3
check "as many switches as a run says" has "^ *$(member switches) switches" "$dir/out"
check "as many hosts" has "^ *$(member hosts) hosts" "$dir/out"
check "and 4 cables to others and to 4 hosts at each switch" has "^ *8 ports" "$dir/out"
check "another network by --set" exits 0 "$W" count kwan/torus-3x3 -s hosts-per-switch=2
check "has other counts" has "^ *18 hosts" "$dir/out"
check "without a scenario it is told how it is used" exits 2 "$W" count
check "what is no option is refused" exits 2 "$W" count --nothing
holds tests/contract/manual.t tests/unit/completion.t # all three shells offer what the help has
tap_end

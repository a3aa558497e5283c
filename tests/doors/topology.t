#!/bin/sh
# A topology, `complete N`: read with its number, refused in words, drawn, proved free of deadlock, run, and in the manual.
. tests/doors/door.sh

lan() { # lan COMMAND [OPTION]... : of the LAN with five switches, each cabled to every other
    command=$1
    shift
    "$W" "$command" kwan/torus-3x3 -s 'topology=complete 5' "$@" >"$dir/out" 2>"$dir/err"
}
lan run -c 20000
report $? "it runs"
check "with a cable both ways between any two of five" has '20 hosts, 5 switches, 20 links between switches' "$dir/out"
lan run -c 20000 --json --warmup 1000
check "a message crosses at most two switches" sh -c "sed 's/.*\"mean_hops\":\([0-9.]*\),.*/\1/' '$dir/out' | awk '{ exit !(\$1 > 1 && \$1 <= 2) }'"
lan prove
report $? "it is proved free of deadlock"
for glyphs in braille block ascii; do
    lan render --at 2000 --size 120x40 --glyphs $glyphs
    check "$glyphs: the map has all of its switches" sh -c "for s in S0 S1 S2 S3 S4; do grep -aq \"\$s\" '$dir/out' || exit 1; done"
done
refused() { # refused SETTING WORDS
    check "$1 is refused" exits 2 "$W" run kwan/torus-3x3 -s "topology=$1"
    check "in words" has "$2" "$dir/err"
}
refused 'complete 1' 'number of switches is from 2 to 64'
refused 'complete 64' 'needs 67 ports; a switch has at most 64'
refused 'complete' 'complete takes 1 number (switches), got 0'
refused 'complet 4' 'did you mean "complete"?'
seen "Tab offers it" 120x36 kwan/torus-3x3 ':rebuild topology=comp\t' 'topology=complete'
check "help has it" sh -c "'$W' params topology | grep -q 'complete N'"
in_manual wormscope-language.5 'complete'
tap_end

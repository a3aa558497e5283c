#!/bin/sh
# A parameter, `timeout-tries`: read, refused beyond its range, told by help, JSON and the panel of settings, changed live, and in the
# manual; its default leaves every digest as it was.
. tests/doors/door.sh

kills() { # kills [OPTION]... : of a run in which worms are killed
    "$W" run timeouts/torus-3x3 -c 20000 --json "$@" 2>"$dir/err" | sed 's/.*"kills":\([0-9]*\),.*/\1/'
}
all=$(kills)
few=$(kills -s timeout-tries=1)
check "of all kills ($all) there are fewer with one for a message ($few)" [ "$few" -gt 0 -a "$few" -lt "$all" ]
check "its default is told by nobody" [ "$("$W" run timeouts/torus-3x3 -c 20000 -s timeout-tries=0 --json | grep -c timeout-tries)" = 0 ]
"$W" run timeouts/torus-3x3 -c 20 -s timeout-tries=7 --json >"$dir/json" 2>"$dir/err"
check "another value by JSON" has '"timeout-tries":"\{0,1\}7' "$dir/json"
while read -r name cycles digest; do
    case $name in
    timeouts/* | kwan/two-hosts)
        now=$("$W" run "$name" -c "$cycles" --json 2>"$dir/err" | sed 's/.*"digest":"\([0-9a-f]*\)","hosts.*/\1/')
        check "$name has its digest" [ "$now" = "$digest" ]
        ;;
    esac
done <tests/golden/digests.txt
check "a value beyond its range is refused" exits 2 "$W" run timeouts/torus-3x3 -s timeout-tries=1001
check "with the range" has '0 to 1000' "$dir/err"
check "what is nearly its name is refused" exits 2 "$W" run timeouts/torus-3x3 -s timeout-trie=1
check "with the name" has 'timeout-tries' "$dir/err"
"$W" params timeout-tries >"$dir/out"
check "help: its unit and default" has 'default *0 kills' "$dir/out"
check "help: while the network runs" has 'live' "$dir/out"
seen "it is set on the screen, which says so, and the panel of settings has it" 160x60 timeouts/torus-3x3 \
    ':set timeout-tr\t' 'timeout-tries' ' 3\r' 'timeout-tries 0 → 3 kills' ':panel settings\r' '▸' 'e' 'timeout-tries     0→3 kills'
in_manual wormscope-language.5 '^\.It Cm timeout-tries$'
tap_end

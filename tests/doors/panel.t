#!/bin/sh
# A panel, `slowest`: it stands beside the map by its name, fills the screen, is offered by Tab, and explained; a stage line shows it.
. tests/doors/door.sh

shown() { # shown WHERE [OPTION]... : the panels beside the map of the LAN
    where=$1
    shift
    "$W" render kwan/torus-3x3 --at 3000 --size 120x36 "$@" >"$dir/$where" 2>"$dir/err"
}
shown column --show 'panels slowest numbers'
check "it stands beside the map" has '│─ longest under way ─' "$dir/column"
sed -n 's/^.*│● [^ ]* *//p' "$dir/column" | tr -dc '0-9\n' >"$dir/ages"
check "with all seven worms" [ "$(wc -l <"$dir/ages")" = 7 ]
check "the oldest first" sort -rnc "$dir/ages"
shown filtered --show 'panels slowest' --show 'filter from=H35'
check "what the filter takes comes first" sh -c "grep -A1 'longest under way' '$dir/filtered' | grep -q 'H35→'"
shown ascii --glyphs ascii --show 'panels slowest'
check "in ASCII, too" has 'longest under way' "$dir/ascii"
shown empty --at 0 --show 'panels slowest'
check "an empty network has none" has 'no worm is under way' "$dir/empty"
check "what is nearly its name is refused" exits 2 "$W" render kwan/torus-3x3 --show 'panels slowes'
check "in words that have it" has 'waits, slowest, worm' "$dir/err"
seen "Tab offers it" 120x36 kwan/torus-3x3 ':panels slo\t' 'panels slowest' '\r' 'longest under way'
seen "it is held, fills the screen, and ? explains it" 120x36 kwan/torus-3x3 ':panels slowest\r' 'longest under way' \
    ':panel slowest\r' 'longest under way' 'e' 'no worm is under way' '?' 'have been in the network longest'
in_manual wormscope.1 '^\.It Ic slowest$'
tap_end

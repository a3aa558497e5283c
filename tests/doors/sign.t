#!/bin/sh
# A sign, `lost`: the head of a worm that is killed, on tracks, in colours, mono and ASCII; the legend has its row and its cell where there
# are timeouts, and only there.
. tests/doors/door.sh

drawn() { # drawn SCENARIO CYCLE [OPTION]... : the map of worms alone is in `map`, the column beside it in `column`
    scenario=$1
    cycle=$2
    shift 2
    "$W" render "$scenario" --at "$cycle" --size 160x50 --show 'zoom worms' "$@" >"$dir/out" 2>"$dir/err"
    sed 's/│[^│]*$//; s/|[^|]*$//' "$dir/out" | head -n 36 >"$dir/map"
}
lost() { grep -ac '!' "$dir/map"; }
for how in "--theme dark" "--theme mono" "--glyphs block" "--glyphs ascii"; do
    drawn timeouts/torus-3x3 3000 $how
    check "$how: a killed worm has its sign" [ "$(lost)" = 1 ]
    check "$how: the legend has it" grep -aq '! killed, on its way back' "$dir/out"
done
killed=$("$W" run timeouts/torus-3x3 -c 3000 --json 2>"$dir/err" | sed 's/.*"kills":\([0-9]*\),"resets":\([0-9]*\).*/\1 \2/')
check "one is on its way (kills, resets: $killed)" [ "$((${killed% *} - ${killed#* }))" -ge 1 ]
drawn timeouts/torus-3x3 30
check "before the first kill none has it" [ "$(lost)" = 0 ]
check "but the legend, which stands still" grep -aq '! killed' "$dir/out"
drawn timeouts/torus-3x3 3000 --show 'zoom streets'
check "streets have none" sh -c "! grep -aq '! killed' '$dir/out'"
drawn kwan/torus-3x3 3000
check "nor networks without timeouts" sh -c "! grep -aq '! killed' '$dir/out'"
tap_end

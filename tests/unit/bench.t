#!/bin/sh
# The benchmarks come to an end and say what they should; no speed is asserted.
. tests/tap.sh

B=$BUILD

"$B/bench" lan-3x3/0.2 torus-32x32/0.1 >"$dir/bench"
check "bench runs cases" [ $? -eq 0 ]
sed 1d "$dir/bench" >"$dir/rows"
check "for at least half a second of CPU time" awk '$3 < 0.5 { bad = 1 } END { exit bad || NR == 0 }' "$dir/rows"
check "with a peak of its own: a small network after a large one" \
    awk '/^lan-3x3/ { small = $6 } /^torus-32x32/ { large = $6 } END { exit !(small > 0 && large > 2 * small) }' "$dir/bench"

timeout 300 "$B/bench-screen" kwan/torus-3x3 60000 >"$dir/screen" 2>&1
check "bench-screen sees that a run has ended, however it is written" [ $? -eq 0 ]
check "and says what it cost" grep -q 'speed of the batch' "$dir/screen"

"$B/bench-pairs" "$B/wormscope" "$B/wormscope" . lan-3x3/0.2 >"$dir/pairs"
check "two programs are compared" [ $? -eq 0 ]
check "by 11 pairs, with medians, ratio and quartiles in order" awk '
    /^case/ { pairs = /11 pairs/ }
    /^lan-3x3/ { good = $3 > 0 && $4 > 0 && $5 > 0 && $6 <= $7 && $7 <= $8 && !/DIFFERENT/ }
    END { exit !(pairs && good) }' "$dir/pairs"
printf '#!/bin/sh\nexit 1\n' >"$dir/broken"
chmod +x "$dir/broken"
"$B/bench-pairs" "$dir/broken" "$B/wormscope" . lan-3x3/0.2 >"$dir/pairs"
check "a revision that does not run a case is no comparison" [ $? -ne 0 ]
check "and that is said" grep -q 'the older revision does not run it' "$dir/pairs"
tap_end

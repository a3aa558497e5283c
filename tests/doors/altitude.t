#!/bin/sh
# An altitude, `bars`: a bar of filling a switch. Chosen by its name, its number and Tab, between terrain and streets by z; with a legend;
# in colours, mono and ASCII; refused where a point has no row of its own.
. tests/doors/door.sh

drawn() { # drawn NAME ALTITUDE [OPTION]...
    name=$1
    altitude=$2
    shift 2
    "$W" render cube/mesh-8x8 -s load=0.6 --at 3000 --size 100x30 --show "zoom $altitude" "$@" >"$dir/$name" 2>"$dir/err"
}
for how in "--theme dark --ansi" "--theme mono --ansi" "--glyphs block --ansi" "--glyphs ascii"; do
    drawn bars bars $how
    drawn terrain terrain $how
    drawn streets streets $how
    check "$how: it is neither terrain nor streets" sh -c "! cmp -s '$dir/bars' '$dir/terrain' && ! cmp -s '$dir/bars' '$dir/streets'"
done
drawn bars bars --glyphs ascii
check "its legend is that of the terrain: how many switches of each order" grep -q '46 jammed, 18 flow' "$dir/bars"
drawn idle bars --glyphs ascii --at 0
check "an empty network has no bar" sh -c "! sed 1,2d '$dir/idle' | head -n 16 | cut -c 1-64 | grep -q '[=#_-]'"
drawn other barn
check "another name is refused" [ ! -s "$dir/other" ]
seen "it is typed, and offered by Tab" 100x30 cube/mesh-8x8 ':zoom ba\t' 'zoom bars' '\r' 'bars ▸ 2 of 5'
seen "it lies between terrain and streets" 100x30 cube/mesh-8x8 ':zoom terrain\r' 'terrain ▸ 1 of 5' 'z' 'bars ▸ 2 of 5' 'z' 'streets ▸ 3 of 5' \
    'Z' 'bars ▸ 2 of 5'
tap_end

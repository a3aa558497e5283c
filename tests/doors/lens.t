#!/bin/sh
# A lens, `stopped`: every altitude that has links shows it, on a grid and on a wired network, in colours, mono and ASCII, and the legend has its row; it
# is chosen by its name, by `m`, by a stage line and by Tab; a network that has none says why; the manual has it.
. tests/doors/door.sh

drawn() { # drawn NAME SCENARIO [OPTION]...
    name=$1
    shift
    "$W" render "$@" --size 120x40 >"$dir/$name" 2>"$dir/err"
}
differ() { ! cmp -s "$dir/$1" "$dir/$2"; }
for scenario in kwan/torus-3x3 kwan/backbone; do
    for altitude in terrain streets worms; do
        for how in "--theme dark --ansi" "--theme mono --ansi" "--glyphs ascii"; do
            drawn stopped $scenario --at 6000 $how -s load=0.5 --show "zoom $altitude" --show "lens stopped"
            drawn worms $scenario --at 6000 $how -s load=0.5 --show "zoom $altitude"
            drawn use $scenario --at 6000 $how -s load=0.5 --show "zoom $altitude" --show "lens use"
            check "$scenario, $altitude, $how: it is no other lens" sh -c "! cmp -s '$dir/stopped' '$dir/worms' && ! cmp -s '$dir/stopped' '$dir/use'"
            check "its legend" grep -aq 'stopped' "$dir/stopped"
        done
    done
done
seen "it is chosen by m, and by its name" 120x40 kwan/torus-3x3 'm' 'lens trees' 'm' 'lens use' 'm' 'lens stopped: links whose sender' \
    ':lens use\r' 'use' ':lens sto\t' 'lens stopped' '\r' 'stopped'
printf 'machine wormhole-lan\nlens stopped\n@100 end\n' >"$dir/a.ws"
check "a stage line has it" exits 0 "$W" run "$dir/a.ws"
check "another name is refused" exits 2 "$W" render kwan/torus-3x3 --show 'lens stoped'
check "in words that have it" has 'use, stopped or buffers' "$dir/err"
seen "where nobody stops a sender it is said" 120x40 cube/mesh-8x8 ':lens stopped\r' 'nobody tells a sender to stop'
in_manual wormscope.1 '^links whose sender is told to stop'
tap_end

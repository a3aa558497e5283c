#!/bin/sh
# A command of the screen that is a stage line, too, `dim`: typed, offered by Tab with its words, refused in words; a file has it at its
# cycle, and a recording keeps what it shows; help and both pages of the manual have it.
. tests/doors/door.sh

seen "it is typed, and undone" 120x40 kwan/torus-3x3 ':dim moving\r' '/waiting' ':dim waiting\r' '/moving' ':dim none\r' 'colour: message'
seen "Tab offers it, and its words" 120x40 kwan/torus-3x3 ':dim mo\t' 'dim moving' '\r' '/waiting'
seen "another word is refused" 120x40 kwan/torus-3x3 ':dim nothing\r' 'invalid word `nothing`: expected moving, waiting or none'
printf 'machine wormhole-lan\n@0 dim moving\n@200 end\n' >"$dir/dim.ws"
seen "a file has it" 120x40 "$dir/dim.ws" '' '/waiting'
check "and runs" exits 0 "$W" run "$dir/dim.ws"
printf 'machine wormhole-lan\n@20 dim\n@200 end\n' >"$dir/bare.ws"
check "a line without a word is refused" exits 2 "$W" run "$dir/bare.ws"
check "by its place" has 'bare.ws:2:' "$dir/err"
digest() { "$W" run "$1" --json 2>"$dir/err" | sed 's/.*"digest":"\([0-9a-f]*\)","hosts.*/\1/'; }
sed /dim/d "$dir/dim.ws" >"$dir/plain.ws"
check "no digest knows it" [ "$(digest "$dir/dim.ws")" = "$(digest "$dir/plain.ws")" ]
check "a recording is made" exits 0 "$W" run "$dir/dim.ws" --record "$dir/dim.wsr"
check "and has it" has 'dim moving' "$dir/dim.wsr"
in_manual wormscope.1 '^\.It Ic dim\b'
in_manual wormscope-language.5 '^\.It Cm dim\b'
tap_end

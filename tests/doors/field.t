#!/bin/sh
# A field of worms, `hops`: filters take it and Tab offers it; so do worms(...) of runs and of lessons; both pages of the manual have it.
. tests/doors/door.sh

crossed() { # crossed CONDITION : the cycle at which a run stops at it
    "$W" run kwan/torus-3x3 -c 3000 --until "worms($1) >= 1" --json 2>"$dir/err" | sed 's/.*"cycles":\([0-9]*\),.*/\1/'
}
one=$(crossed 'hops >= 1')
three=$(crossed 'hops >= 3')
check "a head is over one link (by $one) before any is over three ($three)" [ "$one" -lt "$three" ]
check "which comes to pass" [ "$three" -lt 3000 ]
check "no head of a torus of 3 x 3 is over four" [ "$(crossed 'hops > 4')" = 3000 ]
check "what is nearly its name is answered with it" exits 2 "$W" run kwan/torus-3x3 --until 'worms(hop > 1) > 0'
check "by name" has 'hops' "$dir/err"

cat >"$dir/far.lesson" <<'END'
lesson "Far from home" minutes 1 order 1
uses kwan/torus-3x3
step far "How far?"
  run 1000
  choose "How many links may a worm cross here?" mark 1
  choice "*three at most, the last to its host" is worms(hops > 3) = 0
  choice "five" is worms(hops >= 5) >= 1
END
"$W" lesson check "$dir/far.lesson" -n 1 >"$dir/out" 2>"$dir/err"
report $? "a lesson asks for it"
"$W" render kwan/torus-3x3 --at "$three" --size 120x40 --show 'filter hops>=2' >"$dir/out" 2>"$dir/err"
check "a filter takes it" has ' /hops>=2  ' "$dir/out"
seen "Tab offers it, with its words" 120x40 kwan/torus-3x3 '/ho' 'hops>' 'ps>1\r' 'hops>1'
in_manual wormscope.1 '^\.It Ic hops$'
in_manual wormscope-language.5 '^\.It Li hops$'
tap_end

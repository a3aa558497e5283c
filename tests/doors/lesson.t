#!/bin/sh
# An item of a lesson, `wait`: read, refused in words, played and checked, taken on a terminal, written for students, and in the manual.
. tests/doors/door.sh

cat >"$dir/jam.lesson" <<'END'
lesson "Until it waits" minutes 2 order 1
uses kwan/torus-3x3
step jam "A worm that waits"
  wait waiting > 0
  choose "Does a worm wait now?" mark 1
  choice "*yes" is worms(waiting) > 0
  choice "no" is worms(waiting) = 0
END
check "it is read and played, and stops where it should" exits 0 "$W" lesson check "$dir/jam.lesson" -n 3
refused() { # refused LINE WORDS
    sed "s/  wait waiting > 0/  $1/" "$dir/jam.lesson" >"$dir/wrong.lesson"
    check "\`$1\` is refused" sh -c "! '$W' lesson check '$dir/wrong.lesson' -n 1 >'$dir/out' 2>&1"
    check "at its place, in words" has "wrong.lesson:4:.*$2" "$dir/out"
}
refused 'wait' 'expected'
refused 'wait waitin > 0' 'unknown quantity "waitin"; did you mean "waiting"'
refused 'wait waiting > 0 mark 2' 'mark'
refused 'wiat waiting > 0' 'wait'
seen "it is taken on a terminal" 120x40 "$dir/jam.lesson" '' 'Does a worm wait now'
printf 'id,name\nann,Ann\n' >"$dir/roster.csv"
check "it is issued" exits 0 "$W" issue "$dir/jam.lesson" --roster "$dir/roster.csv" --key "$dir/key" -o "$dir/issued"
check "a student gets what must hold" grep -rq 'run until waiting>0% within ' "$dir/issued"
in_manual wormscope-lesson.5 '^\.It Cm wait'
tap_end

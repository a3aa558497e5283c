#!/bin/bash
# learn.t - `wormscope learn` as a student uses it: the list, right and wrong answers, hints, quitting and going on, without a screen.
. tests/tap.sh

export XDG_STATE_HOME=$dir/state
has() { grep -qF -- "$1" "$dir/out"; }
hasnt() { ! grep -qF -- "$1" "$dir/out"; }
learn() { "$W" learn "$@" >"$dir/out" 2>&1; }

check "--list: every lesson, in teaching order" sh -c "'$W' learn --list | sort -n -c"
check "--list --json: one object a lesson" sh -c "'$W' learn --list --json | python3 -c '
import json, sys
rows = [json.loads(line) for line in sys.stdin]
keys = {\"name\", \"title\", \"minutes\", \"order\", \"steps\", \"marks\"}
sys.exit(not (len(rows) > 5 and all(set(row) == keys for row in rows)))'"
check "no lesson of that name" sh -c "! '$W' learn nothing >'$dir/out' 2>&1"
check "it says where they are listed" has "wormscope learn --list"

# All right. The order of the answers is that of draw 0.
printf '\n50\n\n\nH1 HD\n9.1\n\nc\n\nset segment 500\n\n' | learn sharing
check "all answers right: all marks" has "The lesson is over: 9 of 9 marks."
check "and the list says so" sh -c "'$W' learn --list | grep -q 'sharing .*done, 9 of 9 marks'"

# All wrong, with hints.
printf '\n?\n10\n\n\nH2 HD\n?\n?\n50\n\na\n\nset segment 200\nset buffer 9\nset segment 200\n?\n?\nset segment 150\nset segment 120\nset segment 110\n\n' | learn sharing
check "all answers wrong: none" has "The lesson is over: 0 of 9 marks."
check "the truth is told" has "no; the simulation says 50"
check "how many tries are left is told" has "1 more try; ?"
check "the repair that nobody found is shown" has "it, and is typed for you: set segment 500"
check "and how near is near enough" has "right within 15%"
check "hints come when they are asked for" has "The worms are of equal length, and they take turns."
check "and end" has "no further hint"
check "what may be changed is told" has "you may change: segment, segment-rule"
check "what may not be changed is refused" has "may not be changed here; allowed: segment segment-rule"

# Quit and go on.
printf '\n50\n\n\nH1 HD\nq\n' | learn sharing
check "q leaves" has "\`wormscope learn sharing\` continues from here."
check "nothing is marked yet" hasnt "The lesson is over"
printf '9.1\n\nc\n\nset segment 500\n\n' | learn sharing
check "the next time it goes on there" has "You are back where you stopped."
check "and the marks are those of both" has "The lesson is over: 9 of 9 marks."
printf '\n' | learn sharing
check "a lesson that is done begins anew" has "H1 and H2 both send messages of 1000 flits"
printf '\n50\n' | learn sharing
printf '\nq\n' | learn sharing --again
check "--again begins anew" hasnt "You are back where you stopped"
# A digit is no worm, and costs no try.
printf '\n50\n\n\n1\nH1 HD\nq\n' | learn sharing --again
check "a digit names no worm" has "invalid worm \`1\`: expected its two ends, e.g. H1 H3"
check "and costs no try" has "right: H1 HD"
check "how a worm is written is said" has "from where to where (such as H1 H3)"
check "right is said once" hasnt "right: right"
printf '\n\n50\nq\n' | learn sharing --again
check "nor does an empty line, and it is told" has "An answer is missing; q quits."

# A lesson of one's own is called as it was asked for, has no place in the course, and may be written anew.
sed 's/| set topology file .*/| set topology file two-hosts.net/' scenarios/lessons/sharing.lesson >"$dir/my.lesson"
cp scenarios/networks/two-hosts.net "$dir"
printf '\n50\n\n\nq\n' | learn "$dir/my.lesson"
check "a lesson of one's own goes on by its path" has "\`wormscope learn $dir/my.lesson\` continues from here."
printf 'H1 HD\nq\n' | learn "$dir/my.lesson"
check "as it was left" has "You are back where you stopped."
echo '# another text' >>"$dir/my.lesson"
printf 'q\n' | learn "$dir/my.lesson"
check "that it was changed meanwhile is told" has "The lesson has changed since you left it; start over with --again."
printf '\n50\n\n\nH1 HD\n9.1\n\nc\n\nset segment 500\n\n' | learn "$dir/my.lesson" --again
check "behind its end" has "The lesson is over: 9 of 9 marks."
check "comes no other" hasnt "Next: "

printf '\n' | learn pipeline
check "a figure that is not measured yet is a dash" has "latency -"
check "--set is refused" sh -c "! '$W' learn sharing --set load=1 2>'$dir/out' && grep -q 'its own settings' '$dir/out'"
tap_end

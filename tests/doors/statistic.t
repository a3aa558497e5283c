#!/bin/sh
# A statistic, the mean span of worms (links that one holds): in the text and JSON of a run, in sweeps, series, summaries and plots by
# its path; as `span` in conditions of runs, breakpoints, lessons and large figures; and in the manual.
. tests/doors/door.sh

lan="kwan/torus-3x3 --cycles 3000 --warmup 1000"
"$W" run $lan >"$dir/text" 2>"$dir/err"
"$W" run $lan --json >"$dir/json" 2>"$dir/err"
span=$(sed 's/.*"mean_span":\([0-9.]*\),.*/\1/' "$dir/json")
check "a worm holds links: $span" sh -c "echo '$span' | awk '{ exit !(\$1 > 1 && \$1 < 8) }'"
check "the text of a run has it" has "^mean span  *$span" "$dir/text"
"$W" sweep $lan --vary load=0.1,0.3 --csv --fields mean_span >"$dir/csv" 2>"$dir/err"
check "so has a sweep that is asked for it" has '^sweep,point,points,load,replica,mean_span,seal$' "$dir/csv"
"$W" sweep $lan --vary load=0.1,0.3 --replicas 3 --json >"$dir/rows" 2>"$dir/err"
"$W" summary "$dir/rows" --fields mean_span >"$dir/out" 2>"$dir/err"
check "a summary has its interval" has '^0\.3  *3  *[0-9.]*  *[0-9.]' "$dir/out"
"$W" plot "$dir/rows" -x load -y mean_span >"$dir/out" 2>"$dir/err"
check "a plot draws it" has '^mean_span' "$dir/out"
"$W" series $lan --window 1000 >"$dir/out" 2>"$dir/err"
check "a series has it window by window" sh -c "head -n 1 '$dir/out' | grep -q ',mean_span'"
stops() { "$W" run kwan/torus-3x3 -c 9000 --warmup 0 "$@" 2>"$dir/err" | grep '^stopped'; }
check "a run stops at it" sh -c "[ -n '$(stops --until 'span > 2 and cycle > 100')' ]"
check "so does a breakpoint" sh -c "[ -n '$(stops --break 'span>3')' ]"
cat >"$dir/long.lesson" <<'END'
lesson "Long worms" minutes 1 order 1
uses kwan/torus-3x3
step long "How long is a worm?"
  run 3000
  choose "How many links does a worm hold?" mark 1
  choice "*one or more, on average" is span >= 1
  choice "ten" is span >= 10
END
check "a lesson asks for it" exits 0 "$W" lesson check "$dir/long.lesson" -n 1
"$W" render kwan/torus-3x3 --at 3000 --size 160x50 --show 'figures span' >"$dir/out" 2>"$dir/err"
check "it is shown large" grep -aq 'span' "$dir/out"
seen "Tab offers it for breakpoints" 120x36 kwan/torus-3x3 ':break sp\t' 'break span'
in_manual wormscope.1 '^\.It Ic span$'
tap_end

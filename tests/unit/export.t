#!/bin/sh
# `wormscope render`, `cast` and `series`: what they print is right, does not depend on how it is asked for, and mistakes are told.
. tests/tap.sh

cat >"$dir/small.ws" <<'END'
title "a small torus"
machine wormhole-lan
set topology torus 3 3
set hosts-per-switch 2
set load 0.2
seed 5
warmup 1000
@0 note "from the start"
@2500 set segment 33
@2500 note "shorter, \"much\" shorter"
@7000 set segment 500
@10000 end
END

# ---- render: the golden screens, from the command line ----
render() { # render NAME SCENARIO CYCLE SIZE [OPTION]...
    name=$1 scenario=$2 cycle=$3 size=$4
    shift 4
    "$W" render "$scenario" --at "$cycle" --size "$size" "$@" | cmp -s - "tests/screens/$name.txt"
}
check "render: torus-80x24" render torus-80x24 kwan/torus-3x3 9000 80x24
check "render: torus-80x24-ascii" render torus-80x24-ascii kwan/torus-3x3 9000 80x24 --glyphs ascii
check "render: irregular-120x40" render irregular-120x40 now/irregular-16 8840 120x40
check "render: mesh-200x60" render mesh-200x60 cube/mesh-8x8 2000 200x60 -g block
check "render: switch-120x36" render switch-120x36 theory/switch 500 120x36
check "render: worm-80x24, the chain of a blocked worm" render worm-80x24 kwan/torus-3x3 9000 80x24 --worm
"$W" render teach/congestion-tree --at 3500 --size 80x24 --trees >"$dir/trees.txt"
check "render: a congestion tree and its root" has 'S27→H27 .*' "$dir/trees.txt"
"$W" render teach/congestion-tree --at 3500 --size 80x24 >"$dir/plain.txt"
check "render: which is not there without --trees" sh -c "! grep -q 'congestion trees' '$dir/plain.txt'"
check "render: small-40x10" render small-40x10 kwan/two-hosts 0 40x10

"$W" render "$dir/small.ws" >"$dir/end.txt"
check "without a cycle it is the end" has 't=10 000' "$dir/end.txt"
check "100 x 30" [ "$(wc -l <"$dir/end.txt")" -eq 30 ]
"$W" render - --at 10000 <"$dir/small.ws" | tail -n +2 >"$dir/again.txt"
check "standard input gives the same" [ "$(tail -n +2 "$dir/end.txt" | cksum)" = "$(cksum <"$dir/again.txt")" ]
"$W" render "$dir/small.ws" --ansi >"$dir/end.ansi"
esc=$(printf '\033')
beside() { sed "s/$esc\[[0-9;]*m//g; s/.*│//; s/▪/■/g; s/▇/█/g; s/ *$//"; } # beside the map; shapes say there, and in the samples of signs, what colours would say
check "with colours it is the same text beside the map" \
    [ "$(beside <"$dir/end.ansi" | cksum)" = "$(beside <"$dir/end.txt" | cksum)" ]
check "--set acts" exits 0 "$W" render "$dir/small.ws" --set load=0.9 --at 100

# ---- a recording is as good as its scenario ----
"$W" run "$dir/small.ws" --record "$dir/small.wsr" >"$dir/out" 2>"$dir/err"
same() { # same PATTERN COMMAND [OPTION]...: both give the same lines, at least one, but for those that match the pattern
    pattern=$1 command=$2
    shift 2
    "$W" "$command" "$dir/small.ws" "$@" | grep -v -- "$pattern" >"$dir/scenario.out"
    "$W" "$command" "$dir/small.wsr" "$@" | grep -v -- "$pattern" >"$dir/recording.out"
    [ -s "$dir/recording.out" ] && cmp -s "$dir/scenario.out" "$dir/recording.out"
}
check "series: a recording gives what its scenario gives" same '^$' series --json
check "render: so it does, but the name, and its future on the timeline" same 'wormscope \|^ main ' render --at 5000
check "cast: so it does with the markers" same '^{\|,"o",' cast --speed 2000
check "render: a cycle after the end of a recording: 2" exits 2 "$W" render "$dir/small.wsr" --at 10001
sed '20,$d' "$dir/small.wsr" | sed '4s/a/b/' >"$dir/hurt.wsr"
check "a damaged recording: 3" exits 3 "$W" render "$dir/hurt.wsr" --at 10
check "nothing on standard output" [ ! -s "$dir/out" ]

check "a cycle after the end: 2" exits 2 "$W" render "$dir/small.ws" --at 10001
check "and it says where the end is" has '10000' "$dir/err"
check "unless the end is moved" exits 0 "$W" render "$dir/small.ws" --at 10001 --cycles 20000
check "a size that is none: 2" exits 2 "$W" render "$dir/small.ws" --size 100
check "one that is too large: 2" exits 2 "$W" render "$dir/small.ws" --size 100x3000
check "one with something behind: 2" exits 2 "$W" render "$dir/small.ws" --size 100x30x2
check "a theme that is none: 2" exits 2 "$W" render "$dir/small.ws" --theme drak
check "glyphs that are none: 2" exits 2 "$W" render "$dir/small.ws" --glyphs fancy
check "no file: 2" exits 2 "$W" render
check "nothing on standard output" [ ! -s "$dir/out" ]

# ---- cast ----
"$W" cast "$dir/small.ws" --speed 2000 --fps 4 >"$dir/a.cast"
check "cast -o FILE" exits 0 "$W" cast "$dir/small.ws" --speed 2000 --fps 4 -o "$dir/b.cast"
check "is what standard output gets" cmp -s "$dir/a.cast" "$dir/b.cast"
check "a marker of each note and change" [ "$(grep -c '^\[[0-9.]*,"m",' "$dir/a.cast")" -eq 4 ]
check "at the picture that shows it" has '^\[1.25,"m","set segment 33"\]$' "$dir/a.cast"
check "with the words of a note" has '^\[1.25,"m","shorter, \\"much\\" shorter"\]$' "$dir/a.cast"
"$W" cast "$dir/small.ws" --from 2501 --to 7000 >"$dir/c.cast"
check "only those of the stretch" [ "$(grep -c ',"m",' "$dir/c.cast")" -eq 1 ]
check "a stretch of nothing is one picture" exits 0 "$W" cast "$dir/small.ws" --from 50 --to 50
check "three lines" [ "$(wc -l <"$dir/out")" -eq 3 ]
"$W" cast "$dir/small.ws" --to 20 --speed 2 --fps 10 >"$dir/slow.cast"
check "where nothing changes, nothing is written" [ "$(wc -l <"$dir/slow.cast")" -lt 30 ]

"$W" cast teach/ring-deadlock -o "$dir/ring.cast" 2>"$dir/err"
check "at the pace of the network: 4 cycles a second" has '^\[10.0,"m","Nothing can move: ' "$dir/ring.cast"
check "every cycle is a picture, up to the deadlock at least" [ "$(grep -c '^\[[0-9]*\.[0-9]*,"o",' "$dir/ring.cast")" -gt 40 ]
check "50 seconds" has '"duration":50.0' "$dir/ring.cast"
check "and says nothing" [ ! -s "$dir/err" ]
"$W" cast recn/hotspot-64 --seconds 5 --fps 2 -o "$dir/jam.cast" 2>"$dir/err"
check "no longer than it may" has '"duration":5.0' "$dir/jam.cast"
check "which is said" has 'at its own pace it would last [0-9]* seconds: it is played ' "$dir/err"
check "backwards: 2" exits 2 "$W" cast "$dir/small.ws" --from 100 --to 50
check "after the end: 2" exits 2 "$W" cast "$dir/small.ws" --to 10001
check "no speed: 2" exits 2 "$W" cast "$dir/small.ws" --speed 0
check "too many pictures a second: 2" exits 2 "$W" cast "$dir/small.ws" --fps 61
check "a folder that is not there: 3" exits 3 "$W" cast "$dir/small.ws" -o "$dir/none/x.cast"
check "it is named" has 'none/x.cast' "$dir/err"
if [ -e /dev/full ]; then
    check "a full disk: 3" exits 3 "$W" cast "$dir/small.ws" -o /dev/full
    check "so on standard output" exits 3 sh -c "'$W' cast '$dir/small.ws' >/dev/full"
    check "and of render" exits 3 sh -c "'$W' render '$dir/small.ws' >/dev/full"
    check "and of series" exits 3 sh -c "'$W' series '$dir/small.ws' >/dev/full"
fi
limited() { sh -c "ulimit -f 40; exec '$W' cast '$dir/small.ws' -o '$dir/cut.cast'" 2>/dev/null; [ $? -eq 3 ]; }
echo older >"$dir/cut.cast"
check "a file that may not grow: 3" limited
check "and the older one stays" [ "$(cat "$dir/cut.cast")" = older ]

# ---- series ----
"$W" series "$dir/small.ws" --csv --window 1000 >"$dir/s.csv"
check "series: a head and ten rows" [ "$(wc -l <"$dir/s.csv")" -eq 11 ]
check "the head names the columns" has '^schema,cycle,cycles,offered,accepted,' "$dir/s.csv"
check "a change is in its window" [ "$(grep -n 'set segment 33' "$dir/s.csv" | cut -d: -f1)" = 4 ]
check "quotes are doubled" has '@2500 note ""shorter, \\""much\\"" shorter""' "$dir/s.csv"
"$W" series "$dir/small.ws" --json --window 1000 >"$dir/s.json"
check "JSON has a row a window too" [ "$(grep -c '^{"schema":1,"cycle":[0-9]*,"cycles":1000,.*}$' "$dir/s.json")" -eq 10 ]
check "its marks are a list" has '"marks":\[{"cycle":7000,"line":"set segment 500"}\]' "$dir/s.json"
check "no NaN is printed" [ "$(grep -c 'nan\|inf' "$dir/s.json")" -eq 0 ]
"$W" series "$dir/small.ws" --window 3000 >"$dir/odd.csv"
check "the last window may be shorter" has '^1,10000,1000,' "$dir/odd.csv"
"$W" series "$dir/small.ws" >"$dir/auto.csv"
check "at most 500 rows" [ "$(wc -l <"$dir/auto.csv")" -eq 501 ]
check "same figures" [ "$(grep '^1,10000,' "$dir/s.csv" | cut -d, -f11-)" = "$(grep '^1,10000,' "$dir/odd.csv" | cut -d, -f11-)" ]
check "both forms at once: 2" exits 2 "$W" series "$dir/small.ws" --csv --json
check "no window: 2" exits 2 "$W" series "$dir/small.ws" --window 0
sed '/end/d' "$dir/small.ws" >"$dir/endless.ws"
check "no end: 2" exits 2 "$W" series "$dir/endless.ws"
check "and it says how" has '--cycles' "$dir/err"
check "a check that fails: 1" exits 1 sh -c "(cat '$dir/small.ws'; echo '@500 check 0123456789abcdef') | '$W' series -"

# ---- saqs: every birth and death, as the report counts them ----
whole || tap_end # which takes long
"$W" saqs recn/hotspot-64 --cycles 22000 >"$dir/saqs"
"$W" run recn/hotspot-64 --cycles 22000 --json >"$dir/saqs.json"
check "the header of set-aside queues" test "$(head -n 1 "$dir/saqs")" = "cycle,what,port,path,root,cause,age"
born=$(grep -c ',allocated,' "$dir/saqs") died=$(grep -c ',freed,' "$dir/saqs")
check "$born births and $died deaths are those of the report" has "\"saqs\":{\"allocated\":$born,\"freed\":$died," "$dir/saqs.json"
lives=$(awk -F, '$2 == "freed" { age += $7; n++; last = $1 } END { printf "\"mean_life\":%.3f[0-9]*,\"last_freed\":%d}", int(age / n * 1000) / 1000, last }' "$dir/saqs")
check "how old they became, and when the last died" has "$lives" "$dir/saqs.json"
check "none is at an output in RECN-IQ" has '"active":[1-9][0-9]*,"active_at_outputs":0,' "$dir/saqs.json"
"$W" run recn/hotspot-64 --cycles 22000 --set queueing=recn-dd --json >"$dir/dd.json"
check "some are with distributed deallocation, and at inputs, too" sh -c "
    sed -n 's/.*\"active\":\([0-9]*\),\"active_at_outputs\":\([0-9]*\),.*/\1 \2/p' '$dir/dd.json' | awk '{ bad = !(\$2 > 0 && \$2 < \$1) } END { exit NR != 1 || bad }'"
check "the hot spot is a root" has ',S0.8>H32,notified,' "$dir/saqs"
check "no packet out of order is told" has '"out_of_order":0' "$dir/saqs.json"

tap_end

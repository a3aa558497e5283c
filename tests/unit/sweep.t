#!/bin/sh
# `wormscope sweep`: rows in one order whatever -j is, a file that can be continued after any cut, mistakes told before the start.
W=${BUILD:-build}/wormscope
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
n=0
failed=0

check() { # check WHAT COMMAND...: is the command true?
    what=$1
    shift
    n=$((n + 1))
    if "$@"; then echo "ok $n - $what"; else echo "not ok $n - $what"; failed=1; fi
}
has() { grep -q -- "$1" "$2"; }
exits() { # exits CODE COMMAND...
    code=$1
    shift
    "$@" >"$dir/out" 2>"$dir/err"
    [ $? -eq "$code" ]
}
same() { cmp -s "$1" "$2"; }

cat >"$dir/s.ws" <<'END'
machine wormhole-lan
set topology torus 3 3
set hosts-per-switch 1
set length exponential 100
seed 3
warmup 1000
@8000 end
END
sweep() { "$W" sweep "$dir/s.ws" --vary load=0.05:0.2:0.05 --vary "length=fixed 50,exponential 100" --replicas 2 "$@" 2>"$dir/err"; }

for format in --json --csv; do
    sweep $format -j 1 >"$dir/one"
    sweep $format -j 2 >"$dir/two"
    sweep $format -j 7 >"$dir/seven"
    check "$format: -j 1 and -j 2 print the same" same "$dir/one" "$dir/two"
    check "$format: and -j 7" same "$dir/one" "$dir/seven"
done
sweep -j 1 >"$dir/one"
sweep -j 2 >"$dir/two"
check "table: -j 1 and -j 2 print the same" same "$dir/one" "$dir/two"
check "table: a head and 16 rows" [ "$(wc -l <"$dir/one")" -eq 17 ]
check "no progress bar without a terminal" [ ! -s "$dir/err" ]

sweep --json >"$dir/all.json"
sweep --csv >"$dir/all.csv"
check "JSON: 16 rows" [ "$(wc -l <"$dir/all.json")" -eq 16 ]
check "CSV: a head and 16 rows" [ "$(wc -l <"$dir/all.csv")" -eq 17 ]
check "the first --vary changes slowest" [ "$(cut -d, -f3-5 "$dir/all.csv" | sed -n '2,6p' | tr '\n' ' ')" = \
    "0.05,fixed 50,0 0.05,fixed 50,1 0.05,exponential 100,0 0.05,exponential 100,1 0.10,fixed 50,0 " ]
check "replicas have seeds of their own" [ "$(cut -d, -f6 "$dir/all.csv" | sed -n '2,5p' | tr '\n' ' ')" = "3 4 3 4 " ]
"$W" run "$dir/s.ws" --json -s load=0.1 -s 'length=fixed 50' --seed 4 | sed 's/.*"digest":"\([0-9a-f]*\)".*/\1/' >"$dir/digest"
check "a row is what run gives" has "$(cat "$dir/digest")" "$dir/all.csv"

for format in json csv; do
    all=$dir/all.$format
    sweep -o "$dir/new.$format" >"$dir/out"
    check "$format: a file has the same rows" same "$all" "$dir/new.$format"
    check "$format: and nothing else is printed" [ ! -s "$dir/out" ]
    size=$(wc -c <"$all")
    for cut in 0 1 20 $((size / 3)) $((size / 2)) $((size - 1)) "$size"; do
        head -c "$cut" "$all" >"$dir/part.$format"
        sweep -o "$dir/part.$format" >"$dir/out"
        check "$format: continued from $cut of $size bytes" same "$all" "$dir/part.$format"
    done
    check "$format: rows that are there are not run again" has ' 0 of them new' "$dir/err"
    cp "$all" "$dir/other.$format"
    check "$format: a file of another sweep is refused" exits 2 "$W" sweep "$dir/s.ws" --vary load=0.05,0.1 -o "$dir/other.$format"
    check "$format: and left alone" same "$all" "$dir/other.$format"
done
echo 'my notes' >"$dir/notes"
check "a file of something else is refused" exits 2 "$W" sweep "$dir/s.ws" --vary load=0.1 -o "$dir/notes"
check "and left alone" has '^my notes$' "$dir/notes"
check "a file that cannot be opened: 3" exits 3 "$W" sweep "$dir/s.ws" --vary load=0.1 -o "$dir/no/such"

"$W" sweep "$dir/s.ws" --vary segment=33,0 --fields mean_hops,hosts_detail.0.accepted --csv >"$dir/out" 2>"$dir/err"
check "chosen columns" has '^sweep,point,segment,replica,mean_hops,hosts_detail.0.accepted$' "$dir/out"
check "nothing varies: 2" exits 2 "$W" sweep "$dir/s.ws"
check "an unknown parameter: 2" exits 2 "$W" sweep "$dir/s.ws" --vary laod=0.1
check "with the nearest" has 'load' "$dir/err"
check "a wrong value, found before anything runs: 2" exits 2 "$W" sweep "$dir/s.ws" --vary load=0.1,0.2,7
check "and no row" [ ! -s "$dir/out" ]
check "a range the wrong way round: 2" exits 2 "$W" sweep "$dir/s.ws" --vary load=0.3:0.1:0.1
check "a step of nothing: 2" exits 2 "$W" sweep "$dir/s.ws" --vary load=0.1:0.3:0
check "standard input: 2" exits 2 "$W" sweep - --vary load=0.1
check "the same parameter twice: 2" exits 2 "$W" sweep "$dir/s.ws" --vary load=0.1 --vary load=0.2
echo "1..$n"
exit $failed

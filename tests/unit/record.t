#!/bin/sh
# Recordings by the program: run --record, replay, diff; and what happens when a recording cannot be written or is no good.
. tests/tap.sh

at_exit() { chmod -R u+w "$dir"; }
value() { sed -n "s/.*\"$1\":\"\{0,1\}\([^,\"}]*\).*/\1/p" "$2"; }

cat >"$dir/extra.ws" <<'END'
set hosts-per-switch 2
set length exponential 100
END
cat >"$dir/small.net" <<'END'
switch a
switch b
hosts x 2 a
hosts y 2 b
link a b
END
cat >"$dir/small.ws" <<'END'
title "a small network # with \"signs\""
machine wormhole-lan
include extra.ws
set topology file small.net
set load 0.1
warmup 500
@3000 set load 0.4
@3000 note "more"
@200000 end
END

# ---- there and back ----
check "run --record" exits 0 "$W" run "$dir/small.ws" --json --record "$dir/a.wsr"
cp "$dir/out" "$dir/a.json"
check "the file has its name, and nothing else is left" [ "$(ls "$dir" | grep -c wsr)" = 1 ]
check "replay tells what is in it" exits 0 "$W" replay "$dir/a.wsr"
check "with the lines of the scenario" has '^scenario *@3000 set load 0.4' "$dir/out"
check "replay --verify" exits 0 "$W" replay "$dir/a.wsr" --verify
check "says how far" has 'verified to cycle 200000' "$dir/out"
check "and no complaint" [ ! -s "$dir/err" ]
check "replay --json" exits 0 "$W" replay "$dir/a.wsr" --verify --json
check "is one object" has '^{"schema":"wormscope-replay-1".*"verified":true.*}$' "$dir/out"
mkdir "$dir/far"
mv "$dir/a.wsr" "$dir/far"
mv "$dir/small.ws" "$dir/small.net" "$dir/extra.ws" "$dir/far"
(cd "$dir/far" && mkdir away && mv small.ws small.net extra.ws away)
check "it needs no file but itself" exits 0 "$W" replay "$dir/far/a.wsr" --verify
mv "$dir/far/away"/* "$dir"
mv "$dir/far/a.wsr" "$dir"
check "a recording runs like a scenario" exits 0 "$W" run "$dir/a.wsr" --json
check "to the same digest" [ "$(value digest "$dir/out")" = "$(value digest "$dir/a.json")" ]
check "from standard input" sh -c "'$W' replay - --verify <'$dir/a.wsr' >/dev/null"
check "overrides are recorded" exits 0 "$W" run "$dir/small.ws" -s load=0.2 -r 7 -c 5000 -w 10 --json -R "$dir/b.wsr"
cp "$dir/out" "$dir/b.json"
check "and replayed" exits 0 "$W" run "$dir/b.wsr" --json
check "to the same digest" [ "$(value digest "$dir/out")" = "$(value digest "$dir/b.json")" ]
check "but not changed from outside: 2" exits 2 "$W" run "$dir/a.wsr" -s load=0.3
check "a recording of a recording" exits 0 "$W" run "$dir/b.wsr" -R "$dir/c.wsr"
check "is the same" exits 0 "$W" diff "$dir/b.wsr" "$dir/c.wsr"

# ---- differences ----
check "diff of a file with itself" exits 0 "$W" diff "$dir/a.wsr" "$dir/a.wsr"
sed 's/@3000 set load 0.4/@3000 set load 0.5/' "$dir/small.ws" >"$dir/other.ws"
"$W" run "$dir/other.ws" -R "$dir/d.wsr" >/dev/null
check "diff of two courses: 1" exits 1 "$W" diff "$dir/a.wsr" "$dir/d.wsr"
check "names cycle and column" has 'from cycle 3000 on: column def: load is 0.4 and 0.5' "$dir/out"
check "diff --json" exits 1 "$W" diff "$dir/a.wsr" "$dir/d.wsr" --json
check "is one object" has '^{"schema":"wormscope-diff-1".*"cycle":3000,"column":"def".*}$' "$dir/out"
check "diff of two networks: 1" exits 1 "$W" diff "$dir/a.wsr" "$dir/b.wsr"
check "diff of one thing: 2" exits 2 "$W" diff "$dir/a.wsr"
check "diff of a branch that there is not: 2" exits 2 "$W" diff "$dir/a.wsr" "$dir/d.wsr" -b nosuch
check "says in which recording" has "^wormscope diff: $dir/d.wsr: there is no such branch" "$dir/err"

# ---- what is old ----
cp tests/golden/pool-cut.wsr "$dir/old.wsr"
check "of a time when a cut lost more: 1" exits 1 "$W" replay --force "$dir/old.wsr" --verify
check "the check and the cut are named" has 'the check at cycle 9000 of main does not hold .*first change since is `cut S0 S1` at cycle 3000' "$dir/err"

# ---- what is large ----
"$W" run cube/torus-32x32 -s topology="torus 64 64" -c 20 -R "$dir/large.wsr" >/dev/null 2>&1
for line in "replay $dir/large.wsr" "diff $dir/large.wsr $dir/large.wsr" "export $dir/large.wsr -o $dir/large.html -n 2"; do
    check "${line%% *}: a large network is not built unasked" exits 2 "$W" $line
    check "and how it is, is said" has 'at most 3000 are allowed here; --any-size builds it' "$dir/err"
    check "asked for, it is" exits 0 "$W" $line --any-size
done

# ---- what is no good ----
head -c 6000 "$dir/a.wsr" >"$dir/torn.wsr"
check "a torn end: played as far as it goes" exits 0 "$W" replay "$dir/torn.wsr" --verify
check "and said" has 'its end is missing: cut off behind byte [0-9]* (line [0-9]*)' "$dir/err"
sed 's/^check 65536 ./check 65536 x/' "$dir/a.wsr" >"$dir/bad.wsr"
check "damage: 3" exits 3 "$W" replay "$dir/bad.wsr" --verify
check "with line and byte" has 'bad.wsr: line [0-9]*, byte [0-9]*: the line is damaged' "$dir/err"
check "for run too: 3" exits 3 "$W" run "$dir/bad.wsr"
check "a scenario is no recording: 3" exits 3 "$W" replay "$dir/small.ws"
check "an empty file is no recording: 3" exits 3 "$W" replay /dev/null
check "no file: 3" exits 3 "$W" replay "$dir/none.wsr"
check "no operand: 2" exits 2 "$W" replay

# ---- where it cannot be written ----
survives() { # survives WHAT FILE: the run goes on, its result is printed, the trouble told in one line, the code is 3
    "$W" run "$dir/small.ws" --json -R "$2" >"$dir/out" 2>"$dir/err"
    check "$1: exit code 3" [ $? -eq 3 ]
    check "$1: the run is not disturbed" [ "$(value digest "$dir/out")" = "$(value digest "$dir/a.json")" ]
    check "$1: said in one line" [ "$(wc -l <"$dir/err")" -eq 1 ]
    sed 's/^/# /' "$dir/err"
}
[ -e /dev/full ] && survives "a full device" /dev/full
survives "no such directory" "$dir/none/a.wsr"
survives "a directory" "$dir"
survives "somebody's file" "$dir/small.ws"
check "which is left alone" has 'machine wormhole-lan' "$dir/small.ws"
: >"$dir/e.wsr.part"
survives "an unfinished recording in the way" "$dir/e.wsr"
if [ "$(id -u)" != 0 ]; then
    mkdir "$dir/locked" && chmod 500 "$dir/locked"
    survives "a read-only directory" "$dir/locked/a.wsr"
else
    survives "a directory in which nothing can be made" /proc/a.wsr
fi

# A disk that fills up: a limit on the size of files, and (where it may be mounted) a disk of 16 KiB.
(trap '' XFSZ; ulimit -f 24; "$W" run "$dir/small.ws" --json -c 2000000 -R "$dir/f.wsr" >"$dir/out" 2>"$dir/err")
check "no room for more: 3" [ $? -eq 3 ]
check "is said" has 'the recording has stopped (what was written before is in ' "$dir/err"
check "what was written stays good" exits 0 "$W" replay "$dir/f.wsr.part" --verify
check "to the last whole line" has 'its end is missing' "$dir/err"
cat >"$dir/full.sh" <<END
mount -t tmpfs -o size=8k none "$dir/far" 2>/dev/null || exit 77
"$W" run "$dir/small.ws" --json -c 2000000 -R "$dir/far/g.wsr" >"$dir/out" 2>"$dir/err"
code=\$?
"$W" replay "$dir/far/g.wsr.part" --verify >>"$dir/out" 2>>"$dir/err" || exit 1
exit \$code
END
unshare -rm sh "$dir/full.sh" 2>/dev/null
case $? in
3) check "a full disk: said, and what was written stays good" has 'No space left on device' "$dir/err" ;;
77 | 1 | 126 | 127) skip "no disk may be mounted here" ;;
*) check "a full disk" false ;;
esac

# A pipe that is read, if late, and one whose reader goes away.
mkfifo "$dir/pipe"
{ sleep 0.3 && timeout 60 cat "$dir/pipe" >"$dir/piped.wsr"; } &
check "through a pipe" exits 0 "$W" run "$dir/small.ws" -R "$dir/pipe"
wait
check "comes the same" exits 0 "$W" diff "$dir/a.wsr" "$dir/piped.wsr"
check "and whole" has '^end #' "$dir/piped.wsr"
timeout 60 head -c 3000 "$dir/pipe" >"$dir/piped.wsr" &
survives "a closed pipe" "$dir/pipe"
wait
survives "a pipe that nobody reads" "$dir/pipe"
tap_end

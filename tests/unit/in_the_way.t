#!/bin/sh
# in_the_way.t - what lies where a file is to be made: symbolic links where temporary files go, another program that makes the same
# recording, a file that was whole when the disk is full. Nobody's file is lost.
. tests/tap.sh

at_exit() { chmod -R u+w "$dir"; }
run() { "$W" run kwan/two-hosts -c 3000 --warmup 0 "$@"; }
precious() { echo "of great value" >"$dir/precious"; }
is_precious() { [ "$(cat "$dir/precious")" = "of great value" ]; }
is_left_alone() { is_precious && [ "$(ls "$dir" | grep -c '\.[0-9]')" = 0 ]; }

# ---- symbolic links ----
precious
for name in a.wsr.part.new a.wsr.new a.wsr.part; do ln -s "$dir/precious" "$dir/$name"; done
check "a link where a recording is made: 3" exits 3 run -R "$dir/a.wsr"
check "and what it leads to is as it was" is_precious
rm -f "$dir"/a.wsr*
ln -s "$dir/nothing" "$dir/a.wsr.part"
run -R "$dir/a.wsr" >/dev/null 2>&1
check "a link that leads nowhere leads nowhere then" [ ! -e "$dir/nothing" ]
rm -f "$dir"/a.wsr*
# The name of the file in which the head is written holds the number of the program, which is known before it runs.
cat >"$dir/late.sh" <<'END'
ln -s "$2" "$3.part.$$.new"
ln -s "$2" "$4.$$-0"
exec "$1" run kwan/two-hosts -c 3000 --warmup 0 -R "$3"
END
check "links by the names of temporary files do not disturb" exits 0 sh "$dir/late.sh" "$W" "$dir/precious" "$dir/b.wsr" "$dir/none"
check "the recording is there" exits 0 "$W" replay --verify "$dir/b.wsr"
check "and what they led to is as it was" is_precious
sed 's/exec .*/exec "$1" render kwan\/two-hosts --at 200 -o "$4"/' "$dir/late.sh" >"$dir/late2.sh"
check "nor those where pictures are written" exits 0 sh "$dir/late2.sh" "$W" "$dir/precious" "$dir/c.wsr" "$dir/b.svg"
check "the picture is there" has '<svg' "$dir/b.svg"
check "and what they led to is as it was" is_precious
rm -f "$dir"/*.new "$dir"/*-0
ln -s b.svg "$dir/link.svg"
check "a picture through a link" exits 0 "$W" render kwan/two-hosts --at 300 -o "$dir/link.svg"
check "goes to where the link leads" [ -L "$dir/link.svg" ]
check "and nothing is left beside it" is_left_alone

# ---- a scenario that cannot be read, in a list of scenarios ----
mkdir -p "$dir/data/wormscope/scenarios"
ln -s round.ws "$dir/data/wormscope/scenarios/round.ws"
list() { XDG_DATA_HOME="$dir/data" "$W" list; }
check "a link that leads to itself among scenarios: 3" exits 3 list
list >"$dir/list" 2>"$dir/list.err"
check "it is named" has 'round.ws: Too many levels of symbolic links' "$dir/list.err"
"$W" list >"$dir/list.all"
check "and all others are listed" cmp -s "$dir/list" "$dir/list.all"

# ---- files of the library that are there and cannot be read: the reason is said, not that there are none ----
library="$dir/own/wormscope"
mkdir -p "$library/scenarios/machines" "$library/themes"
echo 'machine odd' >"$dir/odd.ws"
odd() { # odd WHAT REASON CODE: each name is looked up; the code of a scenario
    check "a machine that is $1: 2" exits 2 env XDG_DATA_HOME="$dir/own" "$W" run "$dir/odd.ws" -c 10
    check "it is named, and the reason" has "odd.ws:1:9: $library/scenarios/machines/odd.ws: .*$2" "$dir/err"
    check "a scenario that is $1: $3" exits "$3" env XDG_DATA_HOME="$dir/own" "$W" run odd -c 10
    check "it is named, and the reason" has "^$library/scenarios/odd.ws: .*$2" "$dir/err"
    check "a theme that is $1: 2" exits 2 env XDG_DATA_HOME="$dir/own" "$W" render kwan/two-hosts --theme odd
    check "it is named, and the reason" has "$library/themes/odd.theme: .*$2" "$dir/err"
    rm -rf "$library"/*/odd.* "$library/scenarios/machines/odd.ws"
}
each() { for file in scenarios/machines/odd.ws scenarios/odd.ws themes/odd.theme; do "$@" "$library/$file"; done; }
each mkdir
odd "a folder" "is a directory" 3
link() { ln -s "${1##*/}" "$1"; }
each link
odd "a link to itself" "Too many levels of symbolic links" 3
each ln -s "$dir/nowhere"
odd "a link to nothing" "No such file or directory" 3
each truncate -s 2M
odd "too long" "is longer than 1 MiB" 2
each mkfifo
odd "a pipe" "is a pipe" 3

# ---- two recordings to one file ----
for i in 1 2 3 4; do
    rm -f "$dir"/two.wsr*
    run -R "$dir/two.wsr" >"$dir/out1" 2>"$dir/err1" & first=$!
    run -R "$dir/two.wsr" >"$dir/out2" 2>"$dir/err2"
    second=$?
    wait $first
    first=$?
    if [ $first != 0 ] && [ $second != 0 ]; then break; fi
    "$W" replay --verify "$dir/two.wsr" >/dev/null 2>&1 || break
    [ $first = 0 ] || grep -q 'is there: a recording that is being made\|another program is making it' "$dir/err1" || break
    [ $second = 0 ] || grep -q 'is there: a recording that is being made\|another program is making it' "$dir/err2" || break
    [ ! -e "$dir/two.wsr.part" ] || break
    [ $i = 4 ] && i=done
done
check "two programs record to one file: one does, or one after the other, and nothing is broken" [ "$i" = done ]

# ---- a file that was whole, and a full disk ----
run -R "$dir/old.wsr" >/dev/null 2>&1
full() { # full WHAT FILE ARGUMENT...: with room for 2 KB only, FILE stays as it was
    of=$1 file=$2
    shift 2
    echo "the old one" >"$file"
    (ulimit -f 4; "$W" "$@" >"$dir/out" 2>"$dir/err")
    code=$?
    check "$of, no room: 3 ($code)" [ $code = 3 ]
    check "$of: said in words" [ -s "$dir/err" ]
    check "$of: the old file is as it was" [ "$(cat "$file")" = "the old one" ]
}
full "render" "$dir/p.svg" render kwan/torus-3x3 --at 300 -o "$dir/p.svg"
full "export" "$dir/p.html" export "$dir/old.wsr" -n 5 -o "$dir/p.html"
full "handout" "$dir/h.html" handout worm -o "$dir/h.html"
full "cast" "$dir/p.cast" cast kwan/torus-3x3 --to 3000 -o "$dir/p.cast"
cp "$dir/old.wsr" "$dir/kept.wsr"
limited() { (ulimit -f 4; "$W" "$@" -R "$dir/old.wsr"); }
check "run records, no room: 3" exits 3 limited run kwan/torus-3x3 -c 3000
check "said in words" has 'File too large; the recording has stopped' "$dir/err"
check "host records, no room: 3" exits 3 limited host kwan/torus-3x3 --no-screen --listen "unix:$dir/s" -c 4000 --pace 20000 --linger 0
check "said in words" has 'File too large; the recording has stopped' "$dir/err"
check "the old recording is as it was" cmp -s "$dir/kept.wsr" "$dir/old.wsr"
check "and nothing is left beside them" is_left_alone
mkdir "$dir/closed"
echo old >"$dir/closed/p.svg"
chmod 500 "$dir/closed"
check "a folder that takes no new file: its own file is written all the same" exits 0 "$W" render kwan/two-hosts --at 300 -o "$dir/closed/p.svg"
check "as it should be" has '<svg' "$dir/closed/p.svg"
[ ! -e /dev/full ] || check "a full device: 3" exits 3 "$W" cast kwan/torus-3x3 --to 3000 -o /dev/full

# ---- a disk in memory that is full, where one may be mounted ----
cat >"$dir/full.sh" <<'END'
mount -t tmpfs -o size=24k none "$2/disk" && cd "$2/disk" || exit 99
echo old >p.svg
"$1" render kwan/torus-3x3 --at 300 -o p.svg 2>err-render
echo "render $?"
"$1" run kwan/two-hosts -c 100000 --warmup 0 -R r.wsr >/dev/null
echo "record $?"
cat /dev/zero >fill 2>/dev/null
"$1" run kwan/two-hosts -c 3000 --warmup 0 -R s.wsr >/dev/null 2>"$2/err-run"
echo "full $?"
"$1" sweep kwan/two-hosts -v load=0.1,0.2 -c 1000 -w 0 -j1 --json -o rows.json 2>"$2/err-sweep"
echo "sweep $?"
"$1" replay --verify r.wsr >/dev/null
echo "replay $?"
cp p.svg "$2/kept.svg"
cp err-render "$2/err-render"
ls
rm fill r.wsr
points="kwan/two-hosts -v load=0.1:0.6:0.1 -c 1000 -w 0 -j1"
"$1" sweep $points -o half.json 2>"$2/err-half"
echo "half $?"
cp half.json "$2/half.json"
mount -o remount,size=1m "$2/disk"
"$1" sweep $points -o half.json 2>/dev/null
"$1" sweep $points -o whole.json 2>/dev/null
cmp half.json whole.json
echo "resumed $?"
END
mkdir "$dir/disk"
if unshare -rm true 2>/dev/null && unshare -rm sh "$dir/full.sh" "$W" "$dir" >"$dir/out" 2>"$dir/err"; then
    check "a full tmpfs, render: 3" has '^render 3' "$dir/out"
    check "a full tmpfs, render: says why" has 'No space left' "$dir/err-render"
    check "a full tmpfs: the old picture is as it was" [ "$(cat "$dir/kept.svg")" = old ]
    check "a recording that fits is made" has '^record 0' "$dir/out"
    check "and holds when the disk is full" has '^replay 0' "$dir/out"
    check "a full tmpfs, record: 3" has '^full 3' "$dir/out"
    check "a full tmpfs, record: says why" has 'No space left' "$dir/err-run"
    check "a full tmpfs, sweep: 3" has '^sweep 3' "$dir/out"
    check "a full tmpfs, sweep: says why" has 'No space left' "$dir/err-sweep"
    check "a disk that fills up half-way: 3" has '^half 3' "$dir/out"
    check "some rows are there, each whole" [ "$(grep -c '"seal":"[0-9a-f]*"}$' "$dir/half.json") $(wc -l <"$dir/half.json")" = \
        "$(wc -l <"$dir/half.json") $(grep -c . "$dir/half.json")" ]
    check "but not all" sh -c "n=\$(grep -c . '$dir/half.json'); [ \$n -gt 0 ] && [ \$n -lt 6 ]"
    check "with room, the same command fills in the rest" has '^resumed 0' "$dir/out"
    check "nothing is left there but what was made" [ "$(grep -vc '^[a-z]* [0-9]' "$dir/out")" -le 5 ]
else
    skip "no disk can be mounted here"
fi
tap_end

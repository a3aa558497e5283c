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
    (trap '' XFSZ; ulimit -f 4; "$W" "$@" >"$dir/out" 2>"$dir/err")
    code=$?
    check "$of, no room: 3 ($code)" [ $code = 3 ]
    check "$of: said in words" [ -s "$dir/err" ]
    check "$of: the old file is as it was" [ "$(cat "$file")" = "the old one" ]
}
full "render" "$dir/p.svg" render kwan/torus-3x3 --at 300 -o "$dir/p.svg"
full "export" "$dir/p.html" export "$dir/old.wsr" -n 5 -o "$dir/p.html"
full "handout" "$dir/h.html" handout worm -o "$dir/h.html"
full "cast" "$dir/p.cast" cast kwan/torus-3x3 --to 3000 -o "$dir/p.cast"
check "and nothing is left beside them" is_left_alone
mkdir "$dir/closed"
echo old >"$dir/closed/p.svg"
chmod 500 "$dir/closed"
check "a folder that takes no new file: its own file is written all the same" exits 0 "$W" render kwan/two-hosts --at 300 -o "$dir/closed/p.svg"
check "as it should be" has '<svg' "$dir/closed/p.svg"
[ ! -e /dev/full ] || check "a full device: 3" exits 3 "$W" cast kwan/torus-3x3 --to 3000 -o /dev/full
tap_end

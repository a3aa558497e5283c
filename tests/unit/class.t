#!/bin/sh
# A class by the program: host and join without a screen, over a unix socket and over TCP; who may come in, and what is left behind.
. tests/tap.sh

hosts=""
at_exit() { for p in $hosts; do kill "$p" 2>/dev/null; done; }

says() { grep -q -- "$1" "$dir/out" "$dir/err"; }
host() { # host NAME ARGUMENT...: begins a class; its address is in $address
    name=$1
    shift
    "$W" host kwan/torus-3x3 --no-screen "$@" >"$dir/$name.out" 2>"$dir/$name.err" &
    pid=$!
    hosts="$hosts $pid"
    for _ in $(seq 600); do
        [ -s "$dir/$name.out" ] || ! kill -0 "$pid" 2>/dev/null && break
        sleep 0.1
    done
    address=$(head -n 1 "$dir/$name.out")
}
value() { sed -n "s/.*\"$1\":\"\{0,1\}\([^,\"}]*\).*/\1/p" "$2" | tail -n 1; }
matches() { expr "$1" : "$2" >/dev/null; }
mode() { [ "$(stat -c %a "$2")" = "$1" ]; }

cat >"$dir/script" <<'END'
# typed
@300 set load 0.5
@300 pace 4000
@1500 set segment 0
@2500 note "nearly over"
END

# ---- TCP ----
host tcp --listen 127.0.0.1:0 --script "$dir/script" --record "$dir/a.wsr" --json -c 4000 --linger 60
check "the first line is the address, with a token of 128 bits" matches "$address" '127\.0\.0\.1:[0-9]*#[0-9a-f]\{32\}$' 
check "a student follows to the end" exits 0 "$W" join "$address" --as ann --no-screen
check "and says that the digest is equal" says '"verified":true'
digest=$(value digest "$dir/out")
check "one who comes when it is over follows as well" exits 0 "$W" join "$address" --as late --no-screen
check "a wrong token is refused" exits 3 "$W" join "${address%#*}" --token wrongwrongwrongwrong --no-screen
check "in words" says 'token is not right'
check "no token is refused" exits 3 "$W" join "${address%#*}" --no-screen
kill "$pid"
wait "$pid"
check "the host ends in order" test $? -eq 0
check "the digest is the host's" test "$digest" = "$(value digest "$dir/tcp.out")"
check "the journal is a recording that verifies" exits 0 "$W" replay --verify "$dir/a.wsr"
check "it has the same end" says 'to cycle 4000'
check "it is the run of the same lines" exits 0 "$W" run "$dir/a.wsr"
check "the journal names nobody" sh -c "! grep -q 'ann\|late' $dir/a.wsr"
check "the list beside it does" grep -q 'joined - "ann"' "$dir/a.wsr.class"
check "and only its owner can read it" mode 600 "$dir/a.wsr.class"

# ---- all interfaces ----
host lan --listen 0.0.0.0:0 -c 2000 --pace max --linger 60
check "of all interfaces an address is told that others can use" matches "$address" '[1-9][0-9.]*:[1-9][0-9]*#[0-9a-f]\{32\}$'
check "by which one can join" exits 0 "$W" join "$address" --no-screen
check "where there is no terminal to follow on, it is said" exits 2 "$W" join "$address" </dev/null
check "nor to hold a class" exits 2 "$W" host kwan/torus-3x3 </dev/null
check "in words" says 'not a terminal'
kill "$pid"

# ---- a unix socket ----
host unix --listen "unix:$dir/s" -c 100000 --pace 1000
check "a unix socket needs no token" test "$address" = "unix:$dir/s"
check "nobody else can use it" mode 600 "$dir/s"
check "another class cannot be held there" exits 3 "$W" host kwan/torus-3x3 --no-screen --listen "unix:$dir/s"
check "in words" says 'a class is being held there'
kill "$pid"
check "a lecture that is ended by a signal is over in order" exits 0 "$W" join "$address" --no-screen
kill "$pid"
wait "$pid"
check "the socket is gone" test ! -e "$dir/s"
touch "$dir/file"
check "a folder that is not there" exits 3 "$W" host kwan/torus-3x3 --no-screen --listen "unix:$dir/none/s"
check "is named by the socket" says "$dir/none/s: No such file"
check "a file in the way is not replaced" exits 3 "$W" host kwan/torus-3x3 --no-screen --listen "unix:$dir/file"
check "nothing is left of the private directory" sh -c "! ls -d $dir/.ws* 2>/dev/null"

# ---- a group ----
# One that exists, and, where we may choose, is not the one that our files have anyway.
groups=$(id -G)
[ "$(id -u)" != 0 ] || groups=$(getent group | cut -d: -f3)
gid=$(id -g)
for other in $groups; do [ "$other" = "$(id -g)" ] || gid=$other; done
host group --listen "unix:$dir/g" --group "$(getent group "$gid" | cut -d: -f1)" -c 2000 --pace max --linger 60
check "a group may use the socket, and no others" test "$(stat -c '%a %g' "$dir/g")" = "660 $gid"
chmod 711 "$dir"
as() { setpriv --reuid 65534 --regid "$1" --clear-groups -- "$W" join "unix:$dir/g" --no-screen --as x --patience 0; }
if as "$gid" >/dev/null 2>&1; then
    check "who is of the group follows" exits 0 as "$gid"
    check "nobody else comes in" exits 3 as 65533
    check "in words" says 'permission denied'
else
    skip "we cannot be somebody else"
fi
chmod 700 "$dir"
kill "$pid"
wait "$pid"
check "there is no such group" exits 3 "$W" host kwan/torus-3x3 --no-screen --listen "unix:$dir/g" --group "no such group"
check "in words" says 'unknown group'
host mode --listen "unix:$dir/m" --mode 0666 -c 100000
check "a mode as it is asked for" mode 666 "$dir/m"
kill "$pid"

# ---- as fast as it goes ----
"$W" run kwan/torus-3x3 -c 300000 --json >"$dir/run" 2>/dev/null
host fast --listen "unix:$dir/f" -c 300000 --pace max --json --linger 60
check "300,000 cycles at --pace max are followed (at 500 a second they would be ten minutes)" exits 0 timeout 300 "$W" join "$address" --no-screen
kill "$pid"
wait "$pid"
check "and are those of a run" matches "$(value digest "$dir/run") $(value digest "$dir/fast.out")" '\([0-9a-f]\{16\}\) \1$'

# ---- a roster ----
printf 'id,name\ns1,Ann\ns1,Ben\n' >"$dir/twins.csv"
check "one with a student twice" exits 3 "$W" host kwan/torus-3x3 --no-screen --listen 127.0.0.1:0 --roster "$dir/twins.csv"
check "is told by file and line" says "$dir/twins.csv: line 3: the id s1 is there twice"
printf 'id,name\ns1,"Ann, A."\ns2,Ben\n' >"$dir/r.csv"
host roster --listen 127.0.0.1:0 --roster "$dir/r.csv" --record "$dir/b.wsr" -c 100000 --pace 1000
check "with a roster the address has no token" matches "$address" '127\.0\.0\.1:[0-9]*$' 
token=$(sed -n 's/^token \([0-9a-f]*\) "s1"$/\1/p' "$dir/b.wsr.class")
"$W" join "$address" --no-screen --token "$token" >"$dir/first" 2>/dev/null &
first=$!
for _ in $(seq 600); do grep -q 'joined s1' "$dir/b.wsr.class" && break || sleep 0.1; done
check "a personal token lets one in at a time" exits 3 "$W" join "$address" --no-screen --token "$token"
check "in words" says 'in use'
kill "$pid"
wait "$first"
check "and who had it is not disturbed" grep -q '"verified":true' "$dir/first"
check "the token names the student" grep -q 'joined s1 "Ann, A."' "$dir/b.wsr.class"
kill "$pid"
wait "$pid"

# ---- a lecture that was killed goes on, wherever its journal lies ----
name=$(printf '%0200d' 0)
long="$dir/$name/$name/$name"
mkdir -p "$long"
host killed --listen "unix:$dir/s" --record "$long/c.wsr" -c 100000 --pace 1000
kill -9 "$pid"
wait "$pid" 2>/dev/null
check "it goes on" exits 0 "$W" host "$long/c.wsr.part" --no-screen --listen "unix:$dir/s" -c 4000 --pace max --linger 0
check "its journal is whole" exits 0 "$W" replay --verify "$long/c.wsr"
check "and has the end" says 'to cycle 4000'

# ---- what is wrong ----
check "an address that is none" exits 2 "$W" join nowhere --no-screen
check "is told what is expected" says 'expected unix:PATH or ADDR:PORT'
check "a token that is too short" exits 3 "$W" host kwan/torus-3x3 --no-screen --listen 127.0.0.1:0 --token short
check "a host that is not there" exits 3 "$W" join 127.0.0.1:1 --no-screen --patience 0
for files in 4 6 8 10 12 14; do
    for command in "join unix:$dir/nobody --no-screen --patience 0" "host kwan/two-hosts --no-screen --listen unix:$dir/few -c 600 --pace 5000 --linger 0"; do
        (ulimit -n $files; exec timeout 60 "$W" $command) >"$dir/out" 2>"$dir/err" </dev/null
        code=$?
        check "${command%% *} with $files file descriptors ends in order ($code), in words" [ $code -eq 0 -o $code -eq 3 -a -s "$dir/err" ]
    done
done
printf 'set load 0.1\n' >"$dir/bad"
check "a script without cycles" exits 2 "$W" host kwan/torus-3x3 --no-screen --script "$dir/bad"
tap_end

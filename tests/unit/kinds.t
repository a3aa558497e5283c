#!/bin/sh
# What is no file (a named pipe, a device, a directory, a socket) is refused in words wherever a file is read, and never waited for.
. tests/tap.sh

has() { grep -q -- "$1" "$dir/err"; }
exits() { # exits CODE COMMAND...: 124 if it waits
    code=$1
    shift
    timeout 60 "$@" >"$dir/out" 2>"$dir/err" </dev/null
    [ $? -eq "$code" ]
}

mkfifo "$dir/pipe"
mkdir "$dir/folder"
cat >"$dir/small.ws" <<'END'
set topology line 2
set load 0.1
@100 end
END
"$W" run "$dir/small.ws" -R "$dir/small.wsr" >/dev/null

# ---- as a scenario or a recording, for every command that takes one ----
for command in run "sweep -v load=0.1,0.2" render cast series saqs replay "replay --verify" "diff $dir/small.wsr"; do
    # shellcheck disable=SC2086 # words
    check "$command: a pipe is refused: 3" exits "$(case $command in sweep*) echo 2 ;; *) echo 3 ;; esac)" "$W" $command "$dir/pipe"
    check "$command: in words" has "$dir/pipe: is a pipe; only files are read"
done
check "a device: 3" exits 3 "$W" run /dev/zero
check "in words" has '^/dev/zero: is a device; only files are read$'
check "a directory: 2" exits 2 "$W" run "$dir/folder"
check "in words" has "^$dir/folder: is a directory; name a file in it\$"
check "a directory as a recording: 2" exits 2 "$W" replay "$dir/folder"
check "in words" has 'is a directory'

# ---- as a part of a scenario ----
included() { # included WHAT WORDS: a line that includes it is refused, with its place
    printf 'set load 0.1\n  include %s\n' "$1" >"$dir/x.ws"
    check "include $2: 2 or 3" sh -c "timeout 60 '$W' run '$dir/x.ws' >'$dir/out' 2>'$dir/err'; case \$? in 2 | 3) ;; *) false ;; esac"
    check "with its place" has "^$dir/x.ws:2:11: .*: is a $2"
    printf 'set load 0.1\nset topology file %s\n' "$1" >"$dir/x.ws"
    check "network file $2: 2 or 3" sh -c "timeout 60 '$W' run '$dir/x.ws' >'$dir/out' 2>'$dir/err'; case \$? in 2 | 3) ;; *) false ;; esac"
    check "with its place" has "^$dir/x.ws:2:5: .*: is a $2"
}
included pipe pipe
included /dev/zero device
included folder directory
included "$dir/folder" directory

# ---- elsewhere ----
check "a theme: 2" exits 2 "$W" render "$dir/small.ws" --theme "$dir/pipe"
check "in words" has 'is a pipe'
mkdir -p "$dir/config/wormscope" "$dir/state/wormscope"
mkfifo "$dir/config/wormscope/keys" "$dir/state/wormscope/recent"
check "a file of keys" exits 2 env XDG_CONFIG_HOME="$dir/config" "$W" keys
check "in words" has 'is a pipe'
check "a data folder with a pipe in it" exits 0 env XDG_DATA_HOME="$dir/data" "$W" list
mkdir -p "$dir/data/wormscope/scenarios"
mkfifo "$dir/data/wormscope/scenarios/one.ws" "$dir/data/wormscope/scenarios/subjects"
check "is listed without it" exits 0 env XDG_DATA_HOME="$dir/data" "$W" list
check "which is no scenario" sh -c "! grep -q '^one' '$dir/out'"

# ---- what is open already may be a pipe ----
check "standard input" sh -c "cat '$dir/small.ws' | '$W' run - >'$dir/out'"
check "by its other name" sh -c "cat '$dir/small.ws' | '$W' run /dev/stdin >'$dir/out'"
check "a descriptor of the shell" sh -c "cat '$dir/small.ws' | { '$W' run /dev/fd/3 3<&0 </dev/null >'$dir/out'; }"
tap_end

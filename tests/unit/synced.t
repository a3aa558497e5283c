#!/bin/sh
# A file that takes another's place by its name keeps it if the power fails: the folder is synced behind each rename, seen by strace.
. tests/tap.sh
command -v strace >/dev/null || skip_all "there is no strace"

# Every rename is followed by an fsync of the folder before anything else is renamed.
synced() { # TRACE
    awk -v folder="$folder" '
        /rename/ && /= 0/ { renamed++; open = 1; next }
        /^[0-9]* *fsync\(/ && index($0, "<" folder ">") && open { open = 0; good++ }
        END { exit !(renamed > 0 && good == renamed) }' "$1"
}
traced() { strace -f -y -o "$dir/trace" -e trace=rename,renameat,renameat2,fsync,linkat,link "$@" >"$dir/out" 2>"$dir/err"; }
mkdir "$dir/files"
folder=$(cd "$dir/files" && pwd -P)
printf 'set topology line 2\nset load 0.2\n@20000 end\n' >"$dir/files/s.ws"
traced "$W" run "$dir/files/s.ws" -R "$dir/files/a.wsr"
check "a recording" synced "$dir/trace"
"$W" sweep "$dir/files/s.ws" -v load=0.1,0.2 -o "$dir/files/rows.json" >"$dir/out" 2>"$dir/err"
sed -n '2p;1p' "$dir/files/rows.json" >"$dir/files/turned" && sed -i '1{h;d};${p;x}' "$dir/files/rows.json"
traced "$W" sweep "$dir/files/s.ws" -v load=0.1,0.2 -o "$dir/files/rows.json"
check "rows that are put in order" synced "$dir/trace"
traced "$W" plot "$dir/files/rows.json" -o "$dir/files/plot.svg"
check "a file that is written whole" synced "$dir/trace"
tap_end

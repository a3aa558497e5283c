#!/bin/sh
# The pictures in README.md are what the commands above them print. `UPDATE=1 tests/unit/readme.t` writes them anew: look at the
# difference.
W=${BUILD:-build}/wormscope
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
n=0
failed=0

# README.md once more, each picture made by its command, the first line of a block that begins with "$ build/wormscope render".
while IFS= read -r line; do
    case $line in
    '$ build/wormscope render '*)
        n=$((n + 1))
        printf '%s\n' "$line"
        # shellcheck disable=SC2086 # the words of the command
        "$W" ${line#\$ build/wormscope } >"$dir/$n" 2>"$dir/err" || echo "$line" >>"$dir/bad"
        cat "$dir/$n"
        skip=1
        continue
        ;;
    '```'*) skip= ;;
    esac
    [ "$skip" ] || printf '%s\n' "$line"
done <README.md >"$dir/README.md"
find "$dir" -maxdepth 1 -name '[0-9]*' | wc -l >"$dir/count"

if [ "$UPDATE" ] && [ ! -e "$dir/bad" ]; then cat "$dir/README.md" >README.md; fi
if [ "$(cat "$dir/count")" -eq 4 ]; then echo "ok 1 - there are four pictures"; else echo "not ok 1 - there are four pictures"; failed=1; fi
if [ ! -e "$dir/bad" ]; then echo "ok 2 - their commands work"; else echo "not ok 2 - their commands work"; sed 's/^/# /' "$dir/bad"; failed=1; fi
if cmp -s README.md "$dir/README.md"; then echo "ok 3 - they are what their commands print"; else
    echo "not ok 3 - they are what their commands print"
    diff README.md "$dir/README.md" | head -20 | sed 's/^/# /'
    failed=1
fi
echo "1..3"
exit $failed

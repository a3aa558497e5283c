#!/bin/sh
# keys.t - digests and recordings know columns and fields by their keys, not by their names in C: a build in which some of them have
# other names gives the same digests, and recordings of before hold in it.
CC=${CC:-cc} BUILD=${BUILD:-build}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
n=0 failed=0
report() { # report STATUS TEXT
    n=$((n + 1))
    if [ "$1" = 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; sed 's/^/# /' "$work/log" | tail -n 20; failed=1; fi
}

# The name that the table of columns, or of fields, has for a key.
column_name() { sed -nE "s/^ *C\(at, [a-z0-9_]+, ([a-z0-9_]+), [a-z0-9_]+, \"$1\".*/\1/p" src/core/columns.h; }
field_name() { sed -nE "s/^ *F\(row, [a-z0-9]+, ([a-z0-9_]+), \"$1\".*/\1/p" src/core/fields.h | head -n 1; }

tar cf - Makefile include src scenarios themes tests .ci man | tar xf - -C "$work" || exit 1
: >"$work/log"
for name in "$(column_name link_flits)" "$(column_name accept_turn)" "$(field_name rx)" "$(field_name ring_head)"; do
    [ -n "$name" ] || { echo "a key has gone from the tables" >"$work/log"; report 1 "the tables have the keys"; continue; }
    grep -rlw --include='*.[ch]' --include='*.def' "$name" "$work/src" "$work/include" "$work/tests" |
        xargs perl -pi -e "s/(?<![\"\\w])$name(?![\"\\w])/renamed_$name/g"
done
grep -rqw "renamed_$(column_name link_flits)" "$work/src"
report $? "names in C are changed"
make -s -C "$work" CC="$CC" OPT=-O1 BUILD=build WERROR= build/wormscope build/tests/golden/golden.t >"$work/log" 2>&1
report $? "it builds"
(cd "$work" && build/tests/golden/golden.t) >"$work/log" 2>&1
report $? "every golden digest is the same"
(cd "$work" && build/wormscope replay --verify tests/golden/session.wsr) >"$work/log" 2>&1
report $? "a recording of before holds"
"$BUILD/wormscope" run kwan/torus-3x3 -c 30000 -R "$work/ours.wsr" >/dev/null
"$work/build/wormscope" run kwan/torus-3x3 -c 30000 -R "$work/theirs.wsr" >/dev/null 2>"$work/log"
cmp "$work/ours.wsr" "$work/theirs.wsr" >>"$work/log" 2>&1
report $? "both builds write the same recording, byte for byte"
echo "1..$n"
exit $failed

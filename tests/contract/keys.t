#!/bin/sh
# keys.t - digests and recordings know columns and fields by their keys, not by their names in C: a build in which some of them have
# other names gives the same digests, and recordings of before hold in it.
. tests/tap.sh

CC=${CC:-cc}

# The name that the table of columns, or of fields, has for a key.
column_name() { sed -nE "s/^ *C\(at, [a-z0-9_]+, ([a-z0-9_]+), [a-z0-9_]+, \"$1\".*/\1/p" src/core/columns.h; }
field_name() { sed -nE "s/^ *F\(row, [a-z0-9]+, ([a-z0-9_]+), \"$1\".*/\1/p" src/core/fields.h | head -n 1; }

tar cf - Makefile include src scenarios themes tests .ci man | tar xf - -C "$dir" || exit 1
: >"$dir/err"
for name in "$(column_name link_flits)" "$(column_name accept_turn)" "$(field_name rx)" "$(field_name ring_head)"; do
    [ -n "$name" ] || { echo "a key has gone from the tables" >"$dir/err"; report 1 "the tables have the keys"; continue; }
    grep -rlw --include='*.[ch]' --include='*.def' "$name" "$dir/src" "$dir/include" "$dir/tests" |
        xargs perl -pi -e "s/(?<![\"\\w])$name(?![\"\\w])/renamed_$name/g"
done
grep -rqw "renamed_$(column_name link_flits)" "$dir/src"
report $? "names in C are changed"
# What is built already is built anew only where a name has changed; objects with sanitizers do not fit to those without.
mkdir "$dir/build"
nm "$BUILD/libwormscope.a" 2>/dev/null | grep -q __asan_init || cp -Rp "$BUILD/src" "$dir/build/src"
make -s -C "$dir" CC="$CC" OPT=-O1 BUILD=build WERROR= build/wormscope build/tests/golden/golden.t >"$dir/err" 2>&1
report $? "it builds"
(cd "$dir" && build/tests/golden/golden.t) >"$dir/err" 2>&1
report $? "every golden digest is the same"
(cd "$dir" && build/wormscope replay --verify tests/golden/session.wsr) >"$dir/err" 2>&1
report $? "a recording of before holds"
"$BUILD/wormscope" run kwan/torus-3x3 -c 30000 -R "$dir/ours.wsr" >/dev/null
"$dir/build/wormscope" run kwan/torus-3x3 -c 30000 -R "$dir/theirs.wsr" >/dev/null 2>"$dir/err"
# A slow machine writes more checks: one for each second that has passed.
plain() { awk '/^check / && $2 != 0 && $2 != 30000 { next } { print }' "$dir/$1.wsr" >"$dir/$1.txt"; }
plain ours
plain theirs
[ "$(grep -c '^check ' "$dir/ours.txt")" -eq 2 ] && cmp "$dir/ours.txt" "$dir/theirs.txt" >>"$dir/err" 2>&1
report $? "both builds write the same recording, byte for byte"
tap_end

#!/bin/sh
# The program of the page (make web), in node, comes to the digests of this machine: all scenarios in the whole form, some in the short one.
. tests/tap.sh

wasm=$BUILD/web/page.wasm
[ -e "$wasm" ] || skip_all "no page was built (make web)"
command -v node >/dev/null || skip_all "node is not there"
cycles=3000
"$W" list 2>/dev/null | awk 'NF && $1 ~ /\// { print $1 }' >"$dir/all"
cp "$dir/all" "$dir/names"
whole || awk 'NR % 7 == 1' "$dir/all" >"$dir/names"
[ "$(wc -l <"$dir/names")" -ge 5 ]
report $? "$(wc -l <"$dir/names") of $(wc -l <"$dir/all") scenarios"
while read -r name; do
    "$W" run "$name" -c $cycles -w 0 --json 2>"$dir/err" >"$dir/json" || echo "# $name: $(cat "$dir/err")"
    echo "$name $(sed 's/.*"cycles":\([0-9]*\).*"digest":"\([0-9a-f]*\)".*/\1 \2/' "$dir/json")"
done <"$dir/names" >"$dir/native"
# shellcheck disable=SC2046 # words
node tests/page/digest.mjs $(awk '!/^#/ { print $1, $2 }' "$dir/native") >"$dir/page" 2>"$dir/err"
report $? "they run in the page"
sed 's/^/# /' "$dir/err"
diff "$dir/native" "$dir/page" >"$dir/diff"
report $? "and come to the same digests"
sed 's/^/# /' "$dir/diff" | head -20
tap_end

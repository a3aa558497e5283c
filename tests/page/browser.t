#!/bin/sh
# The page (make web) in headless Chromium: it runs from file:// and asks for nothing, keys and touch act, a lesson is taken by keys, and
# recordings go both ways.
. tests/tap.sh

whole || skip_all "in the whole form"
[ -e "$BUILD/web/page.wasm.gz" ] || skip_all "no page was built (make web)"
command -v node >/dev/null && command -v chromium >/dev/null || skip_all "node or chromium is not there"
"$W" export --live kwan/torus-3x3 -o "$dir/live.html" 2>"$dir/err"
report $? "a scenario as a page"
"$W" export --live scenarios/lessons/chain.lesson -o "$dir/chain.html" 2>>"$dir/err"
report $? "a lesson as a page"
{
    echo 'title "</script><img src=x onerror=alert(1)>"'
    grep -v "^title" scenarios/cube/mesh-8x8.ws
} >"$dir/hostile.ws"
"$W" export --live "$dir/hostile.ws" -o "$dir/hostile.html" 2>>"$dir/err"
report $? "a scenario of somebody's own as a page"
"$W" export --live kwan/torus-3x3 -o "$dir/again.html" && cmp -s "$dir/live.html" "$dir/again.html"
report $? "the same input is the same page"
[ "$(gzip -9c "$dir/live.html" | wc -c)" -lt 680000 ]
report $? "with all scenarios it has $(gzip -9c "$dir/live.html" | wc -c) bytes, packed: fewer than 680,000"
"$W" run kwan/torus-3x3 -c 6000 -w 0 --set load=0.3 --record "$dir/native.wsr" --json 2>>"$dir/err" | sed 's/.*"digest":"\([0-9a-f]*\)".*/\1/' >"$dir/native.digest"
TMPDIR=$dir node tests/page/browser.mjs "$dir" >"$dir/tap" 2>"$dir/err"
report $? "Chromium comes to the end"
sed 's/^/# /' "$dir/err"
while IFS= read -r line; do
    case $line in
    "ok "*) report 0 "${line#* - }" ;;
    "not ok "*) report 1 "${line#* - }" ;;
    esac
done <"$dir/tap"
"$W" replay --verify "$dir/made.wsr" >"$dir/out" 2>&1
report $? "a recording that was made in the page holds here: $(tail -1 "$dir/out" | sed 's/.*: //')"
tap_end

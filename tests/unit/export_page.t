#!/bin/sh
# `wormscope export`: a page on its own, the same each time, small enough to be sent, and without a word that is not text.
# What it does in a browser is in tests/screens/player.t.
W=$(realpath "${BUILD:-build}/wormscope")
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
n=0
failed=0

check() { # check WHAT COMMAND...: is the command true?
    what=$1
    shift
    n=$((n + 1))
    if "$@"; then echo "ok $n - $what"; else echo "not ok $n - $what"; failed=1; fi
}
has() { grep -q -- "$1" "$2"; }
exits() { # exits CODE COMMAND...
    code=$1
    shift
    "$@" >"$dir/out" 2>"$dir/err"
    [ $? -eq "$code" ]
}
cp tests/golden/session.wsr "$dir"
cd "$dir" || exit 1

check "a recording" exits 0 "$W" export session.wsr -o page.html
check "nothing on standard output" [ ! -s out ]
check "the same bytes again" sh -c "'$W' export session.wsr -o again.html && cmp -s page.html again.html"
check "it begins as a page" sh -c "head -n 1 page.html | grep -qx '<!DOCTYPE html>'"
check "its policy lets nothing in" has "content=\"default-src 'none'; style-src 'sha256-[^']*'; script-src 'sha256-[^']*'; base-uri 'none'; form-action 'none'\"" page.html
check "it refers to nothing elsewhere" sh -c "! grep -i 'https\?:\|src=\|href=\|url(\|@import' page.html | grep -qv FIPS"
if command -v python3 >/dev/null; then
    check "the policy names the style and the script that are there" python3 - <<'END'
import base64, hashlib, re
page = open("page.html", encoding="utf-8").read()
for what in ("style", "script"):
    text = re.search("<%s>(.*?)</%s>" % (what, what), page, re.S).group(1)
    want = re.search("%s-src 'sha256-([^']*)'" % what, page).group(1)
    assert base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() == want, what
END
fi
for row in "teach/congestion-tree" "teach/ring-deadlock" "recn/hotspot-64 --to 24000" "kwan/torus-3x3 --to 50000"; do
    # shellcheck disable=SC2086 # words
    case $row in *--to*) [ "${WS_WHOLE-}${WS_LONG-}" ] || continue ;; esac # the short form takes two
    "$W" export $row -o size.html 2>/dev/null
    check "$row: $(wc -c <size.html) bytes, fewer than 2,000,000" [ "$(wc -c <size.html)" -lt 2000000 ]
done
cycles() { sed -n 's/^"cycles":\[\(.*\)\],$/\1/p' "$1" | tr , '\n'; }

# Pictures follow the pace, and every line that is seen has one.
cat >paced.ws <<'END'
machine wormhole-lan
set topology torus 3 3
set load 0.1
pace 1000
@1000 pace 10
@1005 note "slow"
@1040 pace 1000
@1777 set load 0.2
@1777 set segment 50
@1900 commit share b
@2040 end
END
"$W" export paced.ws -n 60 -o paced.html
cycles paced.html >cycles
check "where the pace is slow pictures are near: $(awk '$1 >= 1000 && $1 <= 1040' cycles | wc -l) of 40 cycles" [ "$(awk '$1 >= 1000 && $1 <= 1040' cycles | wc -l)" -ge 35 ]
check "where it is fast they are far apart: $(awk '$1 < 1000' cycles | wc -l) of 1,000" [ "$(awk '$1 < 1000' cycles | wc -l)" -lt 15 ]
check "the first and the last cycle have one" [ "$(sed -n '1p;$p' cycles | tr '\n' ' ')" = "0 2040 " ]
check "and so has a note" grep -qx 1005 cycles
"$W" run paced.ws -R paced.wsr >/dev/null 2>&1
"$W" export paced.wsr -n 60 -o recorded.html
cycles recorded.html >recorded
check "in a recording a change too" grep -qx 1777 recorded
check "changes of one cycle are one chapter" grep -q '"kind":"change","text":"set load 0.2; set segment 50"' recorded.html
check "and an answer is one" grep -q '"cycle":1900,"kind":"commit","text":"share b"' recorded.html
check "each once, in order" sh -c "sort -n recorded | uniq | cmp -s - recorded"
"$W" export paced.wsr -n 10 --from 1500 --to 1900 -o part.html
check "a part of it" [ "$(cycles part.html | sed -n '1p;$p' | tr '\n' ' ')" = "1500 1900 " ]

# Two branches.
printf 'id,name\na,A\n' >class.csv
"$W" issue sharing --roster class.csv --key key -o . >/dev/null 2>&1
"$W" solve a.wsl --key key -o a.wsr
"$W" export a.wsr --branch fork-1 -n 40 -o branch.html
check "another branch, to where it has been" [ "$(cycles branch.html | tail -n 1)" -eq "$(sed -n 's/^fork \([0-9]*\) .*/\1/p' a.wsr)" ]
check "no such branch: 2" exits 2 "$W" export a.wsr --branch nosuch -o branch.html
check "and which there are" has 'the branches are main, fork-1' err
[ ! "${WS_WHOLE-}${WS_LONG-}" ] || check "a page that is large is told" sh -c "'$W' export cube/torus-16x16 -s load=0.3 --from 1000 --to 2000 -n 1000 --size 200x60 -o large.html 2>&1 | grep -q 'has [0-9]* bytes'"
check "no page asked for: 2" exits 2 "$W" export session.wsr
check "and what to write" has '-o FILE.html is required' err
check "another form: 2" exits 2 "$W" export session.wsr -o page.svg
check "from behind to: 2" exits 2 "$W" export session.wsr --from 20 --to 10 -o page.html
check "no file: 2" exits 2 "$W" export nothing.wsr -o page.html
check "a folder that is not there: 3" exits 3 "$W" export session.wsr -o nowhere/page.html
if [ -c /dev/full ]; then
    ln -s /dev/full full.html
    check "a full disk: 3" exits 3 "$W" export session.wsr -o full.html
fi
echo "1..$n"
exit $failed

#!/bin/sh
# `wormscope render -o`: pictures as SVG and HTML hold what the text holds, in the colours of the theme, and nothing in a name gets out.
. tests/tap.sh

# A scenario whose every word would like to be something else.
evil="$dir/<script>alert(1)<script>]]>&\"'.ws"
cat >"$evil" <<'END'
title "</title></script><script>alert(1)</script>]]>&'"
machine wormhole-lan
set topology torus 3 3
set load 0.3
@1 note "</text></svg><script>alert(2)</script> ]]> & \"quoted\" 'single'"
@2000 end
END
cp "$evil" "$dir/evil.ws"
cd "$dir" || exit 1
well_formed() { # well_formed FILE
    if command -v xmllint >/dev/null; then xmllint --noout "$1"
    else python3 -c "import sys, xml.etree.ElementTree as e; e.parse(sys.argv[1])" "$1"; fi
}
# The text of an SVG, row by row: what somebody gets who copies it.
text_of() {
    python3 - "$1" "$2" <<'END'
import sys, xml.etree.ElementTree as e
rows = {}
for text in e.parse(sys.argv[1]).iter("{http://www.w3.org/2000/svg}text"):
    row = ""
    for span in text:
        assert int(span.get("x")) == 16 * len(row), "a run begins where the one before ends"
        assert int(span.get("textLength")) == 16 * len(span.text), "a run is as long as its text"
        row += span.text
    rows[(int(text.get("y")) - 24) // 32] = row.rstrip()
for row in range(int(sys.argv[2])):
    print(rows.get(row, ""))
END
}
same_text() { # same_text NAME: is the text of NAME.svg that of NAME.txt?
    text_of "$1.svg" "$(wc -l <"$1.txt")" >"$1.copied" && cmp -s "$1.copied" "$1.txt"
}

for picture in "torus kwan/torus-3x3 --at 9000 --worm" "tree recn/hotspot-64 --at 23000 --trees" "ring teach/ring-deadlock --at 160" \
    "mono cube/mesh-8x8 --at 4000 --theme mono --glyphs ascii" "evil evil.ws --at 2000"; do
    # shellcheck disable=SC2086 # words
    set -- $picture
    whole || [ "$1" != tree ] || continue
    name=$1
    shift
    check "$name: is drawn" exits 0 "$W" render "$@" --size 100x30 -o "$name.svg"
    check "$name: nothing on standard output" [ ! -s out ]
    check "$name: the same bytes again" sh -c "'$W' render $* --size 100x30 -o again.svg && cmp -s again.svg '$name.svg'"
    check "$name: is well-formed XML" well_formed "$name.svg"
    check "$name: refers to nothing elsewhere" sh -c "! sed 's/xmlns=\"[^\"]*\"//' '$name.svg' | grep -q 'href\|url(\|http\|<script\|@import'"
    check "$name: as a page" exits 0 "$W" render "$@" --size 100x30 -o "$name.html"
    check "$name: which holds the same picture" sh -c "grep -c '<path' '$name.svg' >a; grep -c '<path' '$name.html' >b; cmp -s a b"
    check "$name: and no script" sh -c "! grep -qi '<script\|javascript:\| on[a-z]*=' '$name.html'"
    # Colours: those of the ANSI picture, no more and no fewer that are seen.
    "$W" render "$@" --size 100x30 --ansi >"$name.ansi"
    if command -v python3 >/dev/null; then
        # The text that shape alone would have chosen may differ from the coloured one: strip the colours instead.
        sed 's/\x1b\[[0-9;]*m//g; s/ *$//' "$name.ansi" >"$name.txt"
        check "$name: its text, copied, is that of the screen" same_text "$name"
    fi
done
check "a light theme lies on a light ground" sh -c "'$W' render kwan/two-hosts --at 100 -t light -o light.svg && grep -q '<rect [^>]*fill=\"#f' light.svg"
check "as text" exits 0 "$W" render kwan/two-hosts --at 100 -o plain.txt
"$W" render kwan/two-hosts --at 100 >plain.expected
check "which is what is printed without -o" cmp -s plain.txt plain.expected
check "a hostile title stays text" sh -c "! grep -q '<script' evil.svg evil.html"
check "also in the name of a file" exits 0 "$W" render "$evil" --at 10 -o name.svg
check "which stays well formed" well_formed name.svg
check "an unknown form of picture: 2" exits 2 "$W" render kwan/two-hosts --at 100 -o picture.png
check "and which there are" has 'ends in .svg, .html or .txt' err
check "a folder that is not there: 3" exits 3 "$W" render kwan/two-hosts --at 100 -o nowhere/picture.svg
if [ -c /dev/full ]; then
    ln -s /dev/full full.svg
    check "a full disk: 3" exits 3 "$W" render kwan/two-hosts --at 100 -o full.svg
fi

# Stage lines: from the command line, and those of a scenario, each at its cycle.
"$W" render recn/hotspot-64 --at 2000 --show "look S0.8" --show "zoom switch" >shown.txt
check "--show: a switch from inside" has 'switch . 4 of 4' shown.txt
"$W" render teach/congestion-tree --at 3000 --size 120x40 --show "figures accepted order" --show "panels waits" >figures.txt
check "--show: figures in large digits" [ "$(grep -c '▀▀▀' figures.txt)" -ge 1 -a "$(grep -c ' accepted' figures.txt)" -ge 1 ]
check "--show: the panels asked for" sh -c "grep -q 'longest waits' figures.txt && ! grep -q 'settings' figures.txt"
check "a panel that is not there: 2" exits 2 "$W" render kwan/two-hosts --at 100 --show "panels none"
check "a lens that is not there: 2" exits 2 "$W" render kwan/two-hosts --at 100 --show "lens none"
check "a switch that is not there: 2" exits 2 "$W" render kwan/two-hosts --at 100 --show "look S99"
check "a line without a picture changes nothing" sh -c "'$W' render kwan/two-hosts --at 100 --show 'pace 7' | cmp -s - plain.expected"
printf 'title "one"\nmachine wormhole-lan\nset topology torus 3 3\nset load 0.2\n@2000 end\n' >calm.ws
{ cat calm.ws; echo '@500 lens use'; echo '@1500 lens worms'; } >staged.ws
drawn() { "$W" render "$1" --at "$2" ${3:+--show "$3"} --size 100x30 | sed "1d; s/^ $1 *\$//"; } # without the names of the files
check "before its cycle a stage line is not shown" [ "$(drawn staged.ws 499 | cksum)" = "$(drawn calm.ws 499 | cksum)" ]
check "from its cycle on it is" [ "$(drawn staged.ws 1499 | cksum)" = "$(drawn calm.ws 1499 'lens use' | cksum)" ]
check "which is another picture" [ "$(drawn staged.ws 1499 | cksum)" != "$(drawn calm.ws 1499 | cksum)" ]
check "until the next" [ "$(drawn staged.ws 1800 | cksum)" = "$(drawn calm.ws 1800 | cksum)" ]

# CSV: a text that a spreadsheet would reckon with stays text, and is read back as it was.
cat >sum.ws <<'END'
machine wormhole-lan
set topology torus 3 3
set load 0.1
@50 note "=1+1"
@2000 end
END
"$W" series sum.ws --csv --window 1000 >series.csv
check "a cell of a series does not begin with @" has ",\"'@50 note" series.csv
cp sum.ws ./@sum.ws
check "a sweep of a file whose name begins with @" exits 0 "$W" sweep @sum.ws -v load=0.05,0.1 -c 2000 --fields scenario,accepted -o sum.csv
check "has it as text" has ",'@sum.ws," sum.csv
check "numbers stay numbers" sh -c "! grep -q \"'[0-9-]\" sum.csv"
tap_end

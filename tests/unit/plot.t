#!/bin/sh
# `wormscope plot`: curves of a sweep or of a time series as text and as SVG, from JSON and CSV; whatever stands in the rows is escaped.
. tests/tap.sh

cd "$dir" || exit 1

# Figures by hand: a straight line from 10 to 40, and one that stays at 20.
for load in 1 2 3 4; do
    printf '{"scenario":"a<b&c","vary":{"load":"0.%d","segment":"33"},"seed":1,"accepted":%d,"flat":20}\n' $load ${load}0
    printf '{"scenario":"a<b&c","vary":{"load":"0.%d","segment":"<0>"},"seed":1,"accepted":20,"flat":20}\n' $load
done >hand.json
check "as text" exits 0 "$W" plot --unsealed hand.json -y accepted --size 60x16
cp out text
check "16 lines" [ "$(wc -l <text)" -eq 16 ]
check "none wider than asked for" awk '{ gsub(/[\x80-\xbf]/, ""); if (length > 60) exit 1 }' text
check "the name of y, and that of the scenario" has '^accepted  *a<b&c$' text
check "marks from 0 to 40" has '^ *40' text
check "the name of x with its marks" has '^load *0\.1 .*0\.4$' text
check "the last line says that they have no seal" sh -c "tail -n 1 text | grep -qx '8 rows without a seal: taken (--unsealed)'"
check "a legend" has 'a segment=33$' text
check "each curve has its letter" has 'b segment=<0>$' text
check "braille" has '⠤\|⣀\|⠒\|⠉' text
top=$(grep -n 'a' text | sed 1d | head -n 1 | cut -d: -f1)
check "the line that rises ends at the top" [ "$top" -le 3 ]
check "in ASCII alone" exits 0 "$W" plot --unsealed hand.json -y accepted --size 60x16 -g ascii
check "no other bytes" sh -c '! LC_ALL=C grep -q "[^ -~]" out'
check "one curve for all, by name" exits 0 "$W" plot --unsealed hand.json -x load -y flat --by flat --size 60x16
check "has no legend" sh -c '! grep -q "a flat" out'

check "a curve for each value of a name that no row has: 2" exits 2 "$W" plot --unsealed hand.json -x load -y flat --by flt
check "and which name" has 'no row has `flt`' err

check "as SVG" exits 0 "$W" plot --unsealed hand.json -y accepted -o plot.svg
check "nothing on standard output" [ ! -s out ]
check "its last line says that the rows have no seal" has '>8 rows without a seal: taken (--unsealed)</text>' plot.svg
check "texts are escaped" has 'a&lt;b&amp;c</text>' plot.svg
check "those of curves too" has 'segment=&lt;0&gt;</text>' plot.svg
check "two curves" [ "$(grep -c '<polyline' plot.svg)" -eq 2 ]
check "of four points each" [ "$(grep -c '<circle' plot.svg)" -eq 8 ]
check "the line that rises: from 0.1, 10 to 0.4, 40" has 'points="70.0,295.0 280.0,210.0 490.0,125.0 700.0,40.0"' plot.svg
check "the line of its colour before the name of a curve is level" grep -q '<line x1="[0-9.]*" y1="\([0-9.]*\)" x2="[0-9.]*" y2="\1" stroke="#d55e00"' plot.svg
"$W" plot --unsealed hand.json -y accepted -o dark.svg --theme dark
check "in the colours of a theme: its ground" has '<rect [^>]*fill="#0d1117"' dark.svg
check "no ink on white is left" sh -c '! grep -q "#ffffff\|#0072b2\|#000000" dark.svg'
check "no such theme: 2" exits 2 "$W" plot --unsealed hand.json -o dark.svg --theme nosuch
# An interval within the sheet is a bar with two caps; one that goes on beyond it, above and below, is a bar without.
printf '{"scenario":"s","vary":{"load":"0.%d"},"seed":1,"accepted":%d,"accepted_ci95":%d}\n' 1 10 2 2 20 100 >bars.json
"$W" plot --unsealed bars.json -y accepted -o bars.svg
check "what goes on beyond the sheet has no cap" [ "$(grep -c '<line [^>]*stroke="#0072b2"' bars.svg)" -eq 4 ]
# Two flat curves leave the upper left corner free, but for an interval there.
for x in 1 2 3 4; do
    printf '{"vary":{"x":%d,"segment":%d},"seed":1,"accepted":%d,"accepted_ci95":%d}\n' $x 1 20 $((x == 1 ? 19 : 1)) $x 2 $((x == 4 ? 40 : 10)) 1
done >corner.json
"$W" plot --unsealed corner.json -x x -y accepted -o corner.svg
check "the names cover no interval either: below, on the right" has '<text x="[56][0-9.]*" y="3[0-9.]*"[^>]*>segment=1<' corner.svg
# Eight curves, one for each of seven colours and one more, that fill all corners.
for segment in 1 2 3 4 5 6 7 8; do
    for load in 0 1; do
        echo "{\"vary\":{\"load\":$load,\"segment\":$segment},\"accepted\":$((segment * 10 - 5))}"
    done
done >many.json
check "eight curves" exits 0 "$W" plot --unsealed many.json -y accepted -o many.svg
check "their names beside them, where they cover none" has '<svg [^>]*width="8[0-9][0-9]" height="458"' many.svg
check "the eighth has the colour of the first, and is dashed" [ "$(grep -c '<polyline.*stroke="#0072b2" stroke-dasharray' many.svg)" -eq 1 ]
check "two curves leave a corner free" has '<svg [^>]*width="720" height="458"' plot.svg
if command -v python3 >/dev/null; then
    check "it is well-formed XML" python3 -c "import xml.etree.ElementTree as e; assert e.parse('plot.svg').getroot().tag.endswith('svg')"
    check "it refers to nothing elsewhere" sh -c '! grep -v "^<svg xmlns" plot.svg | grep -q "href\|url(\|http"'
fi

# For programs that draw: the same figures, and texts that stay texts.
printf '{"scenario":"it%ss `touch ran` @x","vary":{"load":"0.%d"},"seed":1,"accepted":%d,"accepted_ci95":2}\n' "'" 1 10 "'" 2 20 >quoted.json
check "for gnuplot" exits 0 "$W" plot --unsealed quoted.json -y accepted -o plot.gp
check "a quote is doubled" has "^set title 'it''s \`touch ran\` @x' noenhanced\$" plot.gp
check "that they have no seal" has "^set label '2 rows without a seal: taken (--unsealed)' at screen" plot.gp
check "x, figure, interval" has '^0.2 20 18 22$' plot.gp
if command -v gnuplot >/dev/null; then
    check "gnuplot draws it" exits 0 gnuplot -e 'set terminal svg; set output "gnuplot.svg"' plot.gp
    check "and says nothing" [ ! -s err ]
    check "with the title" has "it's \`touch ran\` @x" gnuplot.svg
    check "and runs nothing" [ ! -e ran ]
    mkdir -p "it's"
    check "for gnuplot, into a folder" exits 0 "$W" plot --unsealed quoted.json -y accepted -o "it's/far.gp"
    check "without a terminal or display it makes its picture" exits 0 env -u DISPLAY -u GNUTERM gnuplot "it's/far.gp"
    check "beside whoever runs it" has "it's \`touch ran\` @x" far.svg
else
    skip "gnuplot is not installed (Debian: gnuplot-nox)"
fi
check "for Vega-Lite" exits 0 "$W" plot --unsealed hand.json -y accepted -o plot.vl.json
if command -v python3 >/dev/null; then
    check "all points, by curve, as numbers; a layer of lines and one of intervals" python3 -c "
import json
spec = json.load(open('plot.vl.json'))
assert spec['title'] == {'text': 'a<b&c', 'subtitle': '8 rows without a seal: taken (--unsealed)'}
rows = [(r['curve'], r['x'], r['y']) for r in spec['data']['values']]
assert sorted(rows) == sorted([('segment=33', load / 10, load * 10) for load in (1, 2, 3, 4)] + [('segment=<0>', load / 10, 20) for load in (1, 2, 3, 4)])
assert [layer['mark']['type'] for layer in spec['layer']] == ['line', 'errorbar']
for layer in spec['layer']:
    for channel in layer['encoding'].values():
        assert all(channel['field'] in r for r in spec['data']['values']), channel
"
fi

# A real sweep: JSON and CSV give the same picture; replicas are averaged, with their interval.
"$W" sweep cube/mesh-8x8 -v load=0.05,0.1,0.2 -v traffic=uniform,transpose -R 3 -c 1500 -w 500 --json >rows.json 2>err
"$W" sweep cube/mesh-8x8 -v load=0.05,0.1,0.2 -v traffic=uniform,transpose -R 3 -c 1500 -w 500 --csv >rows.csv 2>err
"$W" plot rows.json --size 80x24 >json.txt
"$W" plot rows.csv --size 80x24 >csv.txt
check "JSON and CSV are drawn alike" cmp -s json.txt csv.txt
check "from standard input too" sh -c "'$W' plot - --size 80x24 <rows.csv | cmp -s - csv.txt"
check "latency is what is drawn if nothing is said" has '^classes.all.message_latency.mean ' json.txt
"$W" plot rows.json -o rows.svg
check "three replicas are one point" [ "$(grep -c '<circle' rows.svg)" -eq 6 ]
check "with an interval" [ "$(grep -c '<line [^>]*stroke="#0072b2"' rows.svg)" -gt 8 ]
for format in json csv; do
    sed '5s/[1-8]\.[0-9]/9.0/' rows.$format >altered.$format
    sed 5d rows.$format | "$W" plot - --size 80x24 >without.txt
    check "$format: a row that was altered is left out" exits 0 "$W" plot altered.$format --size 80x24
    check "$format: the others are drawn" cmp -s out without.txt
    check "$format: which is said" has "^wormscope plot: altered.$format: 1 row altered: left out (--unsealed takes them); the first: line 5$" err
    check "$format: summary says the same" exits 0 "$W" summary altered.$format
    sed 5d rows.$format | "$W" summary - >without.txt
    check "$format: of the others" cmp -s out without.txt
done
printf 'load,accepted,tag\n0.1,2,12345678\n0.2,3,deadbeef\n0.3,4,00000001\n' >own.csv
check "CSV of others has no seal, whatever its last column" exits 0 "$W" plot own.csv -x load -y accepted
check "all is drawn" [ ! -s err ]
"$W" run cube/mesh-8x8 -c 1000 -w 100 --json >run.json 2>err
check "one run has nothing that varies: 2" exits 2 "$W" plot run.json
check "unless x is named" exits 0 "$W" plot run.json -x load
check "a name that is none: 2" exits 2 "$W" plot rows.json -y no.such
check "is told" has 'no row has both `load` and `no.such`' err
check "another ending: 2" exits 2 "$W" plot rows.json -o plot.png
check "nothing but an ending: 2" exits 2 "$W" plot rows.json -o .gp
check "a file that cannot be written: 3" exits 3 "$W" plot rows.json -o no/such.svg
check "no such file: 3" exits 3 "$W" plot no/such
check "no rows: 2" exits 2 "$W" plot /dev/null

# A time series: from the run itself, and from its rows in both forms, the same picture.
cat >series.ws <<'END'
machine cube
set topology mesh 4 4
set load 0.1
@2000 set load 0.3
@2000 note "</text><script>x"
@2100 note "=1+2"
@6000 set traffic hotspot
@8000 end
END
check "a series as SVG" exits 0 "$W" series series.ws --window 100 -o series.svg
check "nothing on standard output, either" [ ! -s out ]
check "what is accepted lies over the cycle" has '<title>accepted over cycle</title>' series.svg
check "by the name of the scenario" has '>series.ws</text>' series.svg
check "one curve of 80 windows" [ "$(grep -o 'points="[^"]*"' series.svg | tr ' ' '\n' | grep -c ,)" -eq 80 ]
check "too many to be dots" sh -c '! grep -q "<circle" series.svg'
check "changes and notes of a cycle are one mark, and escaped" has '>1  @2000 set load 0.3; &lt;/text&gt;&lt;script&gt;x</text>' series.svg
check "the second mark" has '>2  @2100 =1+2</text>' series.svg
check "the third" has '>3  @6000 set traffic hotspot</text>' series.svg
first=$(grep -o 'points="70.0,[0-9.]*' series.svg | cut -d, -f2)
accepted=$("$W" series series.ws --window 100 --csv | sed -n 2p | cut -d, -f5)
top=$(grep -o '>[0-9.]*</text>' series.svg | tr -dc '0-9.\n' | awk -F. 'NF == 2 && $1 < 1 {v = $0} END {print v}')
check "the curve begins at what was accepted in the first window" \
    awk -v y="$first" -v a="$accepted" -v top="$top" 'BEGIN { d = 380 - a / top * 340 - y; exit !(d < 0.1 && d > -0.1) }'
"$W" series series.ws --window 100 --json >series.json
"$W" series series.ws --window 100 --csv >series.csv
for form in json csv; do
    check "its rows as $form are drawn over the cycle" exits 0 "$W" plot series.$form -o $form.svg
    sed 's/>series.ws</></' series.svg | cmp -s - $form.svg
    report $? "and are the same picture, but for its name"
done
check "several figures: a curve each" exits 0 "$W" series series.ws --window 100 -y offered,classes.all.head_latency,worms -o three.svg -t dark
check "three" [ "$(grep -c '<polyline' three.svg)" -eq 3 ]
check "with their names" has '>classes.all.head_latency</text>' three.svg
check "on a terminal there are marks, too" exits 0 "$W" plot series.csv --size 80x24
check "lines" has '┊' out
check "and words" has '3  @6000 set traffic hotspot$' out
check "in ASCII" exits 0 "$W" plot series.csv --size 80x24 -g ascii
check "has no sign that is not known" sh -c '! grep -q "[^ -~]\|?" out'
check "for gnuplot" exits 0 "$W" series series.ws --window 100 -o series.gp
check "a line at each change" [ "$(grep -c '^set arrow from ' series.gp)" -eq 3 ]
check "with its words" has "^set label '2  @2100 =1+2' at 2100, " series.gp
check "80 windows" [ "$(sed '/^.curve1 <</,/^END/!d' series.gp | wc -l)" -eq 82 ]
check "for Vega-Lite" exits 0 "$W" series series.ws --window 100 -o series.vl.json
check "with its words" has '"words":"2  @2100 =1+2"' series.vl.json
check "-y without -o: 2" exits 2 "$W" series series.ws -y worms
check "rows and a picture: 2" exits 2 "$W" series series.ws --csv -o series.svg
check "another ending: 2" exits 2 "$W" series series.ws -o series.png
check "no such column: 2" exits 2 "$W" series series.ws -y nosuch -o none.svg
check "no file then" [ ! -e none.svg ]
check "no such theme: 2" exits 2 "$W" series series.ws -t nosuch -o none.svg
check "a picture that cannot be written: 3" exits 3 "$W" series series.ws -o no/such.svg
tap_end

#!/bin/sh
# `wormscope paper`: a figure of three short runs a curve. Verdicts, right and wrong on purpose; resuming; what is wrong with a file is told by place.
. tests/tap.sh

# The value of a key of the claim of a name.
of() { sed -n "s/.*\"claim\":\"$1\".*\"$2\":\(\"[^\"]*\"\|[^,]*\).*/\1/p" "$dir/claims"; }
is() { [ "$(of "$1" "$2")" = "$3" ]; }
XDG_CACHE_HOME=$dir/cache
export XDG_CACHE_HOME
cd "$dir" || exit 1
mkdir -p toy

# Two hosts that want one link: accepted traffic is offered traffic below a load of 0.5, and 1 in all above.
head='figure "Two hosts" 
place "Figure 1"
scenario kwan/two-hosts
set segment=0 arrivals=constant "length=fixed 400"
axis load "offered load" 0.2 0.4 0.8
curve whole "whole worms"
curve cut "segments of 100" segment=100
curve level "at a load of 0.2" load=0.2
formula twice "twice the load" min(1, 2 * x)
measure sum "flits a cycle that the receiver gets" 3 * accepted
measure share "share of H1" hosts_detail.H1.injected / (hosts_detail.H1.injected + hosts_detail.H2.injected)
effort cycles 300000 warmup 20000 seeds 3
quick cycles 100000 seeds 1 at 0.2 0.8
'
{
    echo "$head"
    cat <<'END'
claim full value "At a load of 0.8 the link is full"
  value whole(0.8)
  paper 1
  band 0.98 to 1.01
  from "text"
claim near value "It is not quite"
  value whole(0.8)
  paper 0.9
  band 0.89 to 0.91
  near 0.8 to 1.1
  from "text"
  expect partly because "The paper is made up."
claim wrong value "At a load of 0.2 the link is full"
  value whole(0.2)
  paper 1
  band 0.98 to 1.01
  from "nowhere"
claim order order "Whole worms share the link evenly, segments do not"
  value cut(0.8).share
  holds cut(0.8).share > whole(0.8).share and abs(whole(0.8).share - 0.5) < 0.05
  from "text"
claim wrong-order order "Segments do better"
  holds cut(0.8).share < whole(0.8).share
  from "nowhere"
claim half order "They do so, or differ by less than a half"
  holds cut(0.8).share < whole(0.8).share
  partly cut(0.8).share - whole(0.8).share < 0.5
  from "nowhere"
  expect partly because "Made up."
claim formula shape "The curve is near twice the load, and rises"
  holds abs(whole(0.2) - twice(0.2)) < 0.05 and rises(whole) and not falls(whole)
  from "text"
claim level order "A curve that sets the load itself is level"
  holds level(0.2) = level(0.8) and level(0.2) = whole(0.2)
  from "text"
claim middle order "In between too"
  full
  holds whole(0.4) > whole(0.2)
  from "text"
END
} >toy/1.fig

check "it runs" exits 0 "$W" paper toy/1.fig --json -o rows
cp out claims
check "an object for each claim" [ "$(wc -l <claims)" -eq 9 ]
check "each has paper and figure" [ "$(grep -c '"paper":"toy","figure":"1"' claims)" -eq 9 ]
check "a number within its band holds" is full verdict '"holds"'
check "with the paper's" is full paper_value 1.0
check "one near it holds partly" is near verdict '"partly"'
check "a wrong one on purpose differs" is wrong verdict '"differs"'
check "an order holds" is order verdict '"holds"'
check "a wrong order differs" is wrong-order verdict '"differs"'
check "what holds only partly is told" is half verdict '"partly"'
check "formulas and shapes" is formula verdict '"holds"'
check "a level curve" is level verdict '"holds"'
check "a claim of the long form" is middle verdict '"holds"'
check "a picture" has '^</svg>' rows/toy-1.svg
check "and CSV" has '^whole,whole worms,0.8,' rows/toy-1.csv
check "of all points" [ "$(wc -l <rows/toy-1.csv)" -eq 13 ]

# What has been run is not run again; what is lost is.
lines=$(wc -l <rows/toy.rows)
check "each run once, the level curve with the others: 3 loads, 2 ways, 3 seeds" [ "$lines" -eq 18 ]
check "once more" exits 0 "$W" paper toy/1.fig --json -o rows
check "says the same" cmp -s out claims
check "and runs nothing" [ "$(wc -l <rows/toy.rows)" -eq 18 ]
head -c -40 rows/toy.rows | sed '3s/"offered":0/"offered":9/' >torn && mv torn rows/toy.rows
check "after a row was altered and another torn" exits 0 "$W" paper toy/1.fig --json -o rows -j 2
check "it says the same" cmp -s out claims
check "and has run these two" [ "$(wc -l <rows/toy.rows)" -eq 20 ]
check "and says which" has '^wormscope paper: rows/toy.rows: 1 row altered: left out (they are run again); the first: line 3$' err
sed -i '5s/,"seal":"[^"]*"//' rows/toy.rows
check "after the seal of a row was deleted" exits 0 "$W" paper toy/1.fig --json -o rows
check "it says the same, too" cmp -s out claims
check "and has run it" [ "$(wc -l <rows/toy.rows)" -eq 21 ]
check "which it says" has 'toy.rows: 1 row without a seal, 1 altered: left out' err

check "the short form" exits 0 "$W" paper toy/1.fig --quick --json
check "leaves out what it does not ask" [ "$(wc -l <out)" -eq 8 ]
check "says what it is" has '"quick":true' out
check "keeps its rows in the user's cache" [ "$(wc -l <cache/wormscope/papers/toy.rows)" -eq 4 ]
check "text" exits 0 "$W" paper toy/1.fig --quick
check "with a curve" has 'a whole worms' out
check "and verdicts with reasons" has 'The paper is made up' out
check "TAP" exits 0 "$W" paper toy/1.fig --quick --tap
check "what is worse than expected is not ok" has '^not ok 3 - toy/1 wrong differs: At a load of 0.2' out
check "nothing else" [ "$(grep -c '^not ok' out)" -eq 2 ]
check "with a plan" has '^1\.\.8$' out
check "a report" exits 0 "$W" paper toy/1.fig --all --quick -o rows
check "sums up first, with a link to each figure" sh -c 'sed "/<section/q" rows/report.html | grep -q "<a href=\"#toy/1\">"'
check "which is there" has '^<section id="toy/1">$' rows/report.html
check "all verdicts: four hold, two hold partly, two differ" has '<th>all</th><td></td><th>4</th><th>2</th><th>2</th>' rows/report.html
check "how long each figure was run, and by what program" sh -c "grep -q '</code> &middot; <span>cycles: 100 000</span> &middot; <span>warm-up: 20 000</span> &middot; <span>seeds: 1</span></p>' rows/report.html && grep -q 'wormscope [0-9.]*, model [0-9]*\.</p>' rows/report.html"
check "the wrong one among them" has '<td class="differs"><b>differs</b></td><td>At a load of 0.2 the link is full' rows/report.html
check "an unknown paper" exits 2 "$W" paper nosuch
check "the list" exits 0 "$W" paper
check "names figures" has 'kwan/8' out

# Distributions; curves that show different measures; a parameter that follows the seed.
cat >toy/3.fig <<'END'
figure "Delays"
place "Figure 3"
scenario kwan/two-hosts
set load=1
axis histogram "delay, cycles" 0 200 400 20000
measure long "density" classes.high.head_latency.histogram
measure short "density" classes.low.head_latency.histogram
measure lowest "smallest segments" classes.low.head_latency.mean
curve h1 "H1" shows long
curve h2 "H2" shows short within 200 to 20000
curve hidden "" shows long
replicate segment
effort cycles 400000 warmup 20000 seeds 2
claim whole value "All delays of H1 are below 400: the parts make 1"
  value 200 * h1(0) + 200 * h1(200)
  paper 1
  band 0.999 to 1.001
  from "text"
claim within order "A curve ends where it is said to"
  holds most(h2) < 0.005 and h2(200) = h1(200).short and most(h1) > most(h2)
  from "text"
END
check "a distribution" exits 0 "$W" paper toy/3.fig --json --seed 100 -o rows
cp out claims
check "its density adds up to 1" is whole verdict '"holds"'
check "curves have their measures and ends" is within verdict '"holds"'
check "one run a seed" [ "$(grep -c 'histogram' rows/toy.rows)" -eq 2 ]
check "each with its segments" has '"segment":"101"' rows/toy.rows
check "a curve without a label is not drawn" [ "$(grep -c '<polyline' rows/toy-3.svg)" -eq 2 ]

# Towards a limit: the receiver gets twice the load, 0.5 between loads of 0.2 and 0.3, and the run at 0.4 is not needed.
cat >toy/4.fig <<'END'
figure "Until"
place "Figure 4"
scenario kwan/two-hosts
set arrivals=constant "length=fixed 400"
axis segment "segments" 100 200
over load "offered load" 0.1 0.2 0.3 0.4
measure sum "flits a cycle that the receiver gets" 3 * accepted
over until sum 0.5
curve cut "segments"
effort cycles 100000 warmup 20000 seeds 2
claim until value "It comes to its limit"
  value cut(100)
  paper 0.5
  band 0.499 to 0.501
  from "text"
END
check "a figure until a limit" exits 0 "$W" paper toy/4.fig --json -o until
cp out claims
check "the point is at the limit, between two runs" is until verdict '"holds"'
check "for each point and seed the runs up to the one beyond, and no more" [ "$(wc -l <until/toy.rows)" -eq 12 ]
check "none of them at the load behind" sh -c '! grep -q "\"load\":\"0.4\"" until/toy.rows'
check "once more" exits 0 "$W" paper toy/4.fig --json -o until -j 2
check "says the same, with the same rows" sh -c 'cmp -s out claims && [ "$(wc -l <until/toy.rows)" -eq 12 ]'

# Readings: settings that a paper leaves open, after all others.
printf '%s\n' 'reading shipped "as it is"' 'reading light "at a load of 0.1" load=0.1' >toy/readings
check "readings" exits 0 "$W" paper toy/1.fig --readings --quick -o rows
check "have a column each" has '^toy/1 full  *holds  *differs' out
check "and are summed up" has '^holds  *4  *' out
check "as JSON" exits 0 "$W" paper toy/1.fig --readings --quick --json -o rows
check "each claim names its reading" [ "$(grep -c '"reading":"light"' out)" -eq 8 ]

# A figure that cannot be built under a reading is a dash, and the others are run; so too where it is the first reading.
cat >toy/5.fig <<'END'
figure "Two rows"
place "Figure 5"
scenario fedx/mixture
axis topology "switches" "16=fedx 2 8" "32=fedx 4 8"
curve size "accepted traffic"
measure accepted "accepted traffic" accepted
effort cycles 2000 warmup 500 seeds 2
claim more order "Something comes through"
  holds size(16) > 0
  from "text"
END
printf '%s\n' 'reading wide "three on" fedx-neighbours=diagonal load=0.1' 'reading shipped "as it is" load=0.1' >toy/readings
check "a network that cannot be built under a reading" exits 0 "$W" paper toy/5.fig --readings -o gaps
check "... is a dash" has '^toy/5 more  *-  *holds *$' out
check "... and counts as no verdict" has '^differs  *0  *0 *$' out
check "... which is told" has 'toy/5 is not run under the reading wide' err
check "... and why" has 'fedx-neighbours diagonal needs 5 rows' err
check "as JSON" exits 0 "$W" paper toy/5.fig --readings --json -o gaps
check "... nothing" has '"value":null,.*"verdict":null,"error":"[^"]*needs 5 rows[^"]*",.*"reading":"wide"' out
check "... and the verdict of the other" has '"verdict":"holds",.*"reading":"shipped"' out
check "a figure alone under such settings is an error" exits 1 sh -c "sed 's/^axis/set fedx-neighbours=diagonal\n&/' toy/5.fig >toy/6.fig && '$W' paper toy/6.fig -o gaps"

echo 'reading odd "x" lod=0.1' >toy/readings
check "a reading with a parameter that is none" exits 2 "$W" paper toy/1.fig --readings
check "... by place" has 'toy/readings:1:17: "lod=0.1" is wrong here' err
check "readings of nothing" exits 2 "$W" paper --readings

# What is wrong with a file.
wrong() {  # wrong WHAT PLACE-AND-WORDS LINE...
    what=$1
    words=$2
    shift 2
    { printf '%s' "$head"; printf '%s\n' "$@"; } >toy/2.fig
    check "$what" exits 2 "$W" paper toy/2.fig
    check "... by place" has "toy/2.fig:$words" err
}
wrong "a word" '14:1: .*clam.*did you mean "claim"' 'clam a order "x"'
wrong "a curve" '15:9: unknown curve or function "hole"; did you mean "whole"' 'claim a order "x"' '  holds hole(0.2) > 1' '  from "y"'
wrong "a point" '15:9: the axis has no value 0.3' 'claim a order "x"' '  holds whole(0.3) > 1' '  from "y"'
wrong "a point of the long form" '15:9: the short form has no point at 0.4' 'claim a order "x"' '  holds whole(0.4) > 1' '  from "y"'
wrong "a measure" '15:9: unknown measure "low"' 'claim a order "x"' '  holds whole(0.2).low > 1' '  from "y"'
wrong "a claim without its place" '14:1: the claim needs from' 'claim a order "x"' '  holds whole(0.2) > 1'
wrong "a value without a number" '14:1: a value needs' 'claim a value "x"' '  value whole(0.2)' '  from "y"'
wrong "an expectation without reason" '16:17: .*because' 'claim a order "x"' '  holds whole(0.2) > 1' '  expect differs'
wrong "a clause" '14:16: .*of SCENARIO, shows MEASURE or within' 'curve more "x" show sum'
wrong "beyond a curve" '16:9: the axis has no value 0.8' 'curve part "x" within 0.1 to 0.5' 'claim a order "x"' '  holds part(0.8) > 1' '  from "y"'
wrong "a parameter" '14:5: .*lod.*did you mean "load"' 'set lod=1'
wrong "a range" "15:9: rises takes 1 of the curves, and a range or none" 'claim a order "x"' '  holds rises(whole, 0.2) > 0' '  from "y"'
tap_end

#!/bin/sh
# `wormscope sweep`: rows in one order whatever -j is, a file that can be continued after any cut, mistakes told before the start.
. tests/tap.sh

same() { cmp -s "$1" "$2"; }

cat >"$dir/s.ws" <<'END'
machine wormhole-lan
set topology torus 3 3
set hosts-per-switch 1
set length exponential 100
seed 3
warmup 1000
@8000 end
END
sweep() { "$W" sweep "$dir/s.ws" --vary load=0.05:0.2:0.05 --vary "length=fixed 50,exponential 100" --replicas 2 "$@" 2>"$dir/err"; }

for format in --json --csv; do
    sweep $format -j 1 >"$dir/one"
    sweep $format -j 2 >"$dir/two"
    sweep $format -j 7 >"$dir/seven"
    check "$format: -j 1 and -j 2 print the same" same "$dir/one" "$dir/two"
    check "$format: and -j 7" same "$dir/one" "$dir/seven"
done
sweep -j 1 >"$dir/one"
sweep -j 2 >"$dir/two"
check "table: -j 1 and -j 2 print the same" same "$dir/one" "$dir/two"
check "table: a head and 8 rows of two replicas" [ "$(wc -l <"$dir/one")" -eq 9 ]
"$W" sweep "$dir/s.ws" --vary load=0.05:0.2:0.05 >"$dir/plain" 2>"$dir/err"
check "without replicas: a row a run" [ "$(wc -l <"$dir/plain")" -eq 5 ]
check "no progress bar without a terminal" [ ! -s "$dir/err" ]

sweep --json >"$dir/all.json"
sweep --csv >"$dir/all.csv"
check "JSON: 16 rows" [ "$(wc -l <"$dir/all.json")" -eq 16 ]
check "CSV: a head and 16 rows" [ "$(wc -l <"$dir/all.csv")" -eq 17 ]
check "the first --vary changes slowest" [ "$(cut -d, -f4-6 "$dir/all.csv" | sed -n '2,6p' | tr '\n' ' ')" = \
    "0.05,fixed 50,0 0.05,fixed 50,1 0.05,exponential 100,0 0.05,exponential 100,1 0.10,fixed 50,0 " ]
check "replicas have seeds of their own" [ "$(cut -d, -f7 "$dir/all.csv" | sed -n '2,5p' | tr '\n' ' ')" = "3 4 3 4 " ]
"$W" run "$dir/s.ws" --json -s load=0.1 -s 'length=fixed 50' --seed 4 | sed 's/.*"digest":"\([0-9a-f]*\)".*/\1/' >"$dir/digest"
check "a row is what run gives" has "$(cat "$dir/digest")" "$dir/all.csv"

for format in json csv; do
    all=$dir/all.$format
    sweep -o "$dir/new.$format" >"$dir/out"
    check "$format: a file has the same rows" same "$all" "$dir/new.$format"
    check "$format: and nothing else is printed" [ ! -s "$dir/out" ]
    size=$(wc -c <"$all")
    for cut in 0 1 20 $((size / 3)) $((size / 2)) $((size - 1)) "$size"; do
        head -c "$cut" "$all" >"$dir/part.$format"
        sweep -o "$dir/part.$format" >"$dir/out"
        check "$format: continued from $cut of $size bytes" same "$all" "$dir/part.$format"
    done
    check "$format: rows that are there are not run again" has ' 0 of them new' "$dir/err"
    cp "$all" "$dir/other.$format"
    check "$format: a file of another sweep is refused" exits 2 "$W" sweep "$dir/s.ws" --vary load=0.05,0.1 -o "$dir/other.$format"
    check "$format: and left alone" same "$all" "$dir/other.$format"
done
# A scenario that says something else at a later cycle makes other rows.
sed 's/^@8000/@7900 set load 0.3\n@8000/' "$dir/s.ws" >"$dir/later.ws"
"$W" sweep "$dir/later.ws" --vary load=0.05,0.1 -o "$dir/later.json" 2>"$dir/err"
cp "$dir/later.json" "$dir/before"
sed -i 's/^@7900 set load 0.3/@7900 set load 0.4/' "$dir/later.ws"
check "rows of a scenario that was changed since are refused" exits 2 "$W" sweep "$dir/later.ws" --vary load=0.05,0.1 -o "$dir/later.json"
check "and left alone" same "$dir/before" "$dir/later.json"
sed -i 's/^@7900 set load 0.4/# once more\n@7900 set load 0.3/' "$dir/later.ws"
check "a comment changes nothing" exits 0 "$W" sweep "$dir/later.ws" --vary load=0.05,0.1 -o "$dir/later.json"
check "so no row is new" has ' 0 of them new' "$dir/err"
sh -c "ulimit -v 2000000; exec '$W' version" >"$dir/out" 2>&1 && truncate -s 5G "$dir/huge" 2>/dev/null && check "a large file of something else is not read" \
    exits 2 sh -c "ulimit -v 2000000; exec '$W' sweep '$dir/s.ws' --vary load=0.1 -o '$dir/huge'"
rm -f "$dir/huge"
echo 'my notes' >"$dir/notes"
check "a file of something else is refused" exits 2 "$W" sweep "$dir/s.ws" --vary load=0.1 -o "$dir/notes"
check "and left alone" has '^my notes$' "$dir/notes"
check "a file that cannot be opened: 3" exits 3 "$W" sweep "$dir/s.ws" --vary load=0.1 -o "$dir/no/such"

# ---- summaries ----
"$W" summary "$dir/all.json" >"$dir/out" 2>"$dir/err"
check "summary: of a file as of the sweep" same "$dir/one" "$dir/out"
"$W" summary "$dir/all.csv" >"$dir/out" 2>"$dir/err"
check "summary: CSV says the same" same "$dir/one" "$dir/out"
sweep --versus 'length=fixed 50' >"$dir/versus"
check "--versus compares, seed by seed" has 'versus length=fixed 50, seed by seed' "$dir/versus"
check "every other point, each measure" [ "$(sed '1,/^versus/d' "$dir/versus" | wc -l)" -eq 17 ]
if command -v python3 >/dev/null; then
    "$W" summary "$dir/all.json" --json --versus 'length=fixed 50' >"$dir/summary.json" 2>"$dir/err"
    check "means, t-intervals, paired differences and ratios are right" python3 -c "
import json, statistics as st
rows = [json.loads(line) for line in open('$dir/all.json')]
t = 12.7062
def values(vary, of): return [of(r) for r in sorted(rows, key=lambda r: r['seed']) if r['vary'] == vary]
def near(a, b): assert abs(a - b) <= 1e-6 * max(1, abs(b)), (a, b)
n = 0
for line in open('$dir/summary.json'):
    s = json.loads(line)
    of = lambda r: r['accepted']
    mine, base = values(s['vary'], of), values(dict(s['vary'], length='fixed 50'), of)
    m = s['measures']['accepted']
    near(m['mean'], st.mean(mine))
    near(m['high'] - m['mean'], t * st.stdev(mine) / 2 ** .5)
    gaps = [a - b for a, b in zip(mine, base)]
    near(m['difference']['mean'], st.mean(gaps))
    near(m['difference']['high'] - m['difference']['mean'], t * st.stdev(gaps) / 2 ** .5)
    near(m['ratio']['value'], st.mean(mine) / st.mean(base))
    assert s['replicas'] == 2 and m['count'] == 2
    n += 1
assert n == 8
"
fi
# ---- no interval over seeds of a latency that grows with the run, and none below 0 ----
"$W" sweep kwan/torus-3x3 --vary load=0.05,0.9 -R 2 -w 10000 -c 60000 -o "$dir/over.json" 2>"$dir/err"
check "half of the rows are saturated" [ "$(grep -c '"saturated":"yes"' "$dir/over.json")" -eq 2 ]
"$W" summary "$dir/over.json" -f saturated,accepted,classes.all.network_latency.mean >"$dir/out" 2>"$dir/err"
check "summary: they have a mean, and intervals of what is accepted alone" awk '$3 == "yes" { n += $5 != "-" && $6 > 0 && $7 == "-" } END { exit n != 1 }' "$dir/out"
"$W" plot "$dir/over.json" -o "$dir/over.vl.json" 2>"$dir/err"
check "plot: the same, and no end below 0" sh -c "grep -q '\"high\": *null' '$dir/over.vl.json' && ! grep -q '\"low\": *-' '$dir/over.vl.json'"
# ---- rows that went through other hands ----
cat "$dir/all.json" "$dir/all.json" >"$dir/again.json"
sed 's/$/\r/' "$dir/all.json" >"$dir/crlf.json"
sed '1s/^/\xef\xbb\xbf/' "$dir/all.json" >"$dir/mark.json"
check "summary: a run that is there twice counts once" exits 0 "$W" summary "$dir/again.json"
check "and the same figures come of it" same "$dir/one" "$dir/out"
check "and it is said" has 'rows that are there twice: [0-9]*; each counts once' "$dir/err"
for form in crlf mark; do
    check "summary: $form" exits 0 "$W" summary "$dir/$form.json"
    check "$form is the same file to it" same "$dir/one" "$dir/out"
    check "merge: $form" exits 0 "$W" merge "$dir/$form.json"
    check "$form breaks no seal" same "$dir/all.json" "$dir/out"
done
check "summary: a figure that no row has" exits 0 "$W" summary "$dir/all.json" -f accepted,acepted
check "is named" has 'no row has a value of `acepted`$' "$dir/err"
check "and no other" sh -c "[ \$(wc -l <'$dir/err') -eq 1 ]"
check "--versus a value that is not there: 2" exits 2 "$W" summary "$dir/all.json" --versus 'length=fixed 51'
check "a value twice: 2" exits 2 "$W" sweep "$dir/s.ws" --vary load=0.1,0.2,0.1
check "and which" has 'a value is there twice in `load=0.1`' "$dir/err"
check "half a range: 2" exits 2 "$W" sweep "$dir/s.ws" --vary load=0.1:0.2
check "and what is expected" has 'LO:HI:STEP, such as 0.1:0.5:0.05, is expected in `0.1:0.2`' "$dir/err"
check "--versus without replicas: 2" exits 2 "$W" sweep "$dir/s.ws" --vary load=0.1,0.2 --versus load=0.1
check "a summary of something else: 2" exits 2 "$W" summary "$dir/s.ws"

# ---- --find: a crossing that is known, and one that is measured ----
cat >"$dir/line.ws" <<'END'
machine cube
set topology mesh 4 4
set length fixed 4
seed 5
warmup 1000
@20000 end
END
find() { exits "$1" "$W" sweep "$dir/line.ws" --find "$2" -R 3 --json; }
find 0 'load in 0.02:0.5:0.002 where offered < 0.3'
cp "$dir/out" "$dir/found"
check "--find: where 0.3 is offered, the load is 0.3" sh -c "sed 's/.*\"value\":\([0-9.]*\).*/\1/' '$dir/found' | awk '{ exit !(\$1 > 0.294 && \$1 < 0.306) }'"
check "the interval holds it" sh -c "sed 's/.*\"low\":\([0-9.]*\),\"high\":\([0-9.]*\).*/\1 \2/' '$dir/found' | awk '{ exit !(\$1 < 0.3 && \$2 > 0.3 && \$2 - \$1 < 0.03) }'"
check "it says what was run" has '"scenario_digest":"[0-9a-f]*","cycles":20000,"warmup":1000,"parameter":"load"' "$dir/found"
check "each seed has a stretch of one step" [ "$(grep -o '"from":[0-9.]*,"to":[0-9.]*' "$dir/found" | sed 's/[^0-9.,]//g' | awk -F, '$2 - $1 > 0.0021 { bad++ } END { print NR - bad }')" -eq 3 ]
find 0 'load in 0.02:0.5:0.002 where not offered < 0.3'
check "the same the other way round" has '"holds":"above"' "$dir/out"
check "at the same place" [ "$(sed 's/.*"value":\([0-9.]*\).*/\1/' "$dir/out")" = "$(sed 's/.*"value":\([0-9.]*\).*/\1/' "$dir/found")" ]
check "whole numbers: where the buffer suffices" exits 0 "$W" sweep "$dir/line.ws" -s load=0.5 --find 'buffer in 1:40 where accepted >= 0.4' -c 6000
check "for people" has '^buffer in 1:40 where accepted >= 0.4: [0-9]*, between [0-9]* to [0-9]*; it holds above; 1 seed$' "$dir/out"
check "where nothing changes: 1" exits 1 "$W" sweep "$dir/line.ws" --find 'load in 0.02:0.1 where offered < 0.3'
check "which is said" has 'it holds everywhere in this range$' "$dir/err"
for wrong in 'load' 'load where' 'laod where stable' 'length where stable' 'load in 3 where stable' 'load in 0.3:0.1 where stable' \
    'load where accepted < x' 'load where accepted <> 2'; do
    check "--find '$wrong': 2" exits 2 "$W" sweep "$dir/line.ws" --find "$wrong"
done
check "--find with --vary: 2" exits 2 "$W" sweep "$dir/line.ws" --find 'load where stable' --vary load=0.1

# ---- what is no regular file ----
all() { "$W" sweep "$dir/s.ws" --vary load=0.05:0.2:0.05 "$@"; }
all --json >"$dir/four" 2>"$dir/err"
check "-o -: standard output" exits 0 sh -c "cd '$dir' && '$(realpath "$W")' sweep '$dir/s.ws' --vary load=0.05:0.2:0.05 -o -"
check "with the rows" same "$dir/four" "$dir/out"
check "and no file named -" [ ! -e "$dir/-" ]
timeout 60 "$W" sweep "$dir/s.ws" --vary load=0.05:0.2:0.05 -o /dev/stdout 2>"$dir/err" | cat >"$dir/out"
check "-o /dev/stdout into a pipe has the rows" same "$dir/four" "$dir/out"
check "and says nothing of a file" [ ! -s "$dir/err" ]
mkfifo "$dir/fifo"
cat "$dir/fifo" >"$dir/out" &
timeout 60 "$W" sweep "$dir/s.ws" --vary load=0.05:0.2:0.05 -o "$dir/fifo" 2>"$dir/err"
wait $!
check "so has a named pipe" same "$dir/four" "$dir/out"
check "a folder: 3" exits 3 "$W" sweep "$dir/s.ws" --vary load=0.1 -o "$dir"
if [ -c /dev/full ]; then
    check "a device is not read, and when it is full: 3" exits 3 timeout 60 "$W" sweep "$dir/s.ws" --vary load=0.1 -o /dev/full
    check "in words" has '/dev/full: No space left on device' "$dir/err"
    check "the same of standard output" exits 3 sh -c "'$W' sweep '$dir/s.ws' --vary load=0.1 >/dev/full"
    check "in words too" has 'standard output: No space left on device' "$dir/err"
fi

# ---- a file that may not grow further holds whole rows ----
exits 3 sh -c "ulimit -f 6; exec '$W' sweep '$dir/s.ws' --vary load=0.05:0.2:0.05 --vary 'length=fixed 50,exponential 100' --replicas 2 -f offered,accepted,digest,classes.all.accepted,classes.all.message_latency.mean,hosts,switches,links,flit_hops,scenario,schema,model,cycles,warmup,seed,digest,digest,digest,digest,digest,digest,digest,digest,digest,digest,digest,digest,digest,digest,digest -o '$dir/limit.csv'"
check "a file that may not grow: 3" [ $? -eq 0 ]
check "in words" has 'limit.csv: File too large' "$dir/err"
check "with whole rows" [ "$(tail -c 1 "$dir/limit.csv" | tr '\n' x)" = x ]
check "and not all" awk 'END { exit !(NR > 1 && NR < 17) }' "$dir/limit.csv"

# ---- seals ----
for format in json csv; do
    all=$dir/all.$format
    size=$(wc -c <"$all")
    first=0
    [ $format = csv ] && first=$(sed -n 1p "$all" | wc -c)
    for place in 1 7 20 31 44 57 70 86 99; do
        at=$((first + (size - first) * place / 100))
        old=$(dd if="$all" bs=1 skip=$at count=1 2>/dev/null | od -An -tu1 | tr -d ' ')
        cp "$all" "$dir/altered.$format"
        # shellcheck disable=SC2059
        printf "\\$(printf %o $((old == 51 ? 52 : 51)))" | dd of="$dir/altered.$format" bs=1 seek=$at conv=notrunc 2>/dev/null
        sweep -o "$dir/altered.$format" >"$dir/out"
        check "$format: a byte altered at $at: its row is run again, the others are kept" same "$all" "$dir/altered.$format"
        check "$format: which is said" has 'altered' "$dir/err"
        check "$format: and few rows are new" awk -F '[ ,]+' '/ new$/ { n = $4 } END { exit !(n >= 1 && n <= 2) }' "$dir/err"
    done
    { sed -n '1,3p' "$all"; sed -n '6,$p' "$all"; } >"$dir/gap.$format"
    sweep -o "$dir/gap.$format" >"$dir/out"
    check "$format: rows that are missing in the middle are run, and stand in their places" same "$all" "$dir/gap.$format"
    { sed -n '1,5p' "$all"; sed -n '3,$p' "$all"; } >"$dir/twice.$format"
    sweep -o "$dir/twice.$format" >"$dir/out"
    check "$format: rows that are there twice are taken once" same "$all" "$dir/twice.$format"
    { cat "$all"; echo 'my notes'; } >"$dir/notes.$format"
    cp "$dir/notes.$format" "$dir/before"
    check "$format: notes below the rows are refused" exits 2 "$W" sweep "$dir/s.ws" --vary load=0.05:0.2:0.05 \
        --vary "length=fixed 50,exponential 100" --replicas 2 -o "$dir/notes.$format"
    check "$format: with the line" has "notes.$format:1[78]:" "$dir/err"
    check "$format: and left alone" same "$dir/before" "$dir/notes.$format"
done
ln -s all.json "$dir/link.json"
head -n 5 "$dir/all.json" >"$dir/linked"
sed -i 3d "$dir/linked" && ln -sf linked "$dir/link.json"
sweep -o "$dir/link.json" >"$dir/out"
check "a link stays a link, and the file is put in order" [ -h "$dir/link.json" ]
check "behind it" same "$dir/all.json" "$dir/linked"

# ---- few file descriptors: fewer at a time, or words ----
for files in 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 20 24; do
    timeout 120 sh -c "ulimit -n $files; exec '$W' sweep '$dir/s.ws' --vary load=0.05:0.2:0.05 -j 4 --json" >"$dir/out" 2>"$dir/err"
    code=$?
    case $code in
    0) check "$files file descriptors: all rows" same "$dir/four" "$dir/out" ;;
    *) check "$files file descriptors: an error ($code), in words" [ $code -lt 124 -o $code -eq 127 ] && check "said" [ -s "$dir/err" ] ;;
    esac
done
check "24 are enough" [ $code -eq 0 ]

"$W" sweep "$dir/s.ws" --vary segment=33,0 --fields mean_hops,hosts_detail.0.injected --csv >"$dir/out" 2>"$dir/err"
check "chosen columns" has '^sweep,point,points,segment,replica,mean_hops,hosts_detail.0.injected,seal$' "$dir/out"
# ---- how long each run is: until its interval is narrow, or what it measured has arrived ----
cd "$dir" || exit 1
narrow() { "$W" sweep theory/mg1 -v load=0.3,0.5 -R 20 -c 50000000 -w 10000 --until 'ci<10%' "$@" 2>>err; }
narrow -o narrow.json
check "--until: every run ends early, when its interval is narrow enough" [ "$(grep -c '"cycles":[0-9]\{6,7\},' narrow.json)" -eq 40 ]
check "it is run again to the same end" exits 0 "$W" reproduce narrow.json
narrow --shard 1/2 -o narrow.1.json
narrow --shard 2/2 -o narrow.2.json
check "also in shards" sh -c "'$W' merge narrow.2.json narrow.1.json | cmp -s - narrow.json"
check "which are told so" sh -c "'$W' sweep theory/mg1 -v load=0.3,0.5 --until 'ci<10%' --emit parallel | grep -c -- \"--until 'ci<10%'\" | grep -qx 4"
check "rows that ran to their end are others" exits 2 "$W" sweep theory/mg1 -v load=0.3,0.5 -R 20 -c 50000000 -w 10000 -o narrow.json
check "a quantity that is none: 2" exits 2 "$W" sweep theory/mg1 -v load=0.3 --until 'cj<10%'
check "with --find, too: 2" exits 2 "$W" sweep theory/mg1 --find 'load where stable' --until 'cj<10%'
# The mean at 0.5 is 220.5: a wait of 99.5 (Pollaczek and Khinchine), 99 flits behind the head, 22 cycles of wire.
if command -v python3 >/dev/null; then
    check "narrow enough, and of 20 intervals 16 hold the mean (95 of 100 do so: fewer come once in 400 times)" python3 -c "
import json
rows = [json.loads(line) for line in open('narrow.json')]
found = [row['classes']['all']['message_latency'] for row in rows]
assert all(m['ci95'] < 0.1 * m['mean'] for m in found)
assert sum(m['interval'][0] < 220.5 < m['interval'][1] for m in found[20:]) >= 16
"
fi
drained() { "$W" sweep cube/mesh-8x8 -v load=0.05,0.1 -c 3000 -w 500 "$@" 2>>err; }
drained --drain -o drained.json
check "--drain: nothing is left behind" [ "$(grep -c '"unfinished":0,"drained":[1-9]' drained.json)" -eq 2 ]
drained -o cut.json
check "without it something is" [ "$(grep -c '"unfinished":[1-9][0-9]*,"drained":null' cut.json)" -eq 2 ]
check "the rows are run again to the same end" exits 0 "$W" reproduce drained.json
check "and are those of another sweep" exits 2 "$W" sweep cube/mesh-8x8 -v load=0.05,0.1 -c 3000 -w 500 -o drained.json
cd - >/dev/null || exit 1


# ---- tidy: python3 reads them in one line ----
python() { python3 -c "$@" >"$dir/out" 2>"$dir/err"; }
if command -v python3 >/dev/null; then
    check "CSV: python3 reads it in one line, numbers as numbers" python "
import csv, sys
rows = list(csv.DictReader(open('$dir/all.csv')))
assert len(rows) == 16 and all(None not in r and None not in r.values() for r in rows)
texts = {'sweep', 'length', 'version', 'scenario', 'scenario_digest', 'topology_digest', 'parameters', 'digest', 'saturated', 'seal'}
truth = {'stable', 'deadlock'}
for r in rows:
    for name, value in r.items():
        if name in truth: assert value in ('true', 'false', ''), (name, value)
        elif name not in texts and not name.endswith('.no_interval') and value: float(value)
    assert float(r['load']) > 0 and float(r['classes.all.message_latency.mean']) > 0
    assert 'length=' + r['length'] in r['parameters']
"
    "$W" sweep cube/mesh-8x8 -v load=0.05,0.1 -c 2000 -w 200 --csv >"$dir/mesh.csv" 2>"$dir/err"
    check "only the classes in use: a mesh has one" python "
import csv
rows = list(csv.DictReader(open('$dir/mesh.csv')))
classes = {name.split('.')[1] for name in rows[0] if name.startswith('classes.')}
assert classes == {'all'}, classes
assert len(rows[0]) < 64, len(rows[0])
"
    "$W" sweep fedx/wk1-5-hotspot -v load=0.2,0.3 -c 2000 -w 200 --csv >"$dir/fedx.csv" 2>"$dir/err"
    check "Fed-X has five" python "
import csv
rows = list(csv.DictReader(open('$dir/fedx.csv')))
assert {name.split('.')[1] for name in rows[0] if name.startswith('classes.')} == {'all', 'short', 'long', 'hot', 'independent'}
"
    sweep --long >"$dir/long.csv"
    check "--long: one row a figure, the same figures" python "
import csv
wide = list(csv.DictReader(open('$dir/all.csv')))
long = list(csv.DictReader(open('$dir/long.csv')))
assert list(long[0]) == ['sweep', 'point', 'points', 'load', 'length', 'replica', 'seed', 'phase', 'class', 'measure', 'value', 'seal']
for r in long:
    assert r['phase'] == '0'
    name = r['measure'] if not r['class'] else 'classes.%s.%s' % (r['class'], r['measure'])
    there = wide[int(r['point'])][name].replace('true', '1').replace('false', '0')
    assert float(r['value']) == float(there), (r, there)
want = sum(1 for r in wide for name, v in r.items() if v and not name.endswith('.no_interval') and (name.startswith('classes.') or name in {m['measure'] for m in long}))
assert len(long) == want, (len(long), want)
"
fi
# ---- phases: where a run changes, --long has what each stretch measured ----
printf 'machine cube\nset topology mesh 3 3\nset length fixed 4\nwarmup 500\n@3000 set load 0.1\n@6000 end\n' >"$dir/phases.ws"
"$W" sweep "$dir/phases.ws" -v load=0.2,0.3 -v vcs=1,2 --long >"$dir/phases.csv" 2>"$dir/err"
"$W" sweep "$dir/phases.ws" -v load=0.2,0.3 -v vcs=1,2 --json >"$dir/phases.json" 2>"$dir/err"
"$W" sweep "$dir/phases.ws" -v load=0.2,0.3 -v vcs=1,2 --csv -f phases.0.accepted,phases.1.to >"$dir/fields.csv" 2>"$dir/err"
if command -v python3 >/dev/null; then
    check "--long: each phase as JSON tells it, 0 is the whole run" python "
import csv, json
long = list(csv.DictReader(open('$dir/phases.csv')))
runs = [json.loads(line) for line in open('$dir/phases.json')]
seen = set()
for r in long:
    of = runs[int(r['point'])]
    if r['phase'] != '0': of = of['phases'][int(r['phase']) - 1]
    if r['class']: of = of['classes'][r['class']]
    for step in r['measure'].split('.'): of = of[step]
    assert float(r['value']) == float(of), r
    seen.add((r['point'], r['phase'], r['class'], r['measure']))
assert len(seen) == len(long)
for p in '0123':
    for phase, where in (('0', None), ('1', (0, 3000)), ('2', (3000, 6000))):
        at = {r['measure']: float(r['value']) for r in long if (r['point'], r['phase']) == (p, phase) and not r['class']}
        assert where is None or (at['from'], at['to']) == where, at
        assert (p, phase, 'all', 'message_latency.mean') in seen and 'accepted' in at
"
    check "--fields reaches them too" python "
import csv, json
runs = [json.loads(line) for line in open('$dir/phases.json')]
for r, run in zip(csv.DictReader(open('$dir/fields.csv')), runs):
    assert float(r['phases.0.accepted']) == run['phases'][0]['accepted'] and r['phases.1.to'] == '6000'
"
fi
# The python3 of Debian has pandas; another that comes first in the path may have none.
pandas=
for python3 in python3 /usr/bin/python3; do
    [ "$pandas" ] || ! $python3 -c 'import pandas' 2>/dev/null || pandas=$python3
done
if [ "$pandas" ]; then
    "$W" sweep kwan/torus-3x3 -v load=0.05,0.1 -v 'length=fixed 50,exponential 100' -R 2 -c 4000 -w 500 -o "$dir/pandas.csv" 2>"$dir/err"
    check "pandas reads it in one line: figures are numbers, truths are truths, the rest is text" exits 0 $pandas -c "
import pandas
rows = pandas.read_csv('$dir/pandas.csv')
assert len(rows) == 8 and rows.load.dtype == float and rows.seed.dtype == int and rows.deadlock.dtype == bool
texts = {'sweep', 'length', 'version', 'scenario', 'scenario_digest', 'topology_digest', 'parameters', 'digest', 'saturated', 'seal', 'stable'}
for name in rows:
    words = name in texts or name.endswith('.no_interval')
    assert words or rows[name].dtype.kind in 'ifb', (name, rows[name].dtype)
means = rows.groupby(['load', 'length'])['classes.high.head_latency.mean'].mean()
assert len(means) == 4 and (means > 0).all()
why = rows[rows['classes.all.message_latency.ci95'].isna()]['classes.all.message_latency.no_interval']
assert why.notna().all()
"
    check "and --long, with its phases" exits 0 $pandas -c "
import pandas
long = pandas.read_csv('$dir/phases.csv')
table = long[long['class'] == 'all'].pivot_table(index=['load', 'vcs', 'phase'], columns='measure', values='value')
assert table.shape[0] == 12 and (table['message_latency.mean'] > 0).all()
"
else
    skip "there is no pandas (Debian: python3-pandas)"
fi
sweep --long -o "$dir/new-long.csv" >"$dir/out"
sweep --long >"$dir/long.csv"
check "--long: a file has the same rows" same "$dir/long.csv" "$dir/new-long.csv"
check "and is not gone on with" exits 2 "$W" sweep "$dir/s.ws" --vary load=0.05:0.2:0.05 --long -o "$dir/new-long.csv"
check "in words" has 'does not go on with a file' "$dir/err"
check "and left alone" same "$dir/long.csv" "$dir/new-long.csv"
check "nothing varies: 2" exits 2 "$W" sweep "$dir/s.ws"
check "an unknown parameter: 2" exits 2 "$W" sweep "$dir/s.ws" --vary laod=0.1
check "with the nearest" has 'load' "$dir/err"
check "a wrong value, found before anything runs: 2" exits 2 "$W" sweep "$dir/s.ws" --vary load=0.1,0.2,7
check "and no row" [ ! -s "$dir/out" ]
check "a range the wrong way round: 2" exits 2 "$W" sweep "$dir/s.ws" --vary load=0.3:0.1:0.1
check "a step of nothing: 2" exits 2 "$W" sweep "$dir/s.ws" --vary load=0.1:0.3:0
check "standard input: 2" exits 2 "$W" sweep - --vary load=0.1
check "the same parameter twice: 2" exits 2 "$W" sweep "$dir/s.ws" --vary load=0.1 --vary load=0.2
tap_end

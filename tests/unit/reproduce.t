#!/bin/sh
# `wormscope reproduce`: a mixed file of 50 rows is run again and agrees; a digit that was changed is named; a scenario that was changed
# or is missing, and another model, are answers of their own.
. tests/tap.sh

cat >"$dir/own.ws" <<'END'
machine cube
set topology mesh 3 3
set load 0.3
set length fixed 4
seed 9
warmup 500
@2000 set load 0.1
@5000 end
END
cd "$dir" || exit 1
{
    "$W" sweep kwan/torus-3x3 -v load=0.05,0.1 -v segment=0,33 -v "length=fixed 50,exponential 100" -R 2 -c 4000 -w 500 --json
    "$W" sweep cube/mesh-8x8 -s load=0.4 -v load=0.05,0.1,0.2 -v traffic=uniform,transpose -R 2 -c 2000 -w 300 --json
    "$W" sweep own.ws -v load=0.2,0.3 -v "topology=mesh 3 3,torus 4 4" -w auto -s vcs=2 --json
    "$W" sweep fedx/wk1-5 -v load=0.2,0.4 -c 4000 -w 500 --json
    "$W" sweep timeouts/torus-3x3 -v timeout-policy=fixed,itow,cep -c 4000 -w 500 --json
    "$W" sweep recn/uniform-64 -v load=0.2,0.5 -c 1000 -w 200 --json
    "$W" sweep dragonfly/72 -v traffic=uniform,group-shift -c 1000 -w 200 --json
    "$W" run now/irregular-16 --json -c 3000 -w 500
    "$W" run own.ws --json
    "$W" run own.ws --json -s load=0.2
    "$W" run own.ws --json --drain -s vcs=2
    "$W" run own.ws --json --break 'cycle>2500'
    "$W" run own.ws --json -s 'length=exponential 7' --seed 12
    "$W" run theory/mg1 --json -c 5000 -w 500
} >rows.json 2>err
"$W" run own.ws --record own.wsr >out 2>>err
"$W" run own.wsr --json >>rows.json 2>>err
"$W" run own.wsr --json --cycles 3000 >>rows.json 2>>err
check "a mixed file of 50 rows" [ "$(wc -l <rows.json)" -eq 50 ]
check "is reproduced" exits 0 "$W" reproduce rows.json
check "all of it" has '^rows.json: 50 rows, 50 equal$' out
check "from standard input" exits 0 sh -c "head -n 20 rows.json | '$W' reproduce -"
check "as objects" exits 0 "$W" reproduce --json -j 3 rows.json
check "one for each row" [ "$(grep -c '"verdict":"equal"' out)" -eq 50 ]

grep '"scenario":"theory/mg1"' rows.json >mg1.json
check "a scenario with a network file, from another directory" exits 0 sh -c "cd / && '$W' reproduce '$dir/mg1.json'"
check "and from that of the sources" exits 0 sh -c "cd '$(dirname "$W")/..' && '$W' reproduce '$dir/mg1.json'"

# changes LINE FROM TO WHERE: the row says another thing of FROM, which is named.
changes() {
    sed "$1s/$2/$3/" rows.json >altered.json
    cmp -s rows.json altered.json && return 1
    exits 1 "$W" reproduce altered.json
    grep -q "^altered.json:$1: $4" out && grep -q '50 rows, 49 equal, 1 ' out
}
own=$(grep -n '"scenario":"own.ws"' rows.json | grep -v sweep | head -n 1 | cut -d: -f1)
check "a digit of the digest is named" changes 3 '"digest":"....' '"digest":"0000' 'altered: digest is "'
check "a digit of a figure" changes 7 '"accepted":0.0[0-9]' '"accepted":0.9' 'altered: accepted is 0.0'
check "one of a phase, with its path" changes "$own" '"p50":' '"p50":1' 'altered: phases.0.classes.all.message_latency.p50 is '
check "one in a list" changes "$own" '"injected":0' '"injected":1' 'altered: hosts_detail.0.injected is 0'
check "another seed" changes "$own" '"seed":' '"seed":1' 'altered: digest is "'
check "another parameter" changes "$own" '"load":"0.3"' '"load":"0.4"' 'altered: digest is "'
check "a field that was taken out" changes "$own" '"stable":[a-z]*,' '' 'altered: stable is '
check "a seal alone" changes 5 '"seal":"...' '"seal":"000' 'altered: what it measured is the same, but its seal'
check "a row of a sweep without its seal is never equal" changes 5 ',"seal":"[^"]*"' '' 'unsealed: what it measured is the same, but it has no seal$'
check "nor is one of a run" changes "$own" ',"seal":"[^"]*"' '' 'unsealed: what it measured is the same, but it has no seal$'
check "without its seal, and with another figure" changes "$own" '"accepted":0\(.*\),"seal":"[^"]*"' '"accepted":1\1' 'differs: accepted is 0'
check "another model" changes "$own" '"model":[0-9]*' '"model":7' 'other model: model 7, and this program has model [0-9]*$'
check "a missing scenario" changes "$own" 'own.ws' 'gone.ws' 'scenario missing: '
check "no parameters" changes "$own" '"parameters":{[^}]*},' '' 'unusable: parameters is missing'
check "a parameter that is none" changes "$own" '"load":' '"laod":' 'unusable: unknown parameter `laod`$'
check "no digest" changes "$own" '"digest":"[^"]*",' '' 'unusable: expected a row'

sed -i 's/^set length fixed 4/set length fixed 5/' own.ws
check "a scenario that was changed" exits 1 "$W" reproduce rows.json
check "is an answer of its own" has "^rows.json:$own: scenario changed: own.ws says something else" out
check "for all its rows" has '50 rows, 41 equal, 9 scenario changed$' out
sed -i 's/^set length fixed 5/# back\nset length fixed 4/' own.ws
check "a comment changes nothing" exits 0 "$W" reproduce rows.json
sed -i '1i set colour blue' own.ws
check "one that is wrong now" exits 1 "$W" reproduce rows.json
check "with the reason" has "^rows.json:$own: scenario missing: own.ws:1:" out

echo 'my notes' >notes
check "something else: 2" exits 2 "$W" reproduce notes
check "with its line" has 'notes:1: expected a row' err
check "an empty file: 2" exits 2 "$W" reproduce /dev/null
check "no such file: 3" exits 3 "$W" reproduce no/such
check "no file: 2" exits 2 "$W" reproduce
"$W" sweep kwan/torus-3x3 -v load=0.1,0.2 -c 1000 -w 100 --csv >rows.csv 2>err
check "CSV does not say enough: 2" exits 2 "$W" reproduce rows.csv
tap_end

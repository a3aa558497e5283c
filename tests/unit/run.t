#!/bin/sh
# `wormscope run`: every field of the JSON object is there, the same run gives the same digest, and mistakes are told.
. tests/tap.sh

hasnt() { ! grep -q -- "$1" "$2"; }
value() { sed -n "s/.*\"$1\":\"\{0,1\}\([^,\"}]*\).*/\1/p" "$2"; }

cat >"$dir/small.ws" <<'END'
title "a small torus"
machine wormhole-lan
set topology torus 3 3
set hosts-per-switch 2
set load 0.1
set length exponential 200
seed 5
warmup 5000
@60000 end
END
cat >"$dir/ring.ws" <<'END'
machine cube
set topology ring1 6
set routing dor-no-dateline
set length fixed 20
set load 0.5
@20000 end
END

check "runs" exits 0 "$W" run "$dir/small.ws" --json
cp "$dir/out" "$dir/json"
check "one line" [ "$(wc -l <"$dir/json")" -eq 1 ]
for field in schema model scenario seed cycles warmup digest hosts switches links offered accepted flit_hops mean_hops \
    packets messages deadlock cpu_seconds flit_hops_per_cpu_second kernel classes hosts_detail mean_source_queue stable \
    saturated unfinished drained settled offered_ci95 accepted_ci95 version scenario_digest topology_digest parameters \
    phases; do
    check "field $field" has "\"$field\":" "$dir/json"
done
for part in '"packets":{"created":[0-9]*,"injected":[0-9]*,"delivered":[0-9]*}' \
    '"messages":{"created":[0-9]*,"sent":0,"injected":[0-9]*,"delivered":[0-9]*,"refused":[0-9]*,"dropped":0}' \
    '"digest":"[0-9a-f]\{16\}"' '"classes":{"all":{' '"high":{' '"low":{' '"seed":5,"cycles":60000,"warmup":5000,' \
    '"hosts":18,"switches":9,"links":36,' '"deadlock":false'; do
    check "has $part" has "$part" "$dir/json"
done
"$W" run "$dir/small.ws" --set 'length=exponential 20' --json >"$dir/sure"
for latency in message_latency network_latency head_latency packet_latency; do
    check "$latency" has "\"$latency\":{\"mean\":[0-9.]*,\"ci95\":[0-9.]*,\"p50\":[0-9.]*,\"p95\":[0-9.]*,\"p99\":[0-9.]*,\"max\":[0-9.]*,\"count\":[0-9]*,\"interval\":\[[0-9.]*,[0-9.]*\],\"p50_interval\":\[[0-9.]*,[0-9.]*\],\"p95_interval\":\[[0-9.]*,[0-9.]*\],\"p99_interval\":" "$dir/sure"
done

# ---- what a run says of itself ----
check "parameters that differ from their defaults, and no others" has '"parameters":{[^}]*"length":"exponential 200"' "$dir/json"
check "not those that do not" hasnt '"parameters":{[^}]*"topology":' "$dir/json"
check "hosts inject what they got into the network" has '"hosts_detail":\[{"name":"[^"]*","offered":[0-9.]*,"injected":[0-9.]*,"received"' "$dir/json"
check "a run without changes has no phases" has '"phases":\[\]' "$dir/json"
"$W" run "$dir/small.ws" --set load=0.2 --set 'topology=torus 3 4' --json >"$dir/sets"
check "the scenario is the same whatever --set says" [ "$(value scenario_digest "$dir/json")" = "$(value scenario_digest "$dir/sets")" ]
check "the topology is not" [ "$(value topology_digest "$dir/json")" != "$(value topology_digest "$dir/sets")" ]
sed 's/^@60000 end/# a comment\n@50000 set load 0.2\n@60000 end/' "$dir/small.ws" >"$dir/changes.ws"
"$W" run "$dir/changes.ws" --json >"$dir/phases"
check "another scenario has another digest" [ "$(value scenario_digest "$dir/json")" != "$(value scenario_digest "$dir/phases")" ]
check "changes make phases" has '"phases":\[{"from":0,"to":50000,"measured_from":5000,"changes":\[\],.*{"from":50000,"to":60000,"measured_from":50000,"changes":\["set load 0.2"\]' "$dir/phases"
check "parameters are those of the beginning" has '"parameters":{[^}]*"load":"0.1"' "$dir/phases"
check "phases for people" exits 0 "$W" run "$dir/changes.ws"
check "with the line that began one" has '^50000 *60000 .*  set load 0.2$' "$dir/out"
check "a load that is carried" has '"saturated":"no",.*"stable":true' "$dir/sure"
"$W" run "$dir/small.ws" --set load=0.9 --json >"$dir/over"
check "one that is not" has '"saturated":"yes",.*"stable":false' "$dir/over"
check "where no interval is honest there is none" has '"ci95":null,' "$dir/over"
check "and it is said why" has '"interval":null,"no_interval":"saturated: it grows with the run' "$dir/over"
"$W" run "$dir/small.ws" --set arrivals=saturated --json >"$dir/over"
check "a closed loop offers nothing" has '"saturated":"closed-loop",.*"stable":null' "$dir/over"
"$W" run "$dir/small.ws" --cycles 6000 --json >"$dir/over"
check "too short to tell" has '"saturated":"unknown",.*"stable":null' "$dir/over"
"$W" run "$dir/small.ws" --set 'length=exponential 20' --warmup auto --json >"$dir/auto"
check "--warmup auto measures from where latency settles" \
    [ "$(value warmup "$dir/auto")" = "$(value settled "$dir/sure")" ]
check "a record cannot drain" exits 2 "$W" run "$dir/small.ws" --drain --record "$dir/r.wsr"
check "auto is for run and sweep" exits 2 "$W" render "$dir/small.ws" --warmup auto
"$W" run "$dir/small.ws" --drain --json >"$dir/drained"
check "--drain leaves nothing behind" has '"unfinished":0,"drained":[1-9]' "$dir/drained"
check "and measures no more than without it" [ "$(value accepted "$dir/drained")" = "$(value accepted "$dir/json")" ]

"$W" run "$dir/small.ws" --json >"$dir/again"
check "the same run has the same digest" [ "$(value digest "$dir/json")" = "$(value digest "$dir/again")" ]
"$W" run "$dir/small.ws" --json --seed 6 >"$dir/again"
check "another seed has another" [ "$(value digest "$dir/json")" != "$(value digest "$dir/again")" ]
"$W" run - --json <"$dir/small.ws" >"$dir/again" 2>/dev/null
check "standard input" [ "$(value digest "$dir/json")" = "$(value digest "$dir/again")" ]
"$W" run "$dir/small.ws" --json --cycles 1000 --warmup 2000 >"$dir/none" 2>"$dir/err"
check "what does not exist is null" has '"accepted":null' "$dir/none"
check "and no NaN is printed" hasnt 'nan\|inf' "$dir/none"

check "a summary for people" exits 0 "$W" run "$dir/small.ws"
check "with its title" has 'a small torus' "$dir/out"
check "and no complaint" [ ! -s "$dir/err" ]
"$W" run "$dir/small.ws" --set load=0.9 >"$dir/out"
check "saturation is said" has 'SATURATED' "$dir/out"

check "a deadlock is no failure" exits 0 "$W" run "$dir/ring.ws" --json
check "but is said" has '"deadlock":true' "$dir/out"
check "unless asked for" exits 4 "$W" run "$dir/ring.ws" --fail-on-deadlock
check "for people too" has 'DEADLOCK' "$dir/out"

"$W" run "$dir/small.ws" --break 'worms>5' --json >"$dir/stop"
at=$(value cycles "$dir/stop")
check "a breakpoint ends the run, and says so" has '"stopped":"breakpoint 1: worms>5, it is [0-9]* worms"' "$dir/stop"
"$W" run "$dir/small.ws" --cycles "$at" --json >"$dir/again"
check "at a cycle with the same digest" [ "$(value digest "$dir/stop")" = "$(value digest "$dir/again")" ]
check "which is one that is looked at" [ $((at % 16)) -eq 0 ]
check "for people too" has 'breakpoint 2: deadlock rises' /dev/fd/3 3<<END
$("$W" run "$dir/ring.ws" -b 'latency>100000' -b deadlock)
END
"$W" run "$dir/ring.ws" --json >"$dir/again"
"$W" run "$dir/ring.ws" --json -b deadlock >"$dir/stop"
at=$(value deadlock_cycle "$dir/again")
check "a deadlock is told by the cycle in which it closed" [ "$at" = "$(value cycles "$dir/stop")" ]
check "in the other run too" [ "$at" = "$(value deadlock_cycle "$dir/stop")" ]
"$W" run "$dir/ring.ws" --json --cycles "$at" >"$dir/again"
check "a run up to there sees it" has '"deadlock":true' "$dir/again"
"$W" run "$dir/ring.ws" --json --cycles "$((at - 1))" >"$dir/again"
check "one that ends before does not" has '"deadlock":false' "$dir/again"
"$W" run fedx/wk1-5-hotspot --cycles 110000 --json >"$dir/again"
check "what senders of a class get is told, and how many there are" has \
    '"independent":{"offered":0.[0-9]*,"accepted":0.[0-9]*,"senders":[0-9]*,"accepted_per_sender":0.[0-9]*,' "$dir/again"
check "the rest of the hosts for the hot ones" [ "$(tr '{' '\n' <"$dir/again" | sed -n 's/.*"senders":\([0-9]*\).*/\1/p' | awk '{ n += $1 } END { print n }')" -eq "$(value hosts "$dir/again")" ]
cat >"$dir/freed.ws" <<'END'
machine timeouts
set topology torus 5 5
set timeout-policy none
set timeout 30
warmup 10000
@9990 set timeout-policy fixed
@10060 end
END
"$W" run "$dir/freed.ws" --json >"$dir/again"
check "worms that waited before the measurement make no waste of more than all there is" has '"waste_wait":0.[0-9]*,"waste_kill":0.[0-9]*,' "$dir/again"
check "without it no word of it" hasnt '"stopped"' "$dir/json"
check "a wrong condition is refused" exits 2 "$W" run "$dir/small.ws" --break 'wrms>5'
check "with the nearest name" has 'did you mean "worms"' "$dir/err"

check "no timeouts, no word of them" hasnt '"timeouts":' "$dir/json"
"$W" run timeouts/closed-torus-3x3 --cycles 20000 --json >"$dir/killed"
check "timeouts are told" has '"timeouts":{"kills":[1-9][0-9]*,"resets":[1-9][0-9]*,"kills_per_delivered":[0-9.]*,' "$dir/killed"
check "what is wasted" has '"waste_wait":0.[0-9]*,"waste_kill":0.[0-9]*,"wait_cycles":[1-9][0-9]*,"kill_cycles":[1-9][0-9]*,' "$dir/killed"
check "how often a message is sent again" has '"retries":{"mean":[0-9.]*,"ci95":[0-9.nul]*,"p50":[0-9.]*,"p95":[1-9][0-9.]*,' "$dir/killed"
check "what is estimated" has '"occupancy":{"mean":[0-9.]*,"min":[0-9.]*,"max":[0-9.]*}' "$dir/killed"
check "and each head that waits" has '"heads":\[{"switch":"S[0-8]","from":"[SH][0-9]*","source":"H[0-9]*","dest":"H[0-9]*","retries":[0-9]*,"waits_for_lane":true,"waited":[0-9]*,"threshold":40,"reset_cost":[0-9.]*,"wait_cost":[0-9.]*}' "$dir/killed"
"$W" run timeouts/closed-torus-3x3 --cycles 20000 >"$dir/out"
check "for people too" has 'kills per packet delivered' "$dir/out"

"$W" run fedx/mixture --cycles 50000 --json >"$dir/pools"
check "refusals by reason" has '"pools":{"refused":{"full":[0-9]*,"rule":[0-9]*,"message":[1-9][0-9]*,"destination":0,"limit":0},"refused_per_delivered":[0-9.]*,"turns":[1-9][0-9]*,' "$dir/pools"
check "buffers in use" has '"in_use":{"transit":[0-9]*,"destination":[0-9]*},"switches":\[{"transit":[0-9]*,"destination":[0-9]*},' "$dir/pools"
"$W" run fedx/mixture --cycles 50000 >"$dir/out"
check "pools for people" has 'turns$' "$dir/out"

check "no scenario: 2" exits 2 "$W" run
check "unknown scenario: 2" exits 2 "$W" run no/such/scenario
check "unknown option: 2" exits 2 "$W" run "$dir/small.ws" --sede 3
check "with the nearest" has 'seed' "$dir/err"
check "a number that is none: 2" exits 2 "$W" run "$dir/small.ws" --cycles 3x
check "a value that is none: 2" exits 2 "$W" run "$dir/small.ws" --set load=3
check "a name that is none: 2" exits 2 "$W" run "$dir/small.ws" --set laod=0.3
check "with the nearest" has '"load"' "$dir/err"
check "nothing on standard output" [ ! -s "$dir/out" ]
if [ -e /dev/full ]; then
    check "output that cannot be written: 3" exits 3 sh -c "'$W' run '$dir/small.ws' --json >/dev/full"
fi
# ---- what newcomers type ----
check "-s is --set" exits 0 "$W" run "$dir/small.ws" -s load=0.2 --cycles 100 --warmup 0
check "render takes it too" exits 0 "$W" render "$dir/small.ws" -s load=0.2 --at 10
check "and cast" exits 0 "$W" cast "$dir/small.ws" -s load=0.2 --to 10
check "a size is no setting: 2" exits 2 "$W" render "$dir/small.ws" -s 100x30
check "-V" exits 0 "$W" -V
check "tells version and model" has '^wormscope [0-9.]* ([0-9a-z-]*), model [0-9]*$' "$dir/out"
cp "$dir/out" "$dir/version"
check "version" exits 0 "$W" version
check "tells the same" cmp -s "$dir/out" "$dir/version"
check "--version" exits 0 "$W" --version
check "tells the same" cmp -s "$dir/out" "$dir/version"

check "a name without its folder: 2" exits 2 "$W" run torus-3x3
check "suggests all of that name" has '; did you mean "kwan/torus-3x3", "timeouts/torus-3x3"?$' "$dir/err"
check "on the screen too: 2" exits 2 "$W" torus-3x3
check "suggests all of that name" has '; did you mean "kwan/torus-3x3", "timeouts/torus-3x3"?$' "$dir/err"

blames() { # blames WORDS COMMAND...: exit code 2, and the error begins with these words
    words=$1
    shift
    exits 2 "$@" && grep -q "^$words" "$dir/err"
}
check "--set is blamed for a contradiction" blames '--set queueing=voq: queueing voq is for one switch'     "$W" run kwan/two-hosts --set queueing=voq
check "before the line of a machine that is named first" blames '--set routing=updown: queueing recn-iq, recn and recn-dd need'     "$W" run recn/hotspot-64 --set routing=updown -s load=0.1
check "also where the error does not name it" blames '--set topology=ring 5: routing dor on a ring'     "$W" run cube/mesh-8x8 -s load=0.1 --set "topology=ring 5" -s segment=0
check "wherever it stands among others" blames '--set queueing=voq: queueing voq is for one switch' "$W" run kwan/two-hosts --set queueing=voq -s load=0.1 -s segment=0 -s link-delay=2
check "and in a sweep" blames '--set topology=ring 5: routing dor on a ring' "$W" sweep cube/mesh-8x8 -v "topology=mesh 4 4,ring 5"
printf 'machine cube
set topology ring 5
' >"$dir/wrong.ws"
check "a scenario that is wrong by itself is not its fault" blames 'scenarios/machines/cube.ws:[0-9]*:5: routing dor'     "$W" run "$dir/wrong.ws" -s load=0.1

check "a run that ends before its warm-up" exits 0 "$W" run "$dir/small.ws" --cycles 5000 --json
check "is warned of" has 'nothing is measured: the run ends at cycle 5000, the warm-up at cycle 5000' "$dir/err"
check "one that does not is not" exits 0 "$W" run "$dir/small.ws" --cycles 5001 --json
check "no word" [ ! -s "$dir/err" ]
check "a sweep too" exits 0 "$W" sweep "$dir/small.ws" --cycles 100 -v load=0.1,0.2,0.3
check "once" [ "$(grep -c 'wormscope sweep: nothing is measured' "$dir/err")" -eq 1 ]
check "and not for each run" [ "$(grep -c 'nothing is measured' "$dir/err")" -eq 1 ]
# Which kernel has run is said, and makes no other difference.
for kernel in slices general auto; do
    check "$kernel" exits 0 env WS_KERNEL=$kernel "$W" run cube/torus-8x8 -s load=0.2 -c 8000 -w 500 --json
    value kernel "$dir/out" >>"$dir/kernels"
    sed 's/"cpu_seconds":.*"kernel":"[^"]*",//; s/"seal":.*//' "$dir/out" >"$dir/by-$kernel"
    check "$kernel: nothing else differs" cmp -s "$dir/by-$kernel" "$dir/by-slices"
    check "$kernel: a row of a sweep" exits 0 env WS_KERNEL=$kernel "$W" sweep cube/torus-8x8 -v load=0.2 -c 8000 -w 500 --json
    cp "$dir/out" "$dir/row-$kernel"
    check "$kernel: is the same row" cmp -s "$dir/row-$kernel" "$dir/row-slices"
done
check "slices, general, and what pays" [ "$(tr '\n' ' ' <"$dir/kernels" | sed 's/0\.[0-9]* $/part/')" = "slices general slices part" ]
check "a machine that does not suit" exits 2 env WS_KERNEL=slices "$W" run kwan/torus-3x3 --json
check "says why" has "this machine does not suit slices: " "$dir/err"
check "no such kernel" exits 2 env WS_KERNEL=slice "$W" run cube/torus-8x8 --json
check "says which there are" has "expected general, slices, or auto" "$dir/err"
# Above the capacity there is no mean latency: no interval of one, and no cycle at which it settles.
over=$(whole && echo 200000 || echo 20000)
check "an overloaded run" exits 0 "$W" run cube/mesh-8x8 -s load=0.3 -c "$over" -w 5000 --json
check "is saturated, and has not settled" has '"settled":null,.*"saturated":"yes"' "$dir/out"
check "no interval is told" has '"message_latency":{"mean":[0-9.]*,"ci95":null,.*"interval":null,"no_interval":"saturated: it grows with the run","p50_interval":null' "$dir/out"
check "--warmup auto" exits 0 "$W" run cube/mesh-8x8 -s load=0.3 -c "$over" -w auto
check "does not believe it" has "latency has not settled: measured from cycle 10000, the scenario's own warm-up" "$dir/err"
check "help" exits 0 "$W" help run
check "help, the other way" exits 0 "$W" run --help
check "version" exits 0 "$W" --version
check "list" exits 0 "$W" list
check "params" exits 0 "$W" params
check "one parameter" exits 0 "$W" params segment-rule
check "no such parameter: 2" exits 2 "$W" params segmnt
# The first screen of two hosts, as its `begin` opens it, has the paper's figures: shares, and the head latency of each class.
"$W" render timeouts/deadlock --at 1000 --size 200x24 | sed -n '1s/$/ /p' >"$dir/wide"
for width in $(seq 40 "$(whole && echo 1 || echo 7)" 120); do "$W" render timeouts/deadlock --at 1000 --size ${width}x24 | sed -n 1p; done |
    grep -oE "worms [0-9]*|waiting [^ ]*( \([0-9]*%?\)?)?" | while read -r item; do
    grep -qF "$item " "$dir/wide" || echo "$item"
done >"$dir/cut"
check "a number of the first line is whole, or is not there" [ ! -s "$dir/cut" ]
check "two hosts at their begin" exits 0 "$W" render kwan/two-hosts --at "$(sed -n 's/^@\([0-9]*\) begin/\1/p' scenarios/kwan/two-hosts.ws)" --size 80x24
check "head latencies" has "head  *mean" "$dir/out"
check "145 of the high class" has "high  *145 " "$dir/out"
check "far more of the low one" has "low  *1[0-9]\.[0-9]k" "$dir/out"
check "and their shares" has "high 0.912 : low 0.088" "$dir/out"
tap_end

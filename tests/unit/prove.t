#!/bin/sh
# `wormscope prove`: the verdict is the exit code, the JSON object is whole, and the scenario of -o runs into the deadlock.
. tests/tap.sh

check "a network without a cycle is free: 0" exits 0 "$W" prove cube/torus-8x8
check "and why" has "^free of deadlock: the channels can be put in an order" "$dir/out"
check "an escape layer is told" exits 0 "$W" prove now/irregular-16 --json
check "in JSON" has '"verdict":"free","argument":"escape","words":"[^"]*escape channel[^"]*","channels":[1-9]' "$dir/out"
check "a ring can deadlock: 4" exits 4 "$W" prove teach/ring-deadlock -o "$dir/ring.ws"
check "and is named" has "^can deadlock: 4 channels wait for each other in a ring: S0→S1, S1→S2, S2→S3, S3→S0" "$dir/out"
check "packet by packet" has "S0→S1 *wants S1→S2 *a packet from H[0-9] to H[0-9]" "$dir/out"
check "the scenario deadlocks" exits 4 "$W" run "$dir/ring.ws" --fail-on-deadlock
check "and says so" has "DEADLOCK" "$dir/out"
check "by messages alone" has "^@[0-9]* send H[0-9] H[0-9] [0-9]*$" "$dir/ring.ws"
# Runs the scenario once without each of its messages: how often does it deadlock all the same?
spared() {
    for line in $(grep -n ' send ' "$dir/ring.ws" | cut -d: -f1); do
        sed "${line}d" "$dir/ring.ws" >"$dir/less.ws"
        "$W" run "$dir/less.ws" --fail-on-deadlock >"$dir/out" 2>&1 && echo no || echo yes
    done
}
check "with messages that are needed, each of them" [ "$(spared | sort | uniq -c | tr -s ' ')" = " 3 no" ]
check "a file that is there is left alone: 3" exits 3 "$W" prove teach/ring-deadlock -o "$dir/ring.ws"
limited() { (ulimit -f 0; "$W" "$@"); }
check "one that cannot be written to the end: 3" exits 3 limited prove teach/ring-deadlock -o "$dir/part.ws"
check "is not left" [ ! -e "$dir/part.ws" ]
[ ! -e /dev/full ] || check "a verdict that cannot be written: 3" exits 3 sh -c "'$W' prove teach/ring-deadlock >/dev/full"
check "JSON of a ring" exits 4 "$W" prove teach/ring-deadlock --json
check "has the ring" has '"ring":\[{"held":"S0→S1","wanted":"S1→S2","source":"H[0-9]","dest":"H[0-9]"}' "$dir/out"
check "and the messages" has '"messages":\[{"cycle":[0-9]*,"source":"H[0-9]","dest":"H[0-9]","flits":[0-9]*}' "$dir/out"
check "a dateline mends it" exits 0 "$W" prove teach/ring-deadlock --set routing=dor --set vcs=2
check "kills end every ring: 0" exits 0 "$W" prove timeouts/closed-torus-3x3
check "and why" has "^free of deadlock: .*a timer that kills its worm" "$dir/out"
check "a rule keeps buffers of pools free: 0" exits 0 "$W" prove fedx/wk30
check "and why" has "^free of deadlock: the deadlock rule keeps buffers free" "$dir/out"
check "without one it stays open: 1" exits 1 "$W" prove fedx/wk30 --set deadlock-rule=off -o "$dir/none.ws"
check "and why" has "^undecided: .*no deadlock rule keeps buffers free" "$dir/out"
check "nothing is written then" test ! -e "$dir/none.ws"
check "and that is no proof" has 'none.ws is not written; undecided, so there is no example of a deadlock to write' "$dir/err"
check "what is no scenario: 2" exits 2 "$W" prove no/such
tap_end

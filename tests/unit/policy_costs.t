#!/bin/sh
# The cost factor of a reset belongs to the policy: the key of the policies keeps the worms moving, as the paper says. timeout-cost is
# that of both, as it was before there were two.
. tests/tap.sh

key() { "$W" keys | sed -n "s/^bind $1  *\"[^\"]*\" //p"; }
field() { sed -n "s/.*\"$1\":\"\{0,1\}\([^,\"}]*\).*/\1/p" "$2"; }
delay() { sed -n 's/.*"all":{[^{]*"message_latency":{"mean":\([0-9.]*\).*/\1/p' "$1"; }
less() { awk "BEGIN { exit !($1 <= $2) }"; }

# run NAME LINE...: timeouts/torus-5x5 at a load of 0.16 with these lines, measured behind them
run() {
    name=$1
    shift
    { printf '%s\n' 'include timeouts/torus-5x5' 'set load 0.16' "$@" '@20000 measure'; } >"$dir/$name.ws"
    exits 0 "$W" run "$dir/$name.ws" -c 60000 --json && mv "$dir/out" "$dir/$name"
}
# digest LINE...: the state with these lines at cycle 3000
digest() {
    { echo 'include timeouts/torus-5x5'; printf '%s\n' "$@"; } >"$dir/digest.ws"
    "$W" run "$dir/digest.ws" -c 3000 --warmup 100 --json | sed -n 's/.*"digest":"\([^"]*\).*/\1/p'
}
same() { [ -n "$1" ] && [ "$1" = "$2" ]; }

check "itow" run itow
check "its delay" less 100 "$(delay "$dir/itow")"
check "the key T leads to cep" run cep "@15000 $(key T)"
check "... whose delay is not above 1.05 times" less "$(delay "$dir/cep")" "1.05 * $(delay "$dir/itow")"
check "... and which accepts as much" less "0.99 * $(field accepted "$dir/itow")" "$(field accepted "$dir/cep")"

check "cep has the factor 3" same "$(digest '@1000 set timeout-policy cep')" \
    "$(digest 'set cep-cost 3' '@1000 set timeout-policy cep')"
check "timeout-cost is that of both" same "$(digest 'set timeout-cost 5' '@1000 set timeout-policy cep')" \
    "$(digest 'set itow-cost 5' 'set cep-cost 5' '@1000 set timeout-policy cep')"
check "... also while the network runs" same "$(digest '@500 set timeout-cost 9' '@1000 set timeout-policy cep')" \
    "$(digest '@500 set cep-cost 9' '@1000 set timeout-policy cep')"
check "... and in a sweep" exits 0 "$W" sweep timeouts/torus-3x3 -v timeout-policy=itow,cep -v timeout-cost=4 -c 2000 -w 100 --json
check "... whose rows say so" [ "$(grep -c '"timeout-cost":"4"' "$dir/out")" -eq 2 ]
cp "$dir/out" "$dir/rows"
"$W" run timeouts/torus-7x7 -c 2000 -w 100 -s timeout-policy=cep --json >>"$dir/rows"
"$W" run timeouts/torus-3x3 -c 2000 -w 100 -s cep-cost=5 --json >>"$dir/rows"
check "rows are made again" exits 0 "$W" reproduce "$dir/rows"
check "... all of them" has '4 rows, 4 equal' "$dir/out"
check "the key P moves that of the policy in force" same "$(digest "@500 $(key P)" '@1000 set timeout-policy cep')" \
    "$(digest '@500 set itow-cost 9.5' '@1000 set timeout-policy cep')"
check "... which is cep's, where cep is" same \
    "$(digest '@500 set timeout-policy cep' "@500 $(key O)" '@1000 set timeout-policy itow')" \
    "$(digest '@500 set timeout-policy cep' '@500 set cep-cost 2.5' '@1000 set timeout-policy itow')"
check "... and both that are one" same "$(digest 'set timeout-cost 9' "@500 $(key P)" '@1000 set timeout-policy cep')" \
    "$(digest 'set cep-cost 9.5' 'set itow-cost 9' '@500 set itow-cost 9.5' '@1000 set timeout-policy cep')"

# Recorded when there was one factor: set by number, moved by keys, under both policies.
check "its default is told as that of each policy" [ "$("$W" params timeout-cost | grep -c 'default   itow 9, cep 3 factor')" -eq 1 ]
check "a recording of before plays equal" exits 0 "$W" replay --verify tests/golden/timeout-cost.wsr
tap_end

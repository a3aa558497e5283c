#!/bin/sh
# Where memory runs out, at whatever place, the program says so and ends in order: no crash, no silence, no half result that looks
# whole. The limit on the address space is moved in steps from too little to enough.
. tests/tap.sh

if ! (ulimit -v 2000000) 2>/dev/null || ! (ulimit -v 2000000; "$W" version) >/dev/null 2>&1; then
    skip_all "the address space cannot be limited here"
fi

# The least KiB with which the program starts at all, and can still run something small.
least=4096
until (ulimit -v $least; "$W" version) >/dev/null 2>&1; do least=$((least + 64)); done

squeeze() { # squeeze WHAT FROM TO STEP COMMAND...: in KiB above the least; says so each time it does not succeed, and does in the end
    subject=$1 from=$2 to=$3 step=$4
    shift 4
    whole || step=$((step * 5))
    tries=0 said=0 bad=
    for more in $(seq "$from" "$step" "$to"); do
        (ulimit -v $((least + more)); exec timeout 60 "$@" >"$dir/out" 2>"$dir/err" </dev/null)
        code=$?
        tries=$((tries + 1))
        [ $code -eq 0 ] && continue
        if grep -q 'out of memory\|cannot start\|Cannot allocate memory' "$dir/err" && { [ $code -eq 2 ] || [ $code -eq 3 ]; }; then
            said=$((said + 1))
        else
            bad="$bad $more:$code"
            echo "# $subject, with $((least + more)) KiB: exit code $code"
            sed 's/^/#   /' "$dir/err" | head -n 3
        fi
    done
    check "$subject: $said of $tries times there was too little, and it was said" sh -c "[ -z '$bad' ] && [ $said -gt 0 ]"
    (ulimit -v $((least + 2000000)); exec "$@" >"$dir/out" 2>"$dir/err" </dev/null)
    code=$?
    check "$subject: with enough it works" [ $code -eq 0 ]
}
squeeze "a network of 1,024 switches" 0 60000 1500 "$W" run cube/torus-32x32 --cycles 20 --warmup 0
(ulimit -v $((least + 6000)); "$W" run cube/torus-32x32 --cycles 20) >"$dir/out" 2>"$dir/err"
check "the error says what was too large" grep -q 'out of memory for a \(network of 1024 switches and 1024 hosts\|state of [0-9]* bytes\)\|out of memory: [0-9]* bytes more\|out of memory for the' "$dir/err"
check "nothing on standard output" [ ! -s "$dir/out" ]
squeeze "its picture" 0 80000 4000 "$W" render cube/torus-32x32 --at 20 --trees
squeeze "a result in JSON" 0 3000 100 "$W" run kwan/torus-3x3 --cycles 2000 --warmup 0 --json
squeeze "a series" 0 3000 300 "$W" series kwan/two-hosts --cycles 20000
squeeze "a film" 0 5000 500 "$W" cast kwan/two-hosts --to "$(whole && echo 2000 || echo 500)"
"$W" run kwan/two-hosts --cycles 200000 -R "$dir/a.wsr" >/dev/null
squeeze "a recording, verified" 0 8000 500 "$W" replay "$dir/a.wsr" --verify
squeeze "a sweep" 0 6000 500 "$W" sweep kwan/two-hosts --cycles 2000 -v load=0.1,0.2 -j 2
squeeze "a list" 0 800 50 "$W" list --json

# The last allocations of a picture that goes into a file fail, one by one: what was begun is not left beside it.
library=$dir/malloc.so
picture() { LD_PRELOAD=$library "$W" render kwan/two-hosts --at 300 -o "$dir/picture/map.svg" >/dev/null 2>&1; }
mkdir "$dir/picture"
export WS_FAIL_AT=0 WS_FAIL_COUNT="$dir/count"
if ${CC:-cc} -O1 -shared -fPIC -o "$library" tests/faults/malloc.c 2>/dev/null && picture; then
    all=$(cat "$dir/count")
    died=0
    for n in $(seq $((all - 40)) "$all"); do
        WS_FAIL_AT=$n
        picture || died=$((died + 1))
    done
    check "without memory for the end of a picture, $died times" [ $died -gt 20 ]
    check "nothing but the picture that was there is left" [ "$(ls -A "$dir/picture")" = map.svg ]
    # A row of a series takes 57 allocations; one of them is the text of a cell.
    bad=
    for WS_FAIL_AT in $(seq 300 "$(whole && echo 1 || echo 7)" 359); do
        LD_PRELOAD=$library "$W" series kwan/two-hosts -c 1500 --warmup 0 >/dev/null 2>&1
        code=$?
        [ $code -le 3 ] || bad="$bad $WS_FAIL_AT:$code"
    done
    check "without memory for a part of a row, a series ends in order${bad:+, but$bad}" [ -z "$bad" ]
else
    skip "no library for allocations" # of another compiler, or under a sanitizer
fi
tap_end

# door.sh - what tests of doors share, beside tests/tap.sh: source it first, at the top of the copy, and end with `tap_end`.
#   seen WHAT WIDTHxHEIGHT SCENARIO KEYS TEXT...   one check: on a terminal of this size, with the scenario paused at its start, does the
#                              screen show each text after the keys before it? (`\e`: Esc, `\r`: Enter, `\t`: Tab)
#   holds TEST...              one check each: does this test of the tree hold in the copy?
#   in_manual PAGE PATTERN     one check: does a page of the manual have such a line?
. tests/tap.sh

seen() {
    what=$1
    size=$2
    shift 2
    [ -x "$BUILD/type" ] || ${CC:-cc} -std=c11 -D_GNU_SOURCE -w -Itests -o "$BUILD/type" tests/doors/type.c -lvterm -lutil 2>"$dir/err"
    "$BUILD/type" "${size%x*}" "${size#*x}" "$@"
    report $? "$what"
}
holds() {
    for test in "$@"; do
        prove -Q "$test" >"$dir/err" 2>&1
        report $? "$test holds"
    done
}
in_manual() { check "$1 has it" has "$2" "$BUILD/man/$1"; }

# tap.sh - what tests written in shell share: source it first, at the top of the tree (`. tests/tap.sh`), and end with `tap_end`.
#   $W             the program, by its absolute path; $BUILD is where it was built
#   $dir           a directory of the test's own, which goes with it; a test that must undo more than that defines `at_exit`
#   check WHAT COMMAND...      one check: is the command true? If not, the end of $dir/err is shown, if there is one
#   report STATUS WHAT         one check that has been made: its status is 0
#   exits CODE COMMAND...      does the command end with this code? What it says is in $dir/out and $dir/err
#   has PATTERN FILE           does the file have such a line?
#   skip WHY                   one check that cannot be made here
#   whole          true but in the short form of `make check`: with WS_WHOLE (make check-all) or WS_LONG (at night)
#   skip_all WHY               the same of the whole test: it ends
BUILD=${BUILD:-build}
W=$(realpath "$BUILD")/wormscope
dir=$(mktemp -d) || exit 1
checks=0
failed=0
at_exit() { :; }
whole() { [ "${WS_WHOLE-}${WS_LONG-}" ]; }
trap 'at_exit; rm -rf "$dir"' EXIT

report() {
    checks=$((checks + 1))
    if [ "$1" = 0 ]; then
        echo "ok $checks - $2"
        return
    fi
    echo "not ok $checks - $2"
    [ ! -f "$dir/err" ] || tail -n 20 "$dir/err" | sed 's/^/# /'
    failed=1
}
check() {
    what=$1
    shift
    "$@"
    report $? "$what"
}
exits() {
    code=$1
    shift
    "$@" >"$dir/out" 2>"$dir/err"
    [ $? -eq "$code" ]
}
has() { grep -q -- "$1" "$2"; }
skip() {
    checks=$((checks + 1))
    echo "ok $checks # SKIP $1"
}
skip_all() {
    echo "1..0 # SKIP $1"
    exit 0
}
tap_end() {
    echo "1..$checks"
    exit $failed
}

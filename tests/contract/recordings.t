#!/bin/sh
# recordings.t - recordings made by this build hold in one by the other compiler at the other level of optimisation, and the other
# way round; and the two builds make recordings of the same course.
CC=${CC:-cc} BUILD=${BUILD:-build}
case $($CC --version 2>/dev/null) in
*clang*) other=gcc level=-O3 ;;
*) other=clang level=-O0 ;;
esac
if ! command -v $other >/dev/null; then
    echo "1..0 # SKIP there is no $other"
    exit 0
fi
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
n=0
failed=0
check() { # check WHAT COMMAND...
    what=$1
    shift
    n=$((n + 1))
    if "$@" >"$work/log" 2>&1; then echo "ok $n - $what"; else echo "not ok $n - $what"; sed 's/^/# /' "$work/log"; failed=1; fi
}

check "builds with $other $level" make -s CC=$other OPT=$level BUILD="$BUILD-other" "$BUILD-other/wormscope"
for row in "kwan/torus-3x3 150000" "cube/torus-8x8 8000" "theory/switch 50000" "timeouts/torus-3x3 80000"; do
    scenario=${row% *} cycles=${row#* }
    "$BUILD/wormscope" run "$scenario" -c "$cycles" -R "$work/a.wsr" >/dev/null
    "$BUILD-other/wormscope" run "$scenario" -c "$cycles" -R "$work/b.wsr" >/dev/null
    check "$scenario: ours holds in theirs" "$BUILD-other/wormscope" replay --verify "$work/a.wsr"
    check "$scenario: theirs holds in ours" "$BUILD/wormscope" replay --verify "$work/b.wsr"
    check "$scenario: they are the same" "$BUILD/wormscope" diff "$work/a.wsr" "$work/b.wsr"
done
check "theirs holds one with branches" "$BUILD-other/wormscope" replay --verify tests/golden/session.wsr
echo "1..$n"
exit $failed

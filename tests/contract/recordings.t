#!/bin/sh
# recordings.t - recordings made by this build hold in one by the other compiler at the other level of optimisation, and the other
# way round; and the two builds make recordings of the same course.
. tests/tap.sh

CC=${CC:-cc}
case $($CC --version 2>/dev/null) in
*clang*) other=gcc level=-O3 ;;
*) other=clang level=-O0 ;;
esac
if ! command -v $other >/dev/null; then
    skip_all "there is no $other"
fi
quietly() { "$@" >"$dir/err" 2>&1; }

check "builds with $other $level" quietly make -s WERROR= CC=$other OPT=$level BUILD="$BUILD-other" "$BUILD-other/wormscope"
for row in "kwan/torus-3x3 150000" "cube/torus-8x8 8000" "theory/switch 50000" "timeouts/closed-torus-3x3 80000"; do
    scenario=${row% *} cycles=${row#* }
    "$BUILD/wormscope" run "$scenario" -c "$cycles" -R "$dir/a.wsr" >/dev/null
    "$BUILD-other/wormscope" run "$scenario" -c "$cycles" -R "$dir/b.wsr" >/dev/null
    check "$scenario: ours holds in theirs" quietly "$BUILD-other/wormscope" replay --verify "$dir/a.wsr"
    check "$scenario: theirs holds in ours" quietly "$BUILD/wormscope" replay --verify "$dir/b.wsr"
    check "$scenario: they are the same" quietly "$BUILD/wormscope" diff "$dir/a.wsr" "$dir/b.wsr"
done
check "theirs holds one with branches" quietly "$BUILD-other/wormscope" replay --verify tests/golden/session.wsr
tap_end

#!/bin/sh
# The figures of Hu and Kleinrock (scenarios/papers/timeouts): a line a claim, in the short form; with WS_LONG all of it.
[ -n "$WS_LONG" ] && exec "${BUILD:-build}/wormscope" paper timeouts --tap -j "${WS_JOBS:-1}" -o "${BUILD:-build}/papers"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
"${BUILD:-build}/wormscope" paper timeouts --quick --tap -j 1 -o "$dir"

#!/bin/sh
# The figures of Vishnu Priya and Senthil Kumar 2017, on RECN (scenarios/papers/recn): a line a claim, in the short form; with WS_LONG all of it.
[ -n "$WS_LONG" ] && exec "${BUILD:-build}/wormscope" paper recn --tap -j "${WS_JOBS:-1}" -o "${BUILD:-build}/papers"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
"${BUILD:-build}/wormscope" paper recn --quick --tap -j 1 -o "$dir"

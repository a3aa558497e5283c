#!/bin/sh
# Figures that answer what the papers leave open (scenarios/papers/beyond): a line a claim, in the short form; with WS_LONG all of it.
[ -n "$WS_LONG" ] && exec "${BUILD:-build}/wormscope" paper beyond --tap -j "${WS_JOBS:-1}" -o "${BUILD:-build}/papers"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
"${BUILD:-build}/wormscope" paper beyond --quick --tap -j 1 -o "$dir"

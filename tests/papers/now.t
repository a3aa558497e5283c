#!/bin/sh
# The figures of Duato et al. on networks of workstations (scenarios/papers/now): a line a claim, in the short form; with WS_LONG all of it.
[ -n "$WS_LONG" ] && exec "${BUILD:-build}/wormscope" paper now --tap -j "${WS_JOBS:-1}" -o "${BUILD:-build}/papers"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
"${BUILD:-build}/wormscope" paper now --quick --tap -j 1 -o "$dir"

#!/bin/sh
# dist.t - the sources as one file: two runs give the same bytes, all that is tracked is within, and which commit it is; a changed tree is
# refused.
. tests/tap.sh
[ "$(git rev-parse --show-toplevel 2>/dev/null)" = "$(pwd -P)" ] || skip_all "no repository"
git clone -q --no-hardlinks . "$dir/clone" || exit 1
cd "$dir/clone" || exit 1
version=$(sed -n 's/^#define WS_VERSION "\(.*\)"/\1/p' include/wormscope/wormscope.h)
name=wormscope-$version
tracked() { git ls-files | sed "s|^|$name/|" | sort; }
within() { tar -tzf "one/dist/$name.tar.gz" | grep -v -e '/$' -e '\.ci/revision$' | sort; }

check "the sources are made" exits 0 env BUILD=one .ci/dist
check "once more" exits 0 env BUILD=two .ci/dist
check "they are the same bytes" cmp "one/dist/$name.tar.gz" "two/dist/$name.tar.gz"
check "the sum beside them is theirs" exits 0 sh -c "cd one/dist && sha256sum -c $name.tar.gz.sha256"
tracked >listed.tracked
within >listed.within
check "what is tracked is within, and nothing else" cmp listed.tracked listed.within
tar -xzf "one/dist/$name.tar.gz" -C "$dir"
check "the commit is written down" test "$(cat "$dir/$name/.ci/revision")" = "$(git describe --always --abbrev=8)"
echo "/* changed */" >>src/cli/main.c
refused() { ! "$@" 2>said && grep -q 'the tree is changed: commit first, or DIRTY=1' said; }
check "a changed tree is refused" refused env BUILD=one .ci/dist
check "but where one asks for it" exits 0 env DIRTY=1 BUILD=one .ci/dist
tar -xzf "one/dist/$name.tar.gz" -C "$dir"
check "it says so" grep -q 'dirty$' "$dir/$name/.ci/revision"
check "and has the change" grep -q '^/\* changed' "$dir/$name/src/cli/main.c"
none() { ! (cd "$dir/$name" && .ci/dist) 2>said && grep -q 'this is none' said; }
check "the sources are made of a checkout alone" none
tap_end

#!/bin/sh
# deb.t - the package for Debian that `make deb` builds is clean to lintian, installs, works without this tree, and leaves nothing
# behind when it is removed. It compiles all, so it runs where WS_LONG is set; into a root of its own, so nothing here changes.
. tests/tap.sh

[ "$WS_LONG" ] || skip_all "takes minutes; WS_LONG=1 runs it"
for tool in dpkg-buildpackage dh lintian; do
    command -v $tool >/dev/null || skip_all "no $tool here"
done

check "it is built, and lintian has nothing to say" exits 0 env BUILD="$BUILD" .ci/deb
deb=$(tail -n 1 "$dir/out")
root=$dir/root
mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates" "$root/var/lib/dpkg/triggers"
: >"$root/var/lib/dpkg/status"
of_root() { dpkg --root="$root" --force-not-root --force-depends --log=/dev/null "$@"; }
check "it installs" exits 0 of_root --install "$deb"
P=$root/usr/bin/wormscope
check "the program is there" [ -x "$P" ]
away() { (cd / && env -i PATH="$PATH" HOME="$dir/home" TERM=dumb "$@"); }
check "it has its scenarios" exits 0 away "$P" list
check "as many as this tree" [ "$(wc -l <"$dir/out")" -eq "$("$W" list | wc -l)" ]
check "one runs" exits 0 away "$P" run kwan/two-hosts --warmup 0 --cycles 5000 --json
sed 's/,"cpu_seconds".*//; s/"topology":"[^"]*\/\([^"]*"\)/"topology":"\1/g' "$dir/out" >"$dir/theirs"
"$W" run kwan/two-hosts --warmup 0 --cycles 5000 --json | sed 's/,"cpu_seconds".*//; s/"topology":"[^"]*\/\([^"]*"\)/"topology":"\1/g' >"$dir/ours"
check "as it runs here" cmp -s "$dir/theirs" "$dir/ours"
for file in man/man1/wormscope.1.gz bash-completion/completions/wormscope zsh/site-functions/_wormscope \
    fish/vendor_completions.d/wormscope.fish doc/wormscope/copyright; do
    check "$file is there" [ -s "$root/usr/share/$file" ]
done
check "it is hardened: a position-independent program" sh -c "readelf -h '$P' | grep -q 'Type:.*DYN'"
check "all of whose bindings are made at its start" sh -c "readelf -d '$P' | grep -q BIND_NOW"
check "it is removed" exits 0 of_root --purge wormscope
check "and nothing of it is left" [ -z "$(find "$root/usr" -type f 2>/dev/null)" ]
tap_end

#!/bin/sh
# install.t - what `make install` puts somewhere works wherever it is moved to, without this tree, and `make uninstall` takes all
# of it away; flags of whoever builds reach every compiler and linker.
. tests/tap.sh

away() { (cd / && exec env -i PATH="$PATH" HOME="$dir/home" TERM=dumb "$@"); } # without this tree, and with nothing of the user's
into() { make -s --no-print-directory BUILD="$BUILD" PREFIX="/usr/in here" DESTDIR="$dir/d" "$1"; }

check "installs" exits 0 into install
mv "$dir/d" "$dir/moved away"
P="$dir/moved away/usr/in here/bin/wormscope"
check "the program is stripped" [ -z "$(nm "$P" 2>/dev/null)" ]
S="$dir/moved away/usr/in here/share"
away "$P" list >"$dir/list" 2>"$dir/err"
check "list: no complaint" [ ! -s "$dir/err" ]
"$W" list >"$dir/ours"
check "all scenarios are listed" cmp -s "$dir/list" "$dir/ours"
check "there are some" [ "$(wc -l <"$dir/list")" -gt 30 ]
away "$P" list --json | sed 's/.*"path":"\([^"]*\)".*/\1/' >"$dir/paths"
check "all are those that were installed" [ "$(grep -c "^$S/wormscope/scenarios/" "$dir/paths")" -eq "$(wc -l <"$dir/list")" ]
check "one runs" exits 0 away "$P" run kwan/two-hosts --cycles 5000 --json
same() { sed 's/,"cpu_seconds".*//; s/"topology":"[^,]*\/\([a-z-]*\.net\)[^,}]*/"topology":"\1"/'; } # wherever the network's file lies
same <"$dir/out" >"$dir/a.json"
"$W" run kwan/two-hosts --cycles 5000 --json | same >"$dir/b.json"
check "as it runs here" cmp -s "$dir/a.json" "$dir/b.json"
check "a sweep runs, each point a process" exits 0 away "$P" sweep kwan/two-hosts -c 2000 -v load=0.1,0.2 -j 2 --csv
check "with a row for each" [ "$(wc -l <"$dir/out")" -eq 3 ]
check "a theme is found" exits 0 away "$P" themes nord
check "subjects are found" [ -f "$S/wormscope/scenarios/subjects" ]
for page in man1/wormscope.1 man5/wormscope-language.5 man5/wormscope-lesson.5 man5/wormscope-figure.5; do
    check "$page is in place" [ -s "$S/man/$page" ]
    check "$page is the one that was made" cmp -s "$S/man/$page" "$BUILD/man/${page#*/}"
done
for row in bash:bash-completion/completions/wormscope zsh:zsh/site-functions/_wormscope fish:fish/vendor_completions.d/wormscope.fish; do
    "$W" completion "${row%%:*}" >"$dir/script"
    check "the completion of ${row%%:*} is in place" cmp -s "$dir/script" "$S/${row#*:}"
done
check "nothing may be written by others" [ -z "$(find "$dir/moved away" -type f -perm -020)" ]
ln -s "$P" "$dir/link"
check "by a symbolic link it is the same" exits 0 away "$dir/link" list
check "in a checkout its own scenarios come first" exits 0 "$P" list --json
check "which are named in the short way" has '"path":"scenarios/kwan/two-hosts.ws"' "$dir/out"

# ---- data elsewhere ----
mkdir "$dir/alone" "$dir/home" "$dir/data"
cp "$P" "$dir/alone/wormscope"
check "nothing to list: 3" exits 3 away "$dir/alone/wormscope" list
check "an error says so, and where it looked" has "no scenarios found; they are expected in $dir/share/wormscope/scenarios" "$dir/err"
check "nothing on standard output" [ ! -s "$dir/out" ]
cp -R "$S/wormscope" "$dir/data"
check "XDG_DATA_DIRS" exits 0 away env XDG_DATA_DIRS="/nowhere:$dir/data:relative" "$dir/alone/wormscope" list
check "all of them" cmp -s "$dir/out" "$dir/list"
check "a relative one does not count" exits 3 away env XDG_DATA_DIRS="${dir#/}/data" "$dir/alone/wormscope" list
mkdir -p "$dir/home/.local/share/wormscope/scenarios/mine"
echo 'title "my own"' >"$dir/home/.local/share/wormscope/scenarios/mine/one.ws"
check "the user's own" exits 0 away "$dir/alone/wormscope" list
check "it is listed" has '^mine/one  *my own$' "$dir/out"
check "beside the others" exits 0 away "$P" list
check "all" [ "$(wc -l <"$dir/out")" -eq $(($(wc -l <"$dir/list") + 1)) ]
check "XDG_DATA_HOME" exits 0 away env XDG_DATA_HOME="$dir/data" "$dir/alone/wormscope" list

# ---- and away again ----
mv "$dir/moved away" "$dir/d"
echo mine >"$dir/d/usr/in here/share/wormscope/scenarios/mine.ws"
check "uninstalls" exits 0 into uninstall
check "all but what others have put there" [ "$(find "$dir/d" -type f)" = "$dir/d/usr/in here/share/wormscope/scenarios/mine.ws" ]
rm "$dir/d/usr/in here/share/wormscope/scenarios/mine.ws"
check "once more" exits 0 into uninstall
check "no folder is left" [ ! -e "$dir/d/usr/in here/share/wormscope" ]

# ---- flags ----
make -n V=1 BUILD="$dir/b" CC=mycc CPPFLAGS=-DMINE CFLAGS=-fmine LDFLAGS=-Wl,-mine tests 2>/dev/null | grep '^mycc' >"$dir/commands"
check "every compiler gets CPPFLAGS and CFLAGS" [ "$(grep -c -- ' -c .*' "$dir/commands")" -gt 50 ]
check "each of them" [ -z "$(grep -- ' -c ' "$dir/commands" | grep -v -- '-DMINE.* -fmine')" ]
check "every linker gets LDFLAGS" [ -z "$(grep -v -- ' -c ' "$dir/commands" | grep -v -- '-Wl,-mine')" ]
tap_end

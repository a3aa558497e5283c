#!/bin/sh
# packages.t - .ci/packages asks the compiler and pkg-config what is there, not a package manager, and names what is missing by the
# packages of each system.
. tests/tap.sh

# The commands of this system but the package managers: ours come first, and pretend. (A compiler cache looks for the compiler by
# its own name.)
mkdir "$dir/bin" "$dir/fake"
printf '%s\n' "$PATH" | tr ':' '\n' | while IFS= read -r folder; do
    case $folder in *ccache*) continue ;; esac
    [ -d "$folder" ] && find "$folder/" -maxdepth 1 ! -type d -exec sh -c 'ln -s "$@" "$0"' "$dir/bin" {} + 2>/dev/null
done
for command in dpkg dpkg-query apt apt-get apt-cache dnf pacman apk brew sudo; do rm -f "$dir/bin/$command"; done
with() { PATH="$dir/fake:$dir/bin" "$@"; }
fake() { # fake NAME TEXT: a command of ours
    printf '#!/bin/sh\n%s\n' "$2" >"$dir/fake/$1"
    chmod +x "$dir/fake/$1"
}

check "dpkg-query is hidden" sh -c "! PATH='$dir/bin' command -v dpkg-query"
check "what is needed is here" exits 0 with .ci/packages
check "no word of it" [ -z "$(cat "$dir/out" "$dir/err")" ]
check "make run finds it" exits 0 with make -s deps
check "make check too" exits 0 with make -s deps-check

real=$(PATH="$dir/bin" command -v pkg-config)
fake pkg-config "case \"\$*\" in *libuv*) exit 1 ;; esac; exec '$real' \"\$@\""
check "a library that is missing: 1" exits 1 with .ci/packages
check "it is named" has 'what is missing here: libuv$' "$dir/err"
for line in 'debian    apt-get install libuv1-dev' 'fedora    dnf install libuv-devel' 'arch      pacman -S --needed libuv' \
    'alpine    apk add libuv-dev' 'homebrew  brew install libuv'; do
    check "on ${line%% *}" has "^    $line\$" "$dir/err"
done
check "make run says so too" exits 2 with make -s run
check "by the same words" has 'apk add libuv-dev' "$dir/err"
for row in 'dnf:dnf install libuv-devel' 'pacman:pacman -S --needed libuv' 'apk:apk add libuv-dev' 'brew:brew install libuv'; do
    fake "${row%%:*}" 'exit 9'
    check "${row%%:*}: 1" exits 1 with .ci/packages
    check "only its command" [ "$(sed -n '$p' "$dir/err")" = "    ${row#*:}" ]
    rm "$dir/fake/${row%%:*}"
done

fake apt-get "echo \"\$*\" >>'$dir/apt'; [ \"\$1\" != install ] || touch '$dir/installed'"
fake id 'echo 1000'
fake sudo 'exit 1'
check "Debian, without rights: 1" exits 1 with .ci/packages
check "the exact command" has '^    apt-get install libuv1-dev$' "$dir/err"
check "nothing is tried" [ ! -e "$dir/apt" ]
fake id 'echo 0'
fake pkg-config "[ -e '$dir/installed' ] || case \"\$*\" in *libuv*) exit 1 ;; esac; exec '$real' \"\$@\""
check "Debian, with rights: it is installed" exits 0 with .ci/packages
check "this package and no other" has '^install .* libuv1-dev$' "$dir/apt"
rm "$dir/installed"
fake apt-get 'exit 100'
check "Debian, where that fails: 1" exits 1 with .ci/packages
check "the command is said" has '^    apt-get install libuv1-dev$' "$dir/err"
rm "$dir/fake/pkg-config" "$dir/fake/apt-get"
check "a compiler that is missing: 1" exits 1 with env CC=no-such-compiler .ci/packages
check "it is named, and nothing else" has 'missing here: a C compiler (`no-such-compiler`)$' "$dir/err"
tap_end

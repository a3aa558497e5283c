#!/bin/sh
# The manual pages: their tables are filled from the program's own rows, all of them, and mandoc has nothing to say against them.
. tests/tap.sh

quiet() { [ -z "$("$@" 2>&1)" ]; }
# Either all options are in the usage of a command, or it says that there are more.
usage_tells_options() {
    usage=$("$W" help "$1" | sed -n 1p)
    case $usage in *"[OPTION]..."*) return 0 ;; esac
    for option in $("$W" help "$1" | sed -n 's/^  \(-., \)\{0,1\}\(--[a-z-]*\).*/\2/p'); do
        case $usage in
            *"$option"*) ;;
            *) letter=$("$W" help "$1" | sed -n "s/^  \(-.\), $option.*/\1/p")
               case ${letter:+$usage} in *"[$letter "* | *" $letter "*) ;; *) echo "# $1: $option is not in: $usage"; return 1 ;; esac ;;
        esac
    done
}
hasnt() { ! grep -q -- "$1" "$2"; }

for page in wormscope.1 wormscope-language.5 wormscope-lesson.5 wormscope-figure.5; do
    check "$page: is made" sh -c "'$W' manual man/$page.in >'$dir/$page'"
    check "$page: no marker is left" hasnt '^@[A-Z]*@$' "$dir/$page"
    command -v mandoc >/dev/null && check "$page: no warnings" quiet mandoc -Tlint -W warning "$dir/$page"
done
for name in $("$W" params | sed '1d; s/ .*//'); do
    check "parameter $name is in the manual" has "^\.It Cm $name\$" "$dir/wormscope-language.5"
done
for name in $("$W" help | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p'); do
    check "command $name is in the manual" has "^\.It Cm $name\b" "$dir/wormscope.1"
    [ "$name" = screen ] || check "and in its synopsis" has "^\.Cm $name\$" "$dir/wormscope.1"
    check "its usage has room for its options" usage_tells_options "$name"
    check "and has help" sh -c "'$W' help $name >/dev/null"
    twice=$("$W" help "$name" | sed -n 's/^  -\(.\), .*/\1/p' | sort | uniq -d)
    check "and no letter for two options${twice:+: $twice}" [ -z "$twice" ]
done
tap_end

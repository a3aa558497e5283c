#!/bin/sh
# The manual pages: their tables are filled from the program's own rows, all of them, and mandoc has nothing to say against them.
. tests/tap.sh

quiet() { [ -z "$("$@" 2>&1)" ]; }
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
    check "and has help" sh -c "'$W' help $name >/dev/null"
    twice=$("$W" help "$name" | sed -n 's/^  -\(.\), .*/\1/p' | sort | uniq -d)
    check "and no letter for two options${twice:+: $twice}" [ -z "$twice" ]
done
tap_end

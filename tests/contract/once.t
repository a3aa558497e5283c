#!/bin/sh
# once.t - what the map works out in one place, or a reader of lines, has no second one.
. tests/tap.sh

# Files of src/ui but FILE in which a line matches.
others() {
    grep -rlE "$1" src/ui --include='*.c' | grep -v "^$2\$" | tr '\n' ' '
}
once() {
    found=$(others "$1" "$2")
    grep -qE "$1" "$2" && [ -z "$found" ]
    report $? "$3 is found out in $2 alone${found:+; also in: $found}"
}

once 'delay / (cells|points|at->wire|wire)' src/ui/map/picture.c "what a cell shows of a wire"
once 'sent > 0 \?' src/ui/map/picture.c "whether a worm halts in a channel"
once 'x -= ws_map_origin' src/ui/map/map_panel.c "which cell of the map is under the pointer"

# Signs of the map: their words stand in the table alone, and one function makes the legend of them.
again=$(sed -n 's/^SIGN([A-Z_]*, \("[^"]*|[^"]*"\).*/\1/p' src/ui/map/signs.def | grep -rlFf - src/ui --include='*.[ch]' | tr '\n' ' ')
[ "$(grep -c '^SIGN(' src/ui/map/signs.def)" -gt 40 ] && [ -z "$again" ]
report $? "words of signs are in signs.def alone${again:+; also in: $again}"
once '(plan|map\.plan)->listed \|= \(uint64_t\)' src/ui/map/legend.c "which signs a legend lists"

found=$(grep -rlE '\b(strto(d|f|ld|l|ll|ul|ull|imax|umax)|ato(f|i|l|ll)|sscanf)\b' src/session/language src/lesson src/paper src/mark src/class \
    --include='*.c' | grep -vE '/(fields|value)\.c$' | tr '\n' ' ')
[ -z "$found" ]
report $? "numbers of lines are read in fields.c and value.c alone${found:+; also in: $found}"
tap_end

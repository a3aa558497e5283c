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

# A figure of a run is called in quantities.def: no path of it that is more than a plain word is typed again.
sed -nE 's/^FACT\([A-Z_]+, "([a-z0-9]+[._][a-z0-9_.]+)".*/\1/p; s/.*ROW\([A-Z]+, "([a-z_]+)"\).*/\1/p' src/observe/quantities.def \
    src/observe/metrics.h | sort -u >"$dir/paths"
[ "$(wc -l <"$dir/paths")" -gt 60 ]
report $? "the table has paths of figures"
# The report of a class (host.c) is none of a run.
found=$(find src -name '*.[ch]' ! -path src/observe/metrics.h ! -path src/cli/host.c -exec perl -ne '
    BEGIN { my $file = shift; open my $in, "<", $file or die; while (<$in>) { chomp; $known{$_} = 1 } }
    while (!m{^\s*/?\*} && /"([a-z0-9_.]+)/g) { print "$ARGV:$.: $1; " if $known{$1} || $1 =~ /^classes\./ }
    close ARGV if eof' "$dir/paths" {} +)
[ -z "$found" ]
report $? "no path of a figure is typed outside of it${found:+: $found}"
tap_end

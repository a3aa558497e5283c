#!/bin/sh
# tables.t - tests/README.md names every law there is, and no file that is not there.
. tests/tap.sh

missing=
for file in tests/laws/*.c; do
    grep -q "laws/$(basename "$file")" tests/README.md || missing="$missing $file"
done
[ -z "$missing" ]
report $? "every law stands in tests/README.md${missing:+; not:}$missing"
gone=
for file in $(grep -oE '`(unit|laws|contract|golden|screens|papers)/[a-z0-9_]+\.(c|t)`' tests/README.md | tr -d '`' | sort -u); do
    [ -e "tests/$file" ] || gone="$gone $file"
done
[ -z "$gone" ]
report $? "every file named there exists${gone:+; not:}$gone"
tap_end

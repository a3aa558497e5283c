#!/bin/sh
# tables.t - tests/README.md names every law there is, and no file that is not there.
n=0 failed=0
report() { # report STATUS TEXT
    n=$((n + 1))
    if [ "$1" = 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; failed=1; fi
}
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
echo "1..$n"
exit $failed

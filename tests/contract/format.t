#!/bin/sh
# format.t - the sources stand as the tree's .clang-format says; tables made by hand are fenced off. Versions of clang-format differ in
# what they write: the one of Debian 12 decides.
. tests/tap.sh

if ! clang-format --version 2>/dev/null | grep -q 'version 14\.'; then
    skip_all "there is no clang-format 14"
fi
for folder in core switch topology routing traffic recovery slices build observe session lesson mark paper class export net tui terminal; do
    find "src/$folder" -name '*.[ch]' -exec clang-format --dry-run -Werror {} + 2>"$dir/err"
    report $? "src/$folder is formatted"
done
tap_end

#!/bin/sh
# The pictures in README.md are what the commands above them make: text below its command, SVG in man/pictures. `make pictures`
# (UPDATE=1 tests/unit/readme.t) makes them anew: look at the difference.
. tests/tap.sh

# README.md once more, each picture made by its command, a line that begins with "$ build/wormscope render". A command with
# -o makes a file, into $dir; any other is the first line of a block whose rest it prints.
while IFS= read -r line; do
    [ "$skip" ] && [ "$line" != '```' ] && continue
    skip=
    printf '%s\n' "$line"
    case $line in
    '$ build/wormscope render '*' -o man/pictures/'*.svg)
        name=${line##* -o man/pictures/}
        echo "$name" >>"$dir/svgs"
        command=${line#\$ build/wormscope }
        eval "\"\$W\" ${command% -o *} -o '$dir/$name'" 2>"$dir/err" || echo "$line" >>"$dir/bad"
        ;;
    '$ build/wormscope render '*)
        echo "$line" >>"$dir/texts"
        eval "\"\$W\" ${line#\$ build/wormscope }" 2>"$dir/err" || echo "$line" >>"$dir/bad"
        skip=1
        ;;
    esac
done <README.md >"$dir/README.md"

if [ "$UPDATE" ] && [ ! -e "$dir/bad" ]; then
    cat "$dir/README.md" >README.md
    mkdir -p man/pictures && cp "$dir"/*.svg man/pictures/
fi
[ "$(wc -l <"$dir/texts")" -eq 1 ] && [ "$(wc -l <"$dir/svgs")" -eq 6 ]
report $? "there are a picture in text and six in colour"
[ ! -e "$dir/bad" ]
report $? "their commands work"
[ -e "$dir/bad" ] && sed 's/^/# /' "$dir/bad"
cmp -s README.md "$dir/README.md"
report $? "the text is what its command prints"
diff README.md "$dir/README.md" | head -20 | sed 's/^/# /'
while read -r name; do
    cmp -s "man/pictures/$name" "$dir/$name"
    report $? "$name is what its command draws"
    [ "$(grep -c "](man/pictures/$name)" README.md)" -eq 1 ]
    report $? "and stands in README.md"
done <"$dir/svgs"
[ "$(ls man/pictures | sort)" = "$(sort "$dir/svgs")" ]
report $? "no other picture lies in man/pictures"
[ "$(cat man/pictures/*.svg | wc -c)" -lt 800000 ]
report $? "all together have $(cat man/pictures/*.svg | wc -c) bytes, fewer than 800,000"
tap_end

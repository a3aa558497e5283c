#!/bin/sh
# mark_course.t - the shipped lessons as exercises: issued, solved and marked: full marks, and the same output twice. The page of a solution has fewer
# than 2,000,000 bytes. WS_LONG=1: all lessons, three students each; else one student, and no lesson that takes more than two seconds; in the
# short form five lessons.
. tests/tap.sh

slow='few-saqs root saqs timeouts tree'
some='lanes pipeline ring worm'
students=a
[ "$WS_LONG" ] && students='a b c'
{ echo id,name; for id in $students; do echo "$id,Somebody"; done; } >"$dir/class.csv"

marked() { "$W" mark "$name" "$dir/$name"/?.wsr --key "$dir/key" --roster "$dir/class.csv" --csv "$@" 2>"$dir/err"; }

for path in scenarios/lessons/*.lesson; do
    name=$(basename "$path" .lesson)
    case " $slow " in *" $name "*) [ "$WS_LONG" ] || continue ;; esac
    whole || case " $some " in *" $name "*) ;; *) continue ;; esac
    check "$name: issued" exits 0 "$W" issue "$name" --roster "$dir/class.csv" --key "$dir/key" -o "$dir/$name"
    for id in $students; do
        check "$name: solved" exits 0 "$W" solve "$dir/$name/$id.wsl" --key "$dir/key" -o "$dir/$name/$id.wsr"
    done
    marked >"$dir/one" && [ "$(awk -F, 'NR > 1 && $3 == $4 && $3 > 0 && /,ok,,$/' "$dir/one" | wc -l)" -eq "$(echo "$students" | wc -w)" ]
    report $? "$name: full marks"
    marked -j1 >"$dir/two" && cmp -s "$dir/one" "$dir/two"
    report $? "$name: the same output twice"
    exits 0 "$W" export "$dir/$name/a.wsr" -o "$dir/page.html" && [ "$(wc -c <"$dir/page.html")" -lt 2000000 ]
    report $? "$name: its page has $(wc -c <"$dir/page.html") bytes, fewer than 2,000,000"
done
tap_end

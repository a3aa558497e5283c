#!/bin/sh
# `wormscope handout`: every lesson on paper; the student's holds what is said and asked, and nothing of what is right.
W=$(realpath "${BUILD:-build}/wormscope")
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
n=0
failed=0
# The short form takes some lessons.
whole() { [ "${WS_WHOLE-}${WS_LONG-}" ]; }
some='ring worm'

check() { # check WHAT COMMAND...: is the command true?
    what=$1
    shift
    n=$((n + 1))
    if "$@"; then echo "ok $n - $what"; else echo "not ok $n - $what"; failed=1; fi
}
has() { grep -qF -- "$1" "$2"; }
exits() { # exits CODE COMMAND...
    code=$1
    shift
    "$@" >"$dir/out" 2>"$dir/err"
    [ $? -eq "$code" ]
}
# The words of a handout in one line, without marks and entities.
flat() { sed 's/<[^>]*>/ /g; s/&lt;/</g; s/&gt;/>/g; s/&quot;/"/g; s/&#39;/'"'"'/g; s/&amp;/\&/g' "$1" | tr -s ' \n' ' '; }
# What a lesson must keep for itself, a line each: explanations, hints, the teacher's note, solutions.
secrets() {
    sed -n 's/^ *explain "\(.*\)"$/\1/p; s/^ *hint "\(.*\)"$/\1/p; s/^teacher "\(.*\)"$/\1/p' "$1"
    # a line that the lesson itself also types is known to everybody
    sed -n 's/^ *solution //p' "$1" | tr ';' '\n' | sed 's/^ *//; s/ *$//' | while read -r line; do
        grep -v '^ *solution ' "$1" | grep -qF -- "$line" || echo "$line"
    done
}
leaks() { # leaks LESSON FLAT: its secrets that stand there
    secrets "$1" | while read -r secret; do
        [ ${#secret} -gt 5 ] && grep -qF -- "$secret" "$2" && echo "# $secret"
    done
}
root=$PWD
cd "$dir" || exit 1
for lesson in "$root"/scenarios/lessons/*.lesson; do
    name=$(basename "$lesson" .lesson)
    whole || case " $some " in *" $name "*) ;; *) continue ;; esac
    check "$name: a page" exits 0 "$W" handout "$lesson" -o page.html
    check "$name: a text" exits 0 "$W" handout "$lesson" -o page.md
    flat page.html >flat.html
    flat page.md >flat.md
    leaks "$lesson" flat.html >leaks
    leaks "$lesson" flat.md >>leaks
    check "$name: keeps its $(secrets "$lesson" | wc -l) explanations, hints and solutions" [ ! -s leaks ]
    cat leaks
    check "$name: asks all questions" [ "$(grep -c '^<p class="question">' page.html)" -eq "$(grep -cE '^ *(choose|predict|pick|do) ' "$lesson")" ]
    check "$name: marks no choice" sh -c "! grep -q '<span>\*\|) \*' page.html page.md"
    check "$name: has a picture" has '<svg ' page.html
done
! whole || check "18 lessons and more" [ "$n" -ge 108 ]

cp "$root/scenarios/lessons/turns.lesson" "$root/scenarios/lessons/lanes.lesson" .
"$W" handout lessons/turns --teacher -o teacher.html
flat teacher.html >flat.teacher
missing=$(secrets turns.lesson | grep -v '^set ' | while read -r secret; do grep -qF -- "$secret" flat.teacher || echo "$secret"; done)
check "that of the teacher has them all" [ -z "$missing" ]
check "and the answers" has 'Answer: H10 H5' flat.teacher
check "and the solution" has 'rebuild routing=west-first' flat.teacher
whole && "$W" handout root >root.md
! whole || check "figures of the screen stand under a picture" grep -qE 'Picture 1: cycle 15000; latency = [0-9]+ cycles; accepted = 0\.[0-9]+' root.md
# In the order asked: a number that was to be predicted is told by no picture below.
told() { "$W" handout "$1" "$2" | tr '\n' ' ' | grep -qF -- "$3"; }
for row in 'chain|head latency of H3 = 4090 cycles' 'ring|flits per 100 cycles = 48.4' 'sharing|H2, per cent = 9.084' 'sweet-spot|latency, high = 1817'; do
    lesson=${row%%|*}
    whole || case " $some " in *" $lesson "*) ;; *) continue ;; esac
    check "$lesson: the teacher reads ${row#*|}" told "$lesson" --teacher "${row#*|}"
    check "the student does not" sh -c "! '$W' handout $lesson | tr '\n' ' ' | grep -qF -- '${row#*|}'"
done
for lesson in ring $(! whole || echo chain fifo); do
    "$W" handout $lesson >rows.md
    check "$lesson: no picture begins or ends with an empty row" awk '/^```/ {
        if (inside && row ~ /^ *$/) bad = 1
        inside = !inside; first = inside; next
    } first && /^ *$/ { bad = 1 } { first = 0; row = $0 } END { exit bad }' rows.md
    check "$lesson: its pictures are counted one by one" [ "$(sed -n 's/^Picture \([0-9]*\):.*/\1/p' rows.md)" = "$(seq "$(grep -c '^Picture' rows.md)")" ]
done
"$W" handout lanes -o a4.html
check "it is printed on A4, on white" has '@page{size:A4;margin:16mm}' a4.html
! whole || check "a unit that is the name stands once" sh -c "'$W' handout tree | grep -q '; trees = 1\$'"
check "a truth is said in a word" sh -c "'$W' handout ring | tr '\n' ' ' | grep -q '; deadlock = yes *1[.]'"
"$W" handout lanes >one.md
"$W" handout lanes >two.md
check "the same bytes again" cmp -s one.md two.md
check "no row of text is wider than 80 columns" sh -c "! sed 's/[^ -~]/x/g' one.md | LC_ALL=C.UTF-8 grep -q '.\{81\}'"
for seed in $(! whole || seq 8); do "$W" handout chain -r $seed | grep -o '[a-c]) 4: several' | head -n 1; done | sort -u >places
! whole || check "the right choice stands in other places for others" [ "$(wc -l <places)" -ge 2 ]
check "behind a repair there is no picture for a student" [ "$("$W" handout lanes -o page.html; sed -n '/allowed\|You may use/,$p' page.html | grep -c '<figure>')" -eq 0 ]
if command -v xmllint >/dev/null; then
    "$W" handout lanes -o page.html
    sed -n '/<svg /,/<\/svg>/p' page.html | { echo '<all>'; cat; echo '</all>'; } >pictures.xml
    check "its pictures are well-formed XML" xmllint --noout pictures.xml
fi

# A lesson that would like to be more than text.
cat >evil.lesson <<'END'
lesson "</title><script>alert(1)</script>" minutes 1 order 1
| machine wormhole-lan
| set topology torus 3 3
| set load 0.1
goal "<img src=x onerror=alert(2)> ]]> & \"quoted\""
step one "<b>bold</b>"
  say "</p><script>alert(3)</script>"
  run 100
  choose "Is 1 < 2 & 2 > 1?" mark 1
  choice "*yes <i>"
  choice "no </span>"
  explain "it is"
END
check "a hostile lesson" exits 0 "$W" handout ./evil.lesson -o evil.html
check "stays text" sh -c "! grep -qi '<script\|<img\|<b>bold\|<i>\$' evil.html"
check "and says what it says" has 'alert(3)' evil.html
check "no lesson: 2" exits 2 "$W" handout nothing
check "another form: 2" exits 2 "$W" handout lanes -o page.svg
check "a folder that is not there: 3" exits 3 "$W" handout lanes -o nowhere/page.html
echo "1..$n"
exit $failed

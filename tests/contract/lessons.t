#!/bin/bash
# lessons.t - every lesson is right for LESSON_DRAWS draws (3 if that is not set; in the short form 1, and without those that take
# long), and has what a lesson must have: a prediction,
# a question that is pointed at or chosen, a repair, notes for the teacher, and 5 to 12 minutes. The tour (order 0) has no repair.
. tests/tap.sh

draws=${LESSON_DRAWS:-3}
slow=
if ! whole; then
    draws=1
    slow='few-saqs injection sharing street backpressure timeouts sweet-spot fifo saqs order tree root freedom'
fi
# Questions for which nothing but the key says what is right, and why no other way leads to it: what a saturated network of many flows carries
# or how late it is has no closed form, and is drawn anew (within says how wide); a repair by names has no law of numbers.
untested() { # LESSON
    case $1 in
    sweet-spot) echo 3 ;;                                             # a network near saturation, twice; a pick whose words are its key
    backpressure) echo 2 ;;                                           # a saturated network
    root) echo 2 ;;                                                   # the root is its number; the latency of an irregular network
    pipeline) echo 1 ;;                                               # its repair has names
    street) echo 1 ;;                                                 # the mean of two worms, one behind the other, behind a plug
    bubble | freedom | saqs | few-saqs | injection | timeouts) echo 1 ;; # a saturated network
    *) echo 0 ;;
    esac
}
for lesson in scenarios/lessons/*.lesson; do
    name=$(basename "$lesson" .lesson)
    case " $slow " in
    *" $name "*) ;;
    *)
        check "$name: right for $draws draws" "$W" lesson check "$lesson" --draws "$draws"
        ! whole || check "$name: what its words admit is right, and nothing else, but for $(untested "$name") questions" \
            sh -c "'$W' lesson check --reader '$lesson' >'$dir/read' 2>&1; cat '$dir/read'; grep -q '^$name: right.*($(untested "$name") not tested by a reader)' '$dir/read'"
        ;;
    esac
    check "$name: notes for the teacher" grep -q '^teacher "' "$lesson"
    check "$name: points or chooses" grep -qE '^ *(pick|choose) ' "$lesson"
    check "$name: every question of more than a choice has a hint" sh -c "! grep -qE '^ *(predict|do) ' '$lesson' || grep -q '^ *hint ' '$lesson'"
    grep -q ' order 0' "$lesson" && continue
    check "$name: predicts" grep -q '^ *predict number ' "$lesson"
    check "$name: repairs" grep -q '^ *do ' "$lesson"
    minutes=$(sed -n 's/^lesson .* minutes \([0-9]*\).*/\1/p' "$lesson")
    check "$name: $minutes minutes" test "$minutes" -ge 5 -a "$minutes" -le 12
done

# Who is in the ring is asked when the last head has come off its wire; in draw 4 it is on it when the ring closes.
sed '/^step kill/,$d' scenarios/lessons/timeouts.lesson >"$dir/ring.lesson"
many=5
! whole || many=12
check "timeouts: the worms of the ring, and no others, for $many draws" "$W" lesson check --reader --draws $many "$dir/ring.lesson"

# The first lesson has one draw, the second a million: who reads the pipe hears of the first while the second is being checked.
"$W" lesson check worm ring --draws 1000000 >"$dir/told" 2>&1 &
checking=$!
for _ in $(seq 600); do
    [ -s "$dir/told" ] && break
    sleep 0.1
done
check "each lesson is told as it is done" grep -q '^worm: right' "$dir/told"
kill $checking
wait $checking 2>/dev/null

# Whoever writes one is told what no screen can show, and where.
shown() { # LINE; COLUMN and WORDS of the error
    { printf 'lesson "T" minutes 5\n| machine wormhole-lan\n| set topology file %s/scenarios/networks/two-hosts.net\n' "$PWD"
        printf 'step a "A"\n  show %s\n  run 100\n' "$1"; } >"$dir/shown.lesson"
    "$W" lesson check "$dir/shown.lesson" --draws 1 >"$dir/out" 2>&1
    check "show $1: ${2:-right}" grep -qF -- "${2:+shown.lesson:5:}${2:-right}" "$dir/out"
}
shown "lens nolens" "8: show lens nolens: unknown lens \`nolens\`"
shown "pace 4; look NOBODY" "16: show look NOBODY: unknown switch or host \`NOBODY\`"
shown "pace fast" "8: show pace fast: invalid pace \`fast\`: expected cycles per second, max or own"
shown "figures order wating" "8: show figures order wating: unknown quantity \"wating\"; did you mean \"waiting\"?"
shown "figures share of S:order" "8: show figures share of S:order: unknown quantity \"share\""
shown "figures host(H9).accepted" "8: show figures host(H9).accepted: unknown host \"H9\""
shown "light nolight" "8: show light nolight: "
shown "panels nopanel" "8: show panels nopanel: invalid panel \`nopanel\`"
shown "spacetime sideways" "8: show spacetime sideways: \`sideways\` is wrong here; expected on, off, path, chain or ring"
shown "pace max; lens trees; figures order share_of_S:percent(host(H1).accepted,1); look S; panels own; spacetime off"
tap_end

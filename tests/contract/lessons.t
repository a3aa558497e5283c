#!/bin/bash
# lessons.t - every lesson is right in short form (LESSON_DRAWS draws, 3 if that is not set), and has what a lesson must have: a prediction,
# a question that is pointed at or chosen, a repair, notes for the teacher, and 5 to 12 minutes. The tour (order 0) has no repair.
. tests/tap.sh

for lesson in scenarios/lessons/*.lesson; do
    name=$(basename "$lesson" .lesson)
    check "$name: right for ${LESSON_DRAWS:-3} draws" "$W" lesson check "$lesson" --draws "${LESSON_DRAWS:-3}"
    check "$name: notes for the teacher" grep -q '^teacher "' "$lesson"
    check "$name: points or chooses" grep -qE '^ *(pick|choose) ' "$lesson"
    check "$name: every question of more than a choice has a hint" sh -c "! grep -qE '^ *(predict|do) ' '$lesson' || grep -q '^ *hint ' '$lesson'"
    grep -q ' order 0' "$lesson" && continue
    check "$name: predicts" grep -q '^ *predict number ' "$lesson"
    check "$name: repairs" grep -q '^ *do ' "$lesson"
    minutes=$(sed -n 's/^lesson .* minutes \([0-9]*\).*/\1/p' "$lesson")
    check "$name: $minutes minutes" test "$minutes" -ge 5 -a "$minutes" -le 12
done
tap_end

#!/bin/sh
# A class on two real terminals of different size and theme, in tmux: the lecturer's and a student's.
. tests/tap.sh

if ! command -v tmux >/dev/null 2>&1; then
    skip_all "there is no tmux"
fi
socket="wormscope-class-$$"
at_exit() { tmux -L "$socket" kill-server 2>/dev/null; }

shows() { tmux -L "$socket" capture-pane -p -t "$1" | grep -q -- "$2"; }
check() { # check WHAT PANE TEXT: does the text come, within a minute?
    for _ in $(seq 120); do
        if shows "$2" "$3"; then
            report 0 "$1"
            return
        fi
        sleep 0.5
    done
    report 1 "$1"
    tmux -L "$socket" capture-pane -p -t "$2" | sed 's/^/# /'
}
nowhere_on() { # nowhere_on PANE WHAT TEXT: the text is not there
    shows "$1" "$3"
    report $((1 - $?)) "$2"
}
nowhere() { # nowhere WHAT TEXT: it is on neither screen
    ! shows host "$2" && ! shows join "$2"
    report $? "$1"
}
keys() { tmux -L "$socket" send-keys -t "$@"; }
line() { keys "$1" : && sleep 0.2 && keys "$1" "$2" && sleep 0.2 && keys "$1" Enter; }
cycle() { tmux -L "$socket" capture-pane -p -t "$1" | sed -n '1s/.*t=\([0-9 ]*[0-9]\).*/\1/p'; }
same() { # same WHAT [PANE]: are the lecturer and the student at the same cycle, within a minute?
    who=${2:-join}
    for _ in $(seq 120); do
        [ -n "$(cycle host)" ] && [ "$(cycle host)" = "$(cycle "$who")" ] && report 0 "$1: t=$(cycle host)" && return
        sleep 0.5
    done
    report 1 "$1: $(cycle host) and $(cycle "$who")"
}

ends() { # ends WHAT PANE: does the program of a pane end, within a minute? Then its name is free for the next.
    for _ in $(seq 120); do
        tmux -L "$socket" has-session -t "$2" 2>/dev/null || break
        sleep 0.5
    done
    ! tmux -L "$socket" has-session -t "$2" 2>/dev/null
    report $? "$1"
}

# acted SETTING WHAT: a line of the seat stands in the journal
acted() {
    for _ in $(seq 600); do
        grep -q "^@[0-9]* host H0 $1 #" "$dir/a.wsr.part" && report 0 "$2" && return
        sleep 0.1
    done
    report 1 "$2"
}

export XDG_STATE_HOME="$dir" XDG_CONFIG_HOME="$dir" LC_ALL=C.UTF-8
tmux -L "$socket" -f /dev/null new-session -d -x 120 -y 36 -s host \
    "TERM=xterm-256color $W host kwan/torus-3x3 --listen unix:$dir/s --record $dir/a.wsr 2>$dir/host.err"
check "the lecturer's screen says how to join" host "wormscope join unix:$dir/s"
tmux -L "$socket" new-session -d -x 90 -y 28 -s join "TERM=xterm-256color $W join unix:$dir/s --as ann --theme light 2>$dir/join.err"
check "a student's screen of another size is live" join '● live'
check "the lecturer sees that somebody is here" host 'class 1'
line host 'set load 0.4'
keys host space
same "paused, both are at the same cycle"
check "the student has the lecturer's line" join 'load .*0.4'
keys join ,
check "a step back: the student looks around freely" join '○ free: C goes back'
keys join +
check "a line begins a branch of its own" join 'mine-1'
line host 'class take ann'
check "the student is asked to show it" join 'show your branch to all: y yes, n no'
keys join y
check "and the lecturer goes there" host 'what the student has done, on a branch of its own'
line host 'class take nobody'
check "nobody else is asked" host 'unknown guest .nobody.'
keys join C
check "C goes back" join '● live'
same "to where the lecture is"
keys host C
check "C shows the lecturer who is here" host '1 here, 0 behind'
check "names are hidden: the screen may be the room's" host 'student 1 '
line host 'class names'
check "until they are asked for" host ' ann '
check "and it is said what they are worth" host 'nobody has checked these names'
line host 'class address'
check "the address fills the screen in large letters" host '█ █'
line host 'class address'
line host 'class ask choice "Who waits?" "H1" "H2" "nobody"'
check "a question comes to the student" join 'Who waits?'
check "with its answers" join 'b) H2'
check "and keys for them" join 'a b .. choose'
keys join Enter
check "Enter alone answers nothing" join 'choose a letter first'
keys join b
keys join Enter
check "a letter and Enter do" join 'your answer: b'
check "the lecturer sees how many have answered" host '1 of 1 have answered'
nowhere "but not what, and neither does the student" '████'
line host 'class answers'
check "until the lecturer asks for it" host 'b) H2 *█.* 1'
nowhere_on join "which the student does not see" '████'
line host 'class reveal "H2: its buffer is full"'
check "or all see it" join 'b) H2 *█.* 1'
check "with what is true" join 'H2: its buffer is full'
line host 'class ask number "How many cycles?"'
check "another question comes" join "How many cycles?"
keys join 12 && sleep 0.3 && keys join Enter
check "a number is typed" join 'your answer: 12'
line host 'class unask'
line host 'class seats'
check "the student is a host" join 'you are H0'
keys host space
line join 'class load 0.9'
acted 'load 0.9' "and its line acts in the lecturer's network"
keys join +
check "a key for more of it, too" join 'asked of the lecturer.s network: load 1'
acted 'load 1' "and acts, half a second after the first at the earliest"
line join 'class send-to H99'
check "what the network refuses is told to the student" join 'unknown host'
keys host space
line host 'seek 20'
check "the lecture goes back, and the student with it" join '● live .*t=20 '
keys host q
check "q asks the lecturer once, since it ends the class for all" host '1 student is here: press it again to leave, and ends the class'
keys host q 2>/dev/null
check "the lecture is over, and the student's session stays" join 'the lecture is over'
ends "the lecturer's does not" host
grep -q '^@[0-9]* host H0 load 0.9 #' "$dir/a.wsr" && grep -q '^@[0-9]* host H0 load 1 #' "$dir/a.wsr" && "$W" replay --verify "$dir/a.wsr" >/dev/null 2>&1
report $? "the journal has the line of the seat, and verifies"
grep -q '^answer 1 - "ann" "b"$' "$dir/a.wsr.class" && [ "$(stat -c %a "$dir/a.wsr.class")" = 600 ]
report $? "the answer, with its name, is in the list beside it, which only its owner can read"
! grep -q 'ann\|Who waits\|its buffer is full' "$dir/a.wsr"
report $? "and not in the journal"

# ---- a lesson that is held ----
tmux -L "$socket" -f /dev/null new-session -d -x 100 -y 32 -s host "TERM=xterm-256color $W host sharing --listen unix:$dir/l 2>$dir/host.err"
check "a lesson is held: its words" host 'One worm at a time crosses'
tmux -L "$socket" new-session -d -x 80 -y 24 -s pupil "TERM=xterm-256color $W join unix:$dir/l --as ben 2>$dir/join.err"
check "stand on the student's screen" pupil 'H1 and H2 both send messages'
check "and the lecturer has somebody there" host 'class 1'
keys host Enter
check "it runs to its question" host 'Enter to its end'
keys host Enter
check "which the class is asked" pupil 'What percentage of the link will H2 get'
check "and the lecturer sees nobody's answer" host '0 of 1 have answered'
keys host Enter
check "Enter does not reveal what nobody has answered" host 'Nobody has answered yet'
nowhere_on pupil "so the student does not see it" 'the simulation says'
keys pupil 49 && sleep 0.3 && keys pupil Enter
check "the student answers" pupil 'your answer: 49'
check "the lecturer sees that" host '1 of 1 have answered'
keys host Enter
check "and reveals it: what is true, as the network says" host 'the simulation says 50'
check "to the student" pupil 'the simulation says 50'
check "with how all have answered" pupil '49 *█.* 1 (100 %)'
keys host Enter
check "the lesson goes on, to the cycle that was asked about" host 'Enter to its end'
keys host Enter
check "where it is explained" host 'Half each'
check "for all" pupil 'Half each'
nowhere_on pupil "without the notes for the teacher" 'Ask the room'
keys host q && sleep 0.5 && keys host q 2>/dev/null
check "and is over" pupil 'the lecture is over'
ends "for the lecturer, too" host

# ---- as fast as it goes ----
tmux -L "$socket" kill-session -t pupil
tmux -L "$socket" -f /dev/null new-session -d -x 100 -y 32 -s host "TERM=xterm-256color $W host kwan/torus-3x3 --pace max --listen unix:$dir/m 2>$dir/host.err"
check "--pace max is the speed of the lecture" host '▶ unlimited'
tmux -L "$socket" new-session -d -x 80 -y 24 -s pupil "TERM=xterm-256color $W join unix:$dir/m --as ben 2>$dir/join.err"
check "which the student's screen says, too, and how far behind it is" pupil '○ .* behind  t=.* ▶ unlimited'
keys host space
for _ in $(seq 20); do shows pupil '● live .*paused' || sleep 3; done
check "paused, the student is there at last" pupil '● live .*paused'
same "where the lecture is" pupil
tap_end

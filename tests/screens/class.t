#!/bin/sh
# A class on two real terminals of different size and theme, in tmux: the lecturer's and a student's.
. tests/tap.sh

if ! command -v tmux >/dev/null 2>&1; then
    skip_all "there is no tmux"
fi
socket="wormscope-class-$$"
at_exit() { tmux -L "$socket" kill-server 2>/dev/null; }

shows() { tmux -L "$socket" capture-pane -p -t "$1" | grep -q -- "$2"; }
check() { # check WHAT PANE TEXT: does the text come, within ten seconds?
    for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        if shows "$2" "$3"; then
            report 0 "$1"
            return
        fi
        sleep 0.5
    done
    report 1 "$1"
    tmux -L "$socket" capture-pane -p -t "$2" | sed 's/^/# /'
}
keys() { tmux -L "$socket" send-keys -t "$@"; }
line() { keys "$1" : && sleep 0.2 && keys "$1" "$2" && sleep 0.2 && keys "$1" Enter; }
cycle() { tmux -L "$socket" capture-pane -p -t "$1" | sed -n '1s/.*t=\([0-9 ]*[0-9]\).*/\1/p'; }
same() { # same WHAT: are both at the same cycle, within ten seconds?
    for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        [ -n "$(cycle host)" ] && [ "$(cycle host)" = "$(cycle join)" ] && report 0 "$1: t=$(cycle host)" && return
        sleep 0.5
    done
    report 1 "$1: $(cycle host) and $(cycle join)"
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
keys join C
check "C goes back" join '● live'
same "to where the lecture is"
keys host C
check "C shows the lecturer who is here" host '1 here, 0 behind'
check "by name" host 'ann'
keys host C
line host 'class seats'
check "the student is a host" join 'you are H0'
keys host space
line join 'class load 0.9'
check "and its line acts in the lecturer's network" join '● live'
line join 'class send-to H99'
check "what the network refuses is told to the student" join 'there is no host'
keys host space
line host 'seek 20'
check "the lecture goes back, and the student with it" join '● live .*t=20 '
keys host q
sleep 0.5
keys host q
check "the lecture is over, and the student's session stays" join 'the lecture is over'
grep -q '^@[0-9]* host H0 load 0.9 #' "$dir/a.wsr" && "$W" replay --verify "$dir/a.wsr" >/dev/null 2>&1
report $? "the journal has the line of the seat, and verifies"
tap_end

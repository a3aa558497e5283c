#!/bin/sh
# tmux.t - in a real tmux: opens, hears keys and the mouse, follows a change of size, leaves the shell's screen as it was.
. tests/tap.sh

if ! command -v tmux >/dev/null; then
    skip_all "no tmux"
fi
socket=$dir/socket
tmux_() { tmux -S "$socket" "$@"; }
at_exit() { tmux_ kill-server 2>/dev/null; }

# ok WHAT TEXT: the text is seen within a minute
ok() {
    for _ in $(seq 600); do
        if tmux_ capture-pane -p | grep -qF -- "$2"; then
            report 0 "$1"
            return
        fi
        sleep 0.1
    done
    report 1 "$1"
    tmux_ capture-pane -p | sed 's/^/# |/'
}

tmux_ -f /dev/null new-session -d -x 80 -y 24 "echo before; XDG_STATE_HOME=$dir LC_ALL=C.UTF-8 '$W' kwan/torus-3x3 --paused; echo after; exec cat"
ok "opens" "kwan/torus-3x3  t=0"
tmux_ send-keys .
ok "hears keys" "t=1 "
tmux_ send-keys ]
ok "and says what they did" "segment 250 → "
tmux_ send-keys -l "$(printf '\033[<0;8;4M\033[<0;8;4m')"
ok "hears the mouse" "switch or host"
tmux_ resize-window -x 120 -y 36
ok "follows a change of size" "flits/host/cycle"
tmux_ send-keys F1
ok "knows function keys" "leave wormscope"
tmux_ send-keys Escape
tmux_ send-keys q
ok "gives the screen back" "after"
ok "as it was" "before"
tap_end

#!/bin/sh
# tmux.t - in a real tmux: opens, hears keys and the mouse, follows a change of size, leaves the shell's screen as it was.
BUILD=${BUILD:-build}
program=$(cd "$(dirname "$BUILD")" && pwd)/$(basename "$BUILD")/wormscope
count=0 failed=0
if ! command -v tmux >/dev/null; then
    echo "1..0 # SKIP no tmux"
    exit 0
fi
home=$(mktemp -d)
socket=$home/socket
tmux_() { tmux -S "$socket" "$@"; }
trap 'tmux_ kill-server 2>/dev/null; rm -rf "$home"' EXIT

# ok WHAT TEXT: the text is seen within ten seconds
ok() {
    count=$((count + 1))
    for _ in $(seq 100); do
        if tmux_ capture-pane -p | grep -qF -- "$2"; then
            echo "ok $count - $1"
            return
        fi
        sleep 0.1
    done
    failed=1
    echo "not ok $count - $1"
    tmux_ capture-pane -p | sed 's/^/# |/'
}

tmux_ -f /dev/null new-session -d -x 80 -y 24 "echo before; XDG_STATE_HOME=$home LC_ALL=C.UTF-8 '$program' kwan/torus-3x3 --paused; echo after; exec cat"
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
echo "1..$count"
exit $failed

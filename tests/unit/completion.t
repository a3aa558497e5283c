#!/bin/sh
# completion.t - what Tab offers: `wormscope complete` says it, and each shell's script passes it on.
. tests/tap.sh

offers() { # offers WORD... : the first words of what may follow
    "$W" complete "$@" 2>"$dir/err" | sed 's/  .*//' >"$dir/offered"
}
one() { # one EXPECTED WORD... : exactly that may follow
    expected=$1
    shift
    offers "$@"
    [ "$(paste -sd' ' "$dir/offered")" = "$expected" ]
}

"$W" help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p' | sort >"$dir/commands"
offers ""
grep -v '[/:]' "$dir/offered" | sort >"$dir/first"
check "first come the commands, all that the help has" cmp -s "$dir/commands" "$dir/first"
check "and the scenarios" has '^kwan/torus-3x3$' "$dir/offered"
check "no hidden command" [ "$(grep -c '^complete$' "$dir/offered")" -eq 0 ]
"$W" list | sed 's/ .*//' | sort >"$dir/scenarios"
offers run ""
grep -v : "$dir/offered" | sort >"$dir/operands"
check "run: every scenario" cmp -s "$dir/scenarios" "$dir/operands"
check "and files" has '^:files$' "$dir/offered"
check "what is typed narrows" one "kwan/two-hosts :files" run kwan/tw
"$W" params --json | sed 's/.*"name":"\([^"]*\)".*/\1=/' | sort >"$dir/params"
offers run kwan/two-hosts -s ""
sort "$dir/offered" >"$dir/settings"
check "-s: every parameter" cmp -s "$dir/params" "$dir/settings"
check "its values" one "switching=wormhole" run --set switching=w
check "a value in the same word as its option" one "--set=switching=wormhole" run --set=switching=w
check "signs" one "braille block ascii" render --glyphs ""
check "themes, in the same word" one "--theme=dark :files" render --theme=d
check "a value is not an operand" one "ascii" render --glyphs a
check "lessons" one "street :files" learn stre
check "papers" one "fedx" paper f
check "commands of help" one "completion" help completi
check "recordings are files" one ":files" diff ""
check "shells" one "bash zsh fish" completion ""
check "a number is left alone" one "" run --cycles ""
"$W" help run | sed -n 's/^  .\{4\}\(--[a-z-]*\).*/\1/p' | grep -vx -e --help | sort -u >"$dir/flags"
offers run --
grep -vx -e --help "$dir/offered" | sort -u >"$dir/offered_flags"
check "options: those of the help" cmp -s "$dir/offered_flags" "$dir/flags"

check "an unknown shell is refused" exits 2 "$W" completion tcsh
check "with those there are" has 'bash, zsh or fish' "$dir/err"
check "no shell: usage" exits 2 "$W" completion

# ---- the scripts, each in its shell ----
PATH="$dir:$PATH"
ln -s "$W" "$dir/wormscope"
for shell in bash zsh fish; do
    "$W" completion $shell >"$dir/$shell.script"
    check "there is a script for $shell" [ -s "$dir/$shell.script" ]
done

if command -v bash >/dev/null; then
    cat >"$dir/ask.bash" <<'END'
source "$1"
COMP_LINE=$2 COMP_POINT=${#2}
_wormscope wormscope
printf '%s\n' "${COMPREPLY[@]}"
END
    ask() { bash "$dir/ask.bash" "$dir/bash.script" "$1" 2>"$dir/err" | paste -sd' '; }
    check "bash: a command" [ "$(ask 'wormscope repro')" = reproduce ]
    check "bash: a scenario" [ "$(ask 'wormscope run kwan/three')" = kwan/three-hosts ]
    check "bash: behind = only the rest is filled in" [ "$(ask 'wormscope run -s switching=w')" = wormhole ]
    touch "$dir/some recording.wsr"
    check "bash: a file" [ "$(ask "wormscope diff $dir/some")" = "$dir/some recording.wsr" ]
else
    skip "no bash"
fi

if command -v zsh >/dev/null; then
    # The editor of zsh is not here: its two functions print what they are given.
    cat >"$dir/ask.zsh" <<'END'
compdef() { }
_describe() { shift 2; shift; local -a list=("${(@P)1}"); print -rl -- "${(@)list%%:*}" }
_files() { print -r -- FILES }
words=("${(@)argv[2,-1]}") CURRENT=$#words
source $1
_wormscope
END
    ask() { zsh -f "$dir/ask.zsh" "$dir/zsh.script" wormscope "$@" 2>"$dir/err" | paste -sd' '; }
    check "zsh: a command, and files" [ "$(ask repro)" = "reproduce FILES" ]
    check "zsh: a scenario, and files" [ "$(ask run kwan/three)" = "kwan/three-hosts FILES" ]
    check "zsh: a value" [ "$(ask run -s switching=w)" = "switching=wormhole" ]
else
    skip "no zsh"
fi

if command -v fish >/dev/null; then
    ask() { HOME="$dir" fish --no-config -c "source '$dir/fish.script'; complete -C '$1'" 2>"$dir/err" | cut -f1 | paste -sd' '; }
    check "fish: a command" [ "$(ask 'wormscope repro')" = reproduce ]
    check "fish: a scenario" [ "$(ask 'wormscope run kwan/three')" = kwan/three-hosts ]
    check "fish: a value" [ "$(ask 'wormscope run -s switching=w')" = "switching=wormhole" ]
else
    skip "no fish"
fi
tap_end

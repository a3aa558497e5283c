#!/bin/sh
# Names from arguments, files and recordings, titles and notes: whatever a command prints of them, a terminal obeys nothing of it.
. tests/tap.sh

rlo=$(printf '\342\200\256')
esc=$(printf '\033')
evil="a$esc[31m$(printf '\007')b${rlo}c$(printf '\302\233')d$(printf '\377')e"
cd "$dir" || exit 1
cat >"$evil.ws" <<END
title "tit${rlo}le"
set topology line 2
set load 0.1
@10 note "no${rlo}te\\nsecond"
@100 end
END
sed '1d' "$evil.ws" >"untitled$evil.ws"
printf 'title "x"\nset laod 0.1\n' >"wrong$evil.ws"
"$W" run "$evil.ws" -R "$evil.wsr" >/dev/null 2>&1
mkdir -p data/wormscope/scenarios themes
cp "$evil.ws" "data/wormscope/scenarios/$evil.ws"
sed '1s/.*/title "t'"$rlo"'"/' "$OLDPWD/themes/nord.theme" >"themes/$evil.theme"
grep -q '^title' "themes/$evil.theme" || echo "title \"$rlo\"" >>"themes/$evil.theme"
printf 'bind z "view: he%slp" help\n' "$rlo" >"keys$evil"

# What may not be there: control characters but the new line, C1, the bidirectional ones, bytes that are no UTF-8.
harmless() { # harmless FILE
    iconv -f UTF-8 -t UTF-8 "$1" >/dev/null 2>&1 &&
        ! LC_ALL=C grep -q "$(printf '[\001-\010\013-\037\177]')" "$1" &&
        ! LC_ALL=C grep -q "$(printf '\302[\200-\237]')" "$1" &&
        ! LC_ALL=C grep -q "$(printf '\342\200[\216\217\252-\256]')" "$1"
}
try() { # try WORDS COMMAND...: prints something, with these words, and nothing that a terminal obeys
    words=$1
    shift
    XDG_DATA_HOME=$dir/data "$W" "$@" >out 2>&1 </dev/null
    harmless out && grep -q -- "$words" out
    good=$?
    report $good "$1: $words"
    [ $good = 0 ] || sed 's/^/# /' out | cat -v | head -n 5
}
try '^tit?le (a?\[31m?b?c?d?e.ws)$' run "$evil.ws"
try '^untitleda?\[31m?b?c?d?e.ws$' run "untitled$evil.ws"
try '"scenario":"a?\[31m?b?c?d?e.ws"' run "$evil.ws" --json
try '^wronga?\[31m?b?c?d?e.ws:2:5: unknown parameter' run "wrong$evil.ws"
try 'unknown scenario "nonea?\[31m?b' run "none$evil"
try 'unknown scenario "nonea?\[31m?b' "none$evil"
try '^wormscope run: unknown option --sea?' run "$evil.ws" "--se$evil"
try '^wormscope run: invalid number `a?\[31m' run "$evil.ws" --seed "$evil"
try '^--set load=a?\[31m' run "$evil.ws" --set "load=$evil"
try 'running without a recording' run "$evil.ws" -R "nowhere/$evil"
try 'a?\[31m?b?c?d?e  *tit?le$' list
try '"title":"tit\\u202ele"' list --json
try '^recording  a?\[31m?b?c?d?e.wsr$' replay "$evil.wsr"
try '^scenario  *@10 note "no?te' replay "$evil.wsr"
try '^a?\[31m?b?c?d?e.wsr: verified to cycle 100' replay "$evil.wsr" --verify
try '"file":"a?\[31m?b?c?d?e.wsr"' replay "$evil.wsr" --json
try '^wormscope diff: nonea?\[31m?b' diff "$evil.wsr" "none$evil"
try '"title":"tit?le"' cast "$evil.ws"
try '"m","no?te?second"' cast "$evil.ws"
try 'wormscope  a?\[31m?b?c?d.*e.ws' render "$evil.ws"
try 'note ""no?te' series "$evil.ws" --csv
try 'no\\u202ete' series "$evil.ws" --json
try '^wormscope sweep: ' sweep "$evil.ws" --vary "$evil=1"
try '^wormscope render: ' render "$evil.ws" --theme "$evil"
try '^a?\[31m?b?c?d?e.theme - \|e.theme - ' themes "./themes/$evil.theme"
try '"path":"' themes "./themes/$evil.theme" --json
try '^bind z  *"view: he?lp" help$' keys "keys$evil"
try '^wormscope help: unknown command `a?\[31m?b' help "$evil"
try '^wormscope params: ' params "$evil"
long=$(printf 'x%.0s' $(seq 200))
mkdir -p "$long/$long/$long/$long/$long" && cp "untitled$evil.ws" "$long/$long/$long/$long/$long/$long.ws"
check "a very long name is recorded" sh -c "'$W' run '$long/$long/$long/$long/$long/$long.ws' -R long.wsr >out 2>&1"
check "and can be played" sh -c "'$W' replay long.wsr --verify >out 2>&1"
tap_end

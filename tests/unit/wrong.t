#!/bin/sh
# Command lines that are wrong: every command names the option, says what is expected, ends with 2, and writes nothing.
. tests/tap.sh

cd "$dir" || exit 1
wrong() { # wrong CODE WORDS ARGUMENT...
    code=$1 words=$2
    shift 2
    check "$* ends with $code" exits "$code" "$W" "$@"
    check "and says: $words" has "$words" err
}

# ---- all commands, by their rows ----
for name in $("$W" help | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p'); do
    wrong 2 "^wormscope $name: unknown option --fast" "$name" --fast
    # options that take a number, and no word such as max or auto
    for option in $("$W" help "$name" | sed -n 's/^  .\{4\}--\([a-z-]*\) \(N\|CYCLE\)  .*/\1/p'); do
        wrong 2 "invalid number \`many\` for --$option: expected " "$name" "--$option" many
    done
done

# ---- what is left over, and what is missing ----
wrong 2 'unexpected `sweep`$' help run sweep
wrong 2 'unexpected argument `now`$' version now
wrong 2 'an address is required; usage: ' join
wrong 2 'the name is missing; write --set NAME=VALUE$' run kwan/two-hosts --set =3

# ---- a word that is nothing ----
wrong 2 '^wormscope: no command or scenario `frobnicate`; `wormscope help` and `wormscope list` show those that there are$' frobnicate
wrong 2 '^wormscope: no command or scenario `swep`; did you mean `sweep`?$' swep
wrong 2 '^wormscope: unknown scenario "./swep.ws"; ' ./swep.ws

# ---- pictures ----
wrong 2 'show `lense use`: expected a stage line' render kwan/two-hosts --at 1 --show 'lense use'
wrong 2 'show ``: expected a stage line' render kwan/two-hosts --at 1 --show ''
wrong 2 'o `page.htm`: expected a name that ends in .html$' export kwan/two-hosts -o page.htm

# ---- marking ----
printf 'id,name\nann,Ann\n' >class.csv
printf 'id,name\nann,"Ann\nbob,Bob\n' >open.csv
wrong 2 '^wormscope issue: open.csv:2: a quote is not closed behind `ann`$' issue sharing --roster open.csv --key k -o exercise
check "no key is made for it, and no file" [ ! -e k -a ! -e exercise ]
check "an exercise" exits 0 "$W" issue sharing --roster class.csv --key k -o exercise
wrong 2 '--key FILE is required' solve exercise/ann.wsl -o ann.wsr
wrong 2 'class.csv: not a key: expected a line' solve exercise/ann.wsl --key class.csv -o ann.wsr
wrong 3 '^wormscope solve: none: No such file' solve exercise/ann.wsl --key none -o ann.wsr
head -c 5000 /dev/zero >long
wrong 3 'long: is longer than 4096 bytes$' solve exercise/ann.wsl --key long -o ann.wsr
check "nothing was written" [ ! -e ann.wsr ]

# ---- where nothing is installed ----
mkdir bare
bare() { # bare CODE WORDS ARGUMENT...: in a place without data, what is missing is said, and where it is looked for
    code=$1 words=$2
    shift 2
    check "$*, of which there is nothing, ends with $code" exits "$code" \
        env WORMSCOPE_DATA="$dir/bare" XDG_DATA_HOME="$dir/bare" XDG_DATA_DIRS="$dir/bare" "$W" "$@"
    check "and says: $words" has "$words" err
    check "and nothing else" [ ! -s out ]
}
bare 3 '^wormscope list: no scenarios found; they are expected in .*/scenarios .*, or where WORMSCOPE_DATA says$' list
bare 3 '^wormscope list: no scenarios found; ' list --json
bare 2 '^wormscope learn: no lessons were found' learn
bare 1 '^wormscope paper: no folder scenarios/papers was found in any of the places for data$' paper
bare 2 '^unknown scenario "kwan/torus-3x3"; ' run kwan/torus-3x3
tap_end

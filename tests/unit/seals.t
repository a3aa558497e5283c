#!/bin/sh
# The seals of rows: a row whose seal was deleted, or does not fit, is left out by all that reads rows, unless --unsealed takes it.
. tests/tap.sh

cd "$dir" || exit 1

cat >s.ws <<'END'
machine cube
set topology mesh 4 4
set load 0.1
@2000 end
END
sweep() { "$W" sweep s.ws -v load=0.1,0.2 -v segment=33,0 -R 2 "$@" 2>err; }
sweep -o all.json
sweep -o all.csv
check "eight rows as JSON" [ "$(wc -l <all.json)" -eq 8 ]
check "and as CSV" [ "$(wc -l <all.csv)" -eq 9 ]
unseal() { # FORM LINE: the row as it would be without its seal
    case $1 in
    json) sed "$2s/,\"seal\":\"[^\"]*\"//" all.json ;;
    csv) sed "$2s/,[0-9a-f]*\$/,/" all.csv ;;
    esac
}

# How each reader answers a file of which one row is not what it was: as if the row were not there, with words.
reads() { # FORM LINE WORDS: what is in bad.$form
    sed "$2d" "all.$1" >"without.$1"
    for reader in "summary" "summary --json --versus segment=0" "plot --size 60x16"; do
        # shellcheck disable=SC2086
        "$W" $reader "without.$1" >expected 2>err
        # shellcheck disable=SC2086
        check "$1, $3: $reader goes on without it" exits 0 "$W" $reader "bad.$1"
        check "$1, $3: as if it were not there" cmp -s out expected
        check "$1, $3: and says it" has "^wormscope ${reader%% *}: bad.$1: $3: left out (--unsealed takes them); the first: line $2\$" err
        # shellcheck disable=SC2086
        check "$1, $3: $reader --unsealed takes it" exits 0 "$W" $reader --unsealed "bad.$1"
        cat out err >said
        check "$1, $3: and says so in the last line" sh -c "tail -n 1 said | grep -qx '$3: taken (--unsealed)'"
    done
    check "$1, $3: merge: 1" exits 1 "$W" merge "bad.$1" -o merged
    check "$1, $3: merge says it" has "^wormscope merge: bad.$1: $3: left out; the first: line $2\$" err
    check "$1, $3: its point is missing" has '1 of 8 points are missing: ' err
    check "$1, $3: and the others are there" cmp -s merged "without.$1"
    cp "bad.$1" "on.$1"
    sweep -o "on.$1"
    check "$1, $3: sweep runs it again" cmp -s "on.$1" "all.$1"
    check "$1, $3: and says it" has '1 lines taken out, altered or without a seal' err
}
for form in json csv; do
    unseal $form 4 >bad.$form
    reads $form 4 '1 row without a seal'
    sed '4s/0\.[0-9]/0.7/' all.$form >bad.$form # a field
    reads $form 4 '1 row altered'
    sed '4s/.\("}\)\{0,1\}$/x\1/' all.$form >bad.$form # a byte of the seal
    reads $form 4 '1 row altered'
done

# Any byte of any row: what is still a file of rows has one row less, or one point less in a merge, and says so.
noticed() { # FORM READER...
    form=$1
    shift
    "$W" "$@" "byte.$form" >out 2>err
    case $? in
    2) return 0 ;; # no rows any more
    0) [ "$1" != merge ] && has '1 row.* left out' err ;;
    *) [ "$1" = merge ] && has '1 row.* left out' err ;;
    esac
}
for form in json csv; do
    missed=0
    for seed in $(seq "$(whole && echo 70 || echo 15)"); do
        perl -e '
            my ($file, $seed) = @ARGV;
            local $/;
            open my $in, "<", $file or die;
            my $text = <$in>;
            srand $seed;
            my $begin = $file =~ /csv$/ ? 1 + index $text, "\n" : 0;
            my ($at, $byte);
            do { $at = $begin + int rand(length($text) - $begin) } while substr($text, $at, 1) eq "\n";
            do { $byte = chr(33 + int rand 94) } while $byte eq substr $text, $at, 1;
            substr($text, $at, 1) = $byte;
            print $text' all.$form "$seed" >byte.$form
        for reader in summary plot merge; do
            noticed $form $reader || { missed=$((missed + 1)) && echo "# seed $seed: $reader"; }
        done
    done
    check "$form: 70 bytes, by seeds: summary, plot and merge notice each" [ $missed -eq 0 ]
done

# Several at once: both numbers in one line.
unseal json '2,3' | sed '6s/"accepted":0/"accepted":1/' >bad.json
check "two without a seal, and one altered" exits 0 "$W" plot bad.json --size 60x16
check "counted in one line" has '^wormscope plot: bad.json: 2 rows without a seal, 1 altered: left out (--unsealed takes them); the first: line 2$' err
check "no line for each" [ "$(wc -l <err)" -eq 1 ]
for form in svg gp vl.json; do
    check "$form: --unsealed" exits 0 "$W" plot --unsealed bad.json -o pic.$form
    check "$form: says so" has '2 rows without a seal, 1 altered: taken (--unsealed)' pic.$form
    check "$form: of sealed rows" exits 0 "$W" plot --unsealed all.json -o pic.$form
    check "$form: says nothing" sh -c "! grep -q unsealed pic.$form"
done
check "summary of two files" exits 0 "$W" summary bad.json all.csv
check "names the one that is meant" has '^wormscope summary: bad.json: ' err
check "and no other" [ "$(grep -c 'left out' err)" -eq 1 ]

# No row is left.
for form in json csv; do
    unseal $form "1,\$" >none.$form
    [ $form = csv ] && { head -n 1 all.csv && sed 1d none.csv; } >headed && mv headed none.csv
    check "$form: summary of no row: 1" exits 1 "$W" summary none.$form
    check "$form: --versus of no row: 1" exits 1 "$W" summary none.$form --versus segment=0
    check "$form: plot of no row: 1" exits 1 "$W" plot none.$form
    check "$form: and no picture" [ ! -s out ]
    check "$form: merge of no row: 1" exits 1 "$W" merge none.$form
    check "$form: taken all the same" exits 0 "$W" plot --unsealed none.$form
done
sed 's/,[^,]*$//' all.csv >cut.csv # the whole column
check "CSV without the column: 1" exits 1 "$W" summary cut.csv
check "is without seals" has 'cut.csv: 8 rows without a seal: left out' err

# An editor, or another program, writes the same row in other words.
if command -v python3 >/dev/null; then
    python3 -c "
import json
for line in open('all.json'): print(json.dumps(json.loads(line)))" >spaced.json
    check "rows that were written anew: 1" exits 1 "$W" plot spaced.json
    check "are altered" has '8 rows altered: left out' err
fi

# A row of `run` has its seal, too, and what the pool of a sweep makes has one only.
"$W" run s.ws --json >run.json 2>err
check "run --json ends in a seal" has ',"seal":"[0-9a-f]\{8\}"}$' run.json
check "once" [ "$(grep -o '"seal"' run.json all.json | wc -l)" -eq 9 ]
check "is drawn" exits 0 "$W" plot run.json -x load -y accepted
check "without a word" [ ! -s err ]
sed 's/,"seal":"[^"]*"//' run.json >bad.json
check "without its seal: 1" exits 1 "$W" plot bad.json -x load -y accepted

# What has no seal by design.
"$W" series s.ws --json >series.json
"$W" series s.ws --csv >series.csv
for form in json csv; do
    check "a time series as $form" exits 0 "$W" plot series.$form
    check "needs no seal" [ ! -s err ]
done
"$W" sweep s.ws -v load=0.1,0.2 --csv --long >long.csv 2>err
check "lines of --long have theirs" exits 0 "$W" plot long.csv -x load -y value
check "and nothing is said" [ ! -s err ]
tap_end

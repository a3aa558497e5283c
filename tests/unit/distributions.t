#!/bin/sh
# distributions.t - histograms of latencies by class and kind: as rows of comma-separated values and as JSON they are the same; the windows of a series
# add up to those of the whole run; throughput by class adds up to that of all.
. tests/tap.sh

"$W" run kwan/two-hosts -c 60000 -w 0 --histograms --csv >"$dir/whole" 2>"$dir/err"
check "run --histograms --csv prints rows" has '^class,kind,from,width,count$' "$dir/whole"
"$W" run kwan/two-hosts -c 60000 -w 0 --histograms --json >"$dir/json"
perl -MJSON::PP -e 'my $classes = decode_json(<>)->{classes};
    for my $c (keys %$classes) {
        for my $k (keys %{$classes->{$c}}) {
            my $kind = $classes->{$c}{$k};
            next unless ref $kind && $kind->{histogram};
            print join(",", $c, $k, @$_), "\n" for @{$kind->{histogram}};
        }
    }' "$dir/json" | sort >"$dir/json.rows"
tail -n +2 "$dir/whole" | sort >"$dir/rows"
check "$(wc -l <"$dir/rows") rows, as the JSON has them" cmp "$dir/rows" "$dir/json.rows"
for kind in message_latency network_latency head_latency packet_latency; do
    check "$kind of both classes" sh -c "grep -q '^high,$kind,' '$dir/rows' && grep -q '^low,$kind,' '$dir/rows'"
done

"$W" series kwan/two-hosts -c 60000 -w 0 -n 7000 --histograms >"$dir/series" 2>"$dir/err"
check "series --histograms prints rows with cycles" has '^cycle,cycles,class,kind,from,width,count$' "$dir/series"
tail -n +2 "$dir/series" | awk -F, '{n[$3","$4","$5","$6] += $7} END {for (i in n) print i","n[i]}' | sort >"$dir/sums"
check "the windows add up to the run" cmp "$dir/rows" "$dir/sums"
"$W" series kwan/two-hosts -c 60000 -w 0 -n 7000 --histograms --json |
    perl -MJSON::PP -ne 'my $classes = decode_json($_)->{histograms};
        for my $c (keys %$classes) {
            for my $k (keys %{$classes->{$c}}) { $n{join ",", $c, $k, $_->[0], $_->[1]} += $_->[2] for @{$classes->{$c}{$k}} }
        }
        END { print "$_,$n{$_}\n" for keys %n }' | sort >"$dir/json.sums"
check "so do those of JSON" cmp "$dir/rows" "$dir/json.sums"
"$W" series kwan/two-hosts -c 20000 -w 15000 -n 5000 --histograms >"$dir/late"
check "samples count from the warm-up on" sh -c "! grep -q '^5000,' '$dir/late' && grep -q '^20000,' '$dir/late'"

"$W" series kwan/two-hosts -c 60000 -n 10000 --json >"$dir/series.json"
check "accepted of both classes adds up to that of all" perl -MJSON::PP -ne 'my $r = decode_json($_);
    $bad++ if abs($r->{classes}{high}{accepted} + $r->{classes}{low}{accepted} - $r->{accepted}) > 1e-9;
    END { exit !!$bad }' "$dir/series.json"
check "each kind of latency has a mean by class" perl -MJSON::PP -ne 'my $c = decode_json($_)->{classes};
    $good++ if $c->{low}{packet_latency} && $c->{high}{network_latency};
    END { exit !$good }' "$dir/series.json"
check "run --csv alone is refused" exits 2 "$W" run kwan/two-hosts --csv
check "and says what is expected" has 'expected --histograms --csv' "$dir/err"
tap_end

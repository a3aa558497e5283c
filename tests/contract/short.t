#!/usr/bin/perl
# short.t - no short test takes more than two CPU seconds, children included, and one that takes 1.5 is named. It reads what the last
# `make check` has noted (tests/once). Seconds are those of a processor on which tests/loop.c takes LOOP: a test is held against what the
# loop took just behind it. One that took more then, with everything else beside it, is run again alone, and the least counts. Not under the
# sanitizers.
use strict;
use warnings;

use constant {MOST => 2, MUCH => 1.5, LOOP => 0.060, AGAIN => 3};
my $build = $ENV{BUILD} ||= 'build';
my $noted = "$build/passed";
my @files = glob "$noted/*.cpu";
if (($ENV{SAN} || '') ne '' || !@files) {
    print '1..0 # SKIP ', @files ? 'sanitizers are slow' : 'nothing is noted: make check does', "\n";
    exit 0;
}

my @long;
my $sum = 0;
# What is noted, in seconds of that processor.
sub noted {
    my ($file) = @_;
    open my $in, '<', $file or die "$file: $!\n";
    my ($seconds, $loop) = split ' ', <$in>;
    return $loop ? $seconds * LOOP / $loop : $seconds;
}

for my $file (@files) {
    my $seconds = noted($file);
    my ($made, $name) = $file =~ m{.*/(made\.)?tests\.(.*)\.t\.cpu$} or die "$file: no name of a test\n";
    $name =~ s{\.}{/};
    my $test = $made ? "$build/tests/$name.t" : "tests/$name.t";
    for (1 .. AGAIN) {
        last if $seconds <= MOST;
        system("tests/once $test >/dev/null 2>&1");
        my $again = noted($file);
        $seconds = $again if $again < $seconds;
    }
    $sum += $seconds;
    printf "# %.2f of %d CPU seconds: %s\n", $seconds, MOST, $name if $seconds > MUCH;
    push @long, $name if $seconds > MOST;
}
printf "%sok 1 - %d short tests take at most %d CPU seconds each, %.0f together%s\n", @long ? 'not ' : '', scalar @files, MOST, $sum,
    @long ? "; not: @long" : '';
print "1..1\n";
exit(@long ? 1 : 0);

#!/usr/bin/perl
# short.t - no short test takes more than two CPU seconds, children included, and one that takes 1.5 is named. It reads what the last
# `make check` has noted (tests/once), and runs nothing. Seconds are those of a processor on which tests/loop.c takes LOOP: a test is held
# against what the loop took just behind it. Not under the sanitizers.
use strict;
use warnings;

use constant {MOST => 2, MUCH => 1.5, LOOP => 0.060};
my $noted = ($ENV{BUILD} || 'build') . '/passed';
my @files = glob "$noted/*.cpu";
if (($ENV{SAN} || '') ne '' || !@files) {
    print '1..0 # SKIP ', @files ? 'sanitizers are slow' : 'nothing is noted: make check does', "\n";
    exit 0;
}

my @long;
my $sum = 0;
for my $file (@files) {
    open my $in, '<', $file or die "$file: $!\n";
    my ($seconds, $loop) = split ' ', <$in>;
    $seconds *= LOOP / $loop if $loop;
    $sum += $seconds;
    my $name = $file =~ s{.*/(?:tests\.)?}{}r =~ s{\.t\.cpu$}{}r =~ s{\.}{/}r;
    printf "# %.2f of %d CPU seconds: %s\n", $seconds, MOST, $name if $seconds > MUCH;
    push @long, $name if $seconds > MOST;
}
printf "%sok 1 - %d short tests take at most %d CPU seconds each, %.0f together%s\n", @long ? 'not ' : '', scalar @files, MOST, $sum,
    @long ? "; not: @long" : '';
print "1..1\n";
exit(@long ? 1 : 0);

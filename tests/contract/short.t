#!/usr/bin/perl
# short.t - no short test takes more than two CPU seconds, children included. It reads what the last `make check` has noted (tests/once).
# Seconds are those of a processor on which tests/loop.c prints 1; a test may take as much longer as the processor is slower. One that takes
# 1.5 is named. Processors differ in what a loop cannot tell, so only three seconds are a failure, and only in each of three runs alone.
# Not under the sanitizers.
use strict;
use warnings;

use constant {MOST => 2, MUCH => 1.5, FAILS => 3, AGAIN => 3};
my $build = $ENV{BUILD} ||= 'build';
my $noted = "$build/passed";
my @files = glob "$noted/*.cpu";
if (($ENV{SAN} || '') ne '' || !@files) {
    print '1..0 # SKIP ', @files ? 'sanitizers are slow' : 'nothing is noted: make check does', "\n";
    exit 0;
}

my @long;
my ($sum, $most) = (0, 0);
# What is noted, in seconds of that processor.
sub noted {
    my ($file) = @_;
    open my $in, '<', $file or die "$file: $!\n";
    my ($seconds, $slow) = split ' ', <$in>;
    return $seconds / ($slow && $slow > 1 ? $slow : 1);
}

for my $file (@files) {
    my $seconds = noted($file);
    my ($made, $name) = $file =~ m{.*/(made\.)?tests\.(.*)\.t\.cpu$} or die "$file: no name of a test\n";
    $name =~ s{\.}{/};
    my $test = $made ? "$build/tests/$name.t" : "tests/$name.t";
    for (1 .. AGAIN) {
        last if $seconds <= FAILS;
        system("tests/once $test >/dev/null 2>&1");
        my $again = noted($file);
        $seconds = $again if $again < $seconds;
    }
    $sum += $seconds;
    $most = $seconds if $seconds > $most;
    printf "# %.2f of %d CPU seconds: %s\n", $seconds, MOST, $name if $seconds > MUCH;
    push @long, sprintf '%s %.2f', $name, $seconds if $seconds > FAILS;
}
printf "%sok 1 - %d short tests take %.0f CPU seconds together, %.2f at most%s\n", @long ? 'not ' : '', scalar @files, $sum, $most,
    @long ? '; not: ' . join(', ', @long) : '';
print "1..1\n";
exit(@long ? 1 : 0);

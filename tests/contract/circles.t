#!/usr/bin/env perl
# circles.t - inside a folder, and those in it, no two files use each other, directly or round a corner: the symbols of their objects have an order.
use strict;
use warnings;

my $build = $ENV{BUILD} // "build";
my @folders = qw(core switch topology routing traffic recovery slices build observe session lesson mark paper class ui export net tui terminal cli);
my $count = 0;
my $failed = 0;

# By file, the files of the same folder whose symbols it uses.
sub uses_of {
    my ($folder) = @_;
    my (%home, %wanted);
    for my $source (glob "src/$folder/*.c src/$folder/*/*.c") {
        (my $object = "$build/$source") =~ s/\.c$/.o/;
        -e $object or die "$object is not there: build first\n";
        for (`nm $object`) {
            $home{$1} = $source if /^[0-9a-f]+ [TDRB] (\S+)/;
            $wanted{$source}{$1} = 1 if /^ +U (\S+)/;
        }
    }
    my %uses;
    for my $source (keys %wanted) {
        for my $symbol (keys %{ $wanted{$source} }) {
            my $other = $home{$symbol} // $source;
            $uses{$source}{$other} = $symbol if $other ne $source;
        }
    }
    return \%uses;
}

# Takes away files that use none of those left, again and again; what remains is in a circle, or leads to one.
sub circle_of {
    my ($uses) = @_;
    my %left = map { $_ => 1 } keys %$uses;
    for (;;) {
        my @free = grep { my $f = $_; !grep { $left{$_} } keys %{ $uses->{$f} } } keys %left;
        last unless @free;
        delete @left{@free};
    }
    return sort keys %left;
}

for my $folder (@folders) {
    my $uses = uses_of($folder);
    my @circle = circle_of($uses);
    $count++;
    $failed ||= @circle;
    print @circle ? "not ok" : "ok", " $count - no circle of files in src/$folder\n";
    for my $file (@circle) {
        print "# $file uses ", join(", ", map { "$_ ($uses->{$file}{$_})" } sort keys %{ $uses->{$file} }), "\n";
    }
}
# Commands of the screen do not call each other: what two of them need stands in src/tui; only the table names them all.
my $uses = uses_of("tui");
my @siblings;
for my $file (sort keys %$uses) {
    next unless $file =~ m{^src/tui/commands/(?!table\.c)};
    push @siblings, map { "$file uses $_ ($uses->{$file}{$_})" } grep { m{^src/tui/commands/} } sort keys %{ $uses->{$file} };
}
$count++;
$failed ||= @siblings;
print @siblings ? "not ok" : "ok", " $count - no file of src/tui/commands calls another\n";
print "# $_\n" for @siblings;
print "1..$count\n";
exit($failed ? 1 : 0);

#!/usr/bin/env perl
# doors.t - each door of the program (tests/doors/doors): its patch applies to this tree, is within its bound of files and lines, and is
# what CONTRIBUTING.md shows. `make doors` builds them and looks at what they do.
use strict;
use warnings;
use File::Temp qw(tempdir);
use File::Path qw(make_path);
use File::Basename qw(dirname);
use File::Copy qw(copy);

my ($checks, $failed) = (0, 0);
sub report {
    my ($good, $what, @why) = @_;
    $checks++;
    $failed ||= !$good;
    print $good ? "" : "not ", "ok $checks - $what\n";
    return if $good;
    print "# $_\n" for @why;
}

sub text_of {
    my ($file) = @_;
    open my $handle, "<", $file or die "$file: $!\n";
    local $/;
    return <$handle>;
}

my %door;
my @doors;
for (grep { !/^#/ } split /\n/, text_of("tests/doors/doors")) {
    my ($name, $new, $each, $edited, $lines, $on) = split " ", s/\s*#.*//r;
    push @doors, $name;
    $door{$name} = {new => $new, each => $each, edited => $edited, lines => $lines, on => $on};
}

# What a patch costs: lines of each new file, and lines of each other one: a line that is written in place of another is one.
sub cost_of {
    my ($patch) = @_;
    my (%new, %edited);
    my ($file, $is_new, $plus, $minus) = ("", 0, 0, 0);
    my $close = sub {
        ($is_new ? $new{$file} : $edited{$file}) += $plus > $minus ? $plus : $minus if $file ne "";
        ($plus, $minus) = (0, 0);
    };
    for (split /\n/, $patch) {
        $close->() unless /^[+-](?![+-]{2} )/;
        if (m{^--- (.*)}) { $is_new = $1 eq "/dev/null"; $file = ""; }
        elsif (m{^\+\+\+ b/(.*)}) { $file = $1; }
        elsif (/^\+/) { $plus++; }
        elsif (/^-/) { $minus++; }
    }
    $close->();
    return (\%new, \%edited);
}

sub beyond {
    my ($bound, $patch) = @_;
    my ($new, $edited) = cost_of($patch);
    my $lines = 0;
    $lines += $_ for values %$edited;
    my @why;
    push @why, keys(%$new) . " new files: at most $bound->{new}" if keys %$new > $bound->{new};
    push @why, map { "$_ has $new->{$_} lines: at most $bound->{each}" } grep { $new->{$_} > $bound->{each} } sort keys %$new;
    push @why, keys(%$edited) . " edited files: at most $bound->{edited}" if keys %$edited > $bound->{edited};
    push @why, "$lines lines in them: at most $bound->{lines}" if $lines > $bound->{lines};
    return @why;
}

# Applies the patches of a door, those below it first, to copies of the files that they edit; returns what `patch` says.
sub apply {
    my ($name, $copy) = @_;
    my $said = $door{$name}{on} ? apply($door{$name}{on}, $copy) : "";
    my $patch = text_of("tests/doors/$name.patch");
    for my $file ($patch =~ m{^--- a/(.*)}gm) {
        make_path(dirname("$copy/$file"));
        copy($file, "$copy/$file") unless -e "$copy/$file" || !-e $file;
    }
    return $said . `patch -d '$copy' -p1 -F0 -s <'tests/doors/$name.patch' 2>&1`;
}

my $planted = "--- a/x.c\n+++ b/x.c\n@@ -1,2 +1,3 @@\n one\n-two\n+too\n+three\n--- /dev/null\n+++ b/y.c\n@@ -0,0 +1,2 @@\n+a\n+b\n";
report(!beyond({new => 1, each => 2, edited => 1, lines => 2}, $planted), "a patch may be as large as its bound");
my @told = beyond({new => 0, each => 1, edited => 0, lines => 1}, $planted);
report(@told == 4, "what is beyond a bound is told", @told);

for my $name (@doors) {
    my ($patch, $test) = ("tests/doors/$name.patch", "tests/doors/$name.t");
    report(-s $patch && -x $test, "$name: it has a patch, and a test");
    next unless -s $patch;
    my $said = apply($name, tempdir(CLEANUP => 1));
    report($said eq "", "$name: its patch applies", split /\n/, $said);
    my @why = beyond($door{$name}, text_of($patch));
    report(!@why, "$name: it is within its bound", @why);
}

my @unknown = grep { !$door{ s{.*/|\.(?:patch|t)$}{}gr } } glob("tests/doors/*.patch tests/doors/*.t");
report(!@unknown, "every patch has its row in tests/doors/doors", @unknown);
my $text = text_of("CONTRIBUTING.md");
my @silent = grep { $text !~ /<!-- door $_\b/ } @doors;
report(!@silent, "CONTRIBUTING.md shows every door", @silent);
report(system("tests/doors/show", "--check") == 0, "what it shows are the patches", "tests/doors/show writes them anew");
print "1..$checks\n";
exit $failed;

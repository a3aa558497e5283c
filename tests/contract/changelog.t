#!/usr/bin/env perl
# changelog.t - notes are for users and stay short: a section a release, of at most 40 lines and 100 columns, under the usual heads, without
# paths of the sources; the newest is of this version, or is what comes next. What is to be cited says the same version.
use strict;
use warnings;

use constant {LINES => 40, COLUMNS => 100};

sub text_of {
    my ($file) = @_;
    open my $handle, "<:utf8", $file or die "$file: $!\n";
    local $/;
    return <$handle>;
}

# What is wrong with notes of this version.
sub wrong_in {
    my ($text, $version) = @_;
    my @wrong;
    my ($first, @section) = split /^## /m, $text;
    for (@section) {
        my ($name) = /^(.*)/;
        s/\s+\z//;
        my $lines = () = /^/mg;
        push @wrong, "$name: $lines lines, at most @{[LINES]}" if $lines > LINES;
        push @wrong, "$name: no release" unless $name =~ /^(?:Next|\d+\.\d+\.\d+)$/;
        push @wrong, "$name: names a path of the sources: $1" while m{((?:src|tests)/[\w./]+)}g;
        push @wrong, map { "$name: no head: $_" } grep { !/^(?:\Q$name\E|New|Changed|Mended|Results)$/ } /^(\w+)$/mg;
    }
    push @wrong, map { "too long: $_" } grep { length > COLUMNS } split /\n/, $text;
    my ($newest) = @section ? $section[0] =~ /^(.*)/ : ("nothing");
    push @wrong, "the newest section is $newest, and the version $version" unless $newest eq "Next" || $newest eq $version;
    return @wrong;
}

my $checks = 0;
my $failed = 0;
sub report {
    my ($what, @wrong) = @_;
    $checks++;
    $failed ||= @wrong > 0;
    print @wrong ? "not " : "", "ok $checks - $what\n", map { "# $_\n" } @wrong;
}

my ($version) = text_of("include/wormscope/wormscope.h") =~ /WS_VERSION "(.*?)"/;
my @planted = wrong_in("# C\n\n## 1.0.0\n\nNews\n- see src/core\n" . "- x\n" x LINES . "- " . "x" x 99 . "\n", "2.0.0");
report("what is planted is found", @planted == 5 ? () : ("found:", @planted));
report("CHANGELOG.md is for users", wrong_in(text_of("CHANGELOG.md"), $version));
my ($cited) = text_of("CITATION.cff") =~ /^version: (.*)$/m;
report("CITATION.cff is of this version", $cited eq $version ? () : "it says $cited");
print "1..$checks\n";
exit $failed;

#!/usr/bin/env perl
# documents.t - what the documents for contributors name is there: each file by its path, or the end of it, and each name of the code;
# and at the top of the tree is nothing else than what belongs there.
#
# A file is what ends in .c, .h, .def, .t, .md, .js, .css or .html, a name what stands between backquotes, and what begins with ws_ or WS_.
# Capitals within a path stand for any name (switch/MODEL.c).
use strict;
use warnings;

my @documents = qw(ARCHITECTURE.md CONTRIBUTING.md tests/README.md man/DEBUGGING.md SECURITY.md);

# Words between backquotes that are no names of the tree: other programs, and what is built.
my %foreign = map { $_ => 1 } qw(git booksim MODEL clang libFuzzer);

my @files = grep { !m{^(?:\./)?build} } split /\n/, `find . -type f -not -path './.git/*' -not -path './build*' | sed 's|^\\./||'`;
my %ending;
for my $file (@files) {
    my @part = split m{/}, $file;
    $ending{ join "/", @part[$_ .. $#part] } = 1 for 0 .. $#part;
}

sub text_of {
    my ($file) = @_;
    open my $handle, "<", $file or die "$file: $!\n";
    local $/;
    return <$handle>;
}

my %word;
for my $file (@files) {
    next if $file eq "tests/contract/documents.t";
    $word{$_} = 1 for split m{[/.-]}, $file;
    next unless $file =~ /\.(?:c|h|def|t|in|js|sh)$|^Makefile$|^tests\/(?:faults|mutants)\//;
    my $text = text_of($file);
    $word{$1} = 1 while $text =~ /([A-Za-z_]\w*)/g;
}

# What a text names that is not there: [line, name].
sub missing_in {
    my ($text) = @_;
    $text =~ s{<!-- door .*?<!-- end -->}{$& =~ tr/\n//cdr}gse; # a patch names what is not there yet: contract/doors.t
    my @found;
    my $line = 0;
    for my $row (split /\n/, $text) {
        $line++;
        while ($row =~ m{([\w./*-]*\w\w\w\.(?:c|h|def|t|md|js|css|html))\b(?![.\w])}g) {
            my $path = $1;
            next if $path =~ m{[*]|(?:^|/)build/|(?:^|/)[A-Z]+\.(?:c|h)$};
            push @found, [$line, $path] unless $ending{ $path =~ s{^\.?/}{}r };
        }
        my @names = $row =~ /\b((?:ws|WS)_\w+)/g;
        push @names, map { /([A-Za-z_]\w*)/g } $row =~ /`([^`]+)`/g;
        for my $name (@names) {
            next if $foreign{$name} || $word{$name};
            next if $name =~ /_$/ && grep { index($_, $name) == 0 } keys %word;
            push @found, [$line, $name];
        }
    }
    return @found;
}

my $checks = 0;
my $failed = 0;
sub report {
    my ($good, $what, @why) = @_;
    $checks++;
    $failed ||= !$good;
    print $good ? "" : "not ", "ok $checks - $what\n";
    return if $good;
    print "# $_\n" for @why;
}

my @planted = missing_in("see core/step.c, core/stop.c\nand `ws_net_step`, ws_net_stop, `stop_it_now`\n`switch/MODEL.c`\n");
my $told = join " ", map { "$_->[0]:$_->[1]" } @planted;
report($told eq "1:core/stop.c 2:ws_net_stop 2:stop_it_now", "what is not there is told, by its line", map { "told: $_->[0]:$_->[1]" } @planted);
for my $document (@documents) {
    my @missing = map { "$document:$_->[0]: `$_->[1]` is not in the tree" } missing_in(text_of($document));
    report(!@missing, "$document names what is there", @missing);
}

# The head of a file begins with its name; where the rest of it stands in a header, that is there.
my @heads;
for my $file (grep { m{^(?:src|include)/.*\.(?:c|h|def)$} } @files) {
    my ($head) = split /\n/, text_of($file), 2;
    my $name = $file =~ s{.*/}{}r;
    push @heads, "$file: its head names $1" if $head =~ m{^/\* ([\w.]+) - } && $1 ne $name;
    push @heads, "$file: $1 is not in the tree" if $head =~ m{ - see ([\w./]+\.h)\b} && !$ending{$1};
}
report(!@heads, "the head of a file names it", @heads);

# The whole house on 250 lines, each of its rooms named; and what is made is there.
my $house = text_of("ARCHITECTURE.md");
my $lines = () = $house =~ /\n/g;
my @rooms = grep { $house !~ m{`\Q$_\E`} } map { s{/$}{}r } glob "src/*/";
report($lines <= 250 && !@rooms, "ARCHITECTURE.md names every room, in $lines of 250 lines", map { "$_ is not named" } @rooms);
my %target = map { $_ => 1 } map { split } text_of("Makefile") =~ /^([a-z][a-z -]*):(?!=)/mg;
my @untold = grep { !$target{ $_->[1] } } map { my $document = $_; map { [$document, $_] } text_of($document) =~ /(?:`|^)make ([a-z][a-z-]*)/mg } (@documents, "README.md");
report(!@untold, "what they tell to make can be made", map { "$_->[0]: make $_->[1]" } @untold);

# What stands at the top: a file that a tool has left there goes.
my %top = map { $_ => 1 } qw(src include themes scenarios tests man Makefile README.md ARCHITECTURE.md CONTRIBUTING.md CHANGELOG.md
    SECURITY.md LICENSE CITATION.cff .clang-format .ci .gitignore);
my @kept = grep { length } split /\n/, `git ls-files 2>/dev/null | sed 's|/.*||' | sort -u`;
my @stray = grep { !$top{$_} } @kept;
report(!@stray, @kept ? "nothing else stands at the top" : "nothing else stands at the top # SKIP no repository", @stray);
print "1..$checks\n";
exit $failed;

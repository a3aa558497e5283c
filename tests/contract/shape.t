#!/usr/bin/env perl
# shape.t - the shape of the code, folder by folder, against what has been reached (shape.limits), which may only come nearer to its goal.
# usage: shape.t [-v] | UPDATE=1 shape.t    -v lists the worst of each folder; UPDATE writes what is better and refuses what is worse
#
# A normal line is eight tokens (a name, a number, a string or an operator is one), so that neither breaking, packing nor padding lines
# changes anything. Many small functions raise the first, sixth and ninth measure, few large ones the second, third and fourth.
use strict;
use warnings;

use constant {TOKENS => 8, DENSE => 30, WIDE => 100, SMALL => 8, SLACK => 1.03};

# What is measured: its word, the goal in src and in tests, and which way is better. Two goals are a range.
my @measure = (
    ['functions per 1,000 normal lines', [60], [45], 'least'],
    ['lines that nine of ten functions have at most', [22, 40], [22, 45], 'range'],
    ['lines of the longest function', [100], [100], 'least'],
    ['braces deep', [4], [4], 'least'],
    ['% of lines over 30 tokens', [0.5], [1], 'least'],
    ['lines over 100 columns', [0], [0], 'least'],
    ['% of static functions used once, of 8 lines at most', [18], [15], 'least'],
    ['names of one letter that are no index', [0], [0], 'least'],
    ['asserts per 1,000 lines', [8], [0], 'most'],
    ['% of static functions whose name stands in another file', [5], [10], 'least'],
    ['lines', [88000], [undef], 'least'],
    ['files', [520], [undef], 'least'],
);
my %few_asserts = map { $_ => 1 } qw(lesson mark paper class ui export net tui terminal cli); # 4 there: less is owed
# Too small for shares of their own.
my %joined = ((map { $_ => 'small' } qw(topology routing traffic recovery)), map { $_ => 'small' } qw(contract faults golden papers reference));

# n network, x node, l link, v virtual channel, q queue, h host, s switch or source queue, k packet, m message; and what counts in a loop.
my %index = map { $_ => 1 } qw(n x l v q h s k m i j c w o p t);
my $index = join '|', keys %index;
my $type = qr/\b(?:u8|u16|u32|u64|i32|i64|int|unsigned|char|bool|float|double|long|short|size_t|u?int(?:8|16|32|64)_t|wide|FILE|uv_\w+_t|json_t|ws_\w+|struct \w+|const)\b/;
my $token = qr/"s"|[A-Za-z_]\w*|\d[\w.]*|<<=|>>=|\.\.\.|->|\+\+|--|<<|>>|[<>=!]=|&&|\|\||[-+*\/%&|^]=|##|\S/;

# The text without comments and with strings and characters as one letter each; line breaks stay.
sub bare {
    my ($text) = @_;
    $text =~ s{/\*.*?\*/|//[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)+'}{
        my $first = substr $&, 0, 1;
        $first eq '/' ? $& =~ tr/\n//cdr : $first eq '"' ? '"s"' : '0' }gse;
    return $text;
}

sub one_letter_names {
    my ($line) = @_;
    return () unless $line =~ /\b(?!$index\b)[a-zA-Z]\b/;
    my @names = $line =~ /$type\s*\**\s*\b([a-zA-Z])\b\s*(?=[,;=)\[])/g;
    push @names, $line =~ /,\s*\**([a-zA-Z])\b\s*(?=[,;=\[])/g if $line =~ /^\s*(?:const )?$type\s/ && $line !~ /\(/;
    return grep { !$index{$_} } @names;
}

# Where a function begins and ends, line by line: a head stands at the left, and so does the brace that ends it. Returns the function that
# ends with this line. `open` is what is open now.
sub function_ended {
    my ($open, $line) = @_;
    if (!$open->{lines}) {
        $open->{head} = $line =~ /^[A-Za-z_]/ ? $line : $line =~ /^[#}]/ || $open->{head} eq '' ? '' : "$open->{head} $line";
        $open->{begun} = 1 + ($line =~ /^[A-Za-z_]/ ? 0 : $open->{begun});
        $open->{head} = '' if $open->{head} =~ /[;=]/;
        return unless $open->{head} =~ /^[^{]*?\b(\w+)\(.*\)\s*\{/ && $open->{head} !~ /^typedef/;
        my $name = $1;
        @$open{qw(name static lines deep deepest)} = ($name, $open->{head} =~ /^static\b/ ? 1 : 0, $open->{begun} - 1, 0, 0);
    }
    $open->{lines}++;
    while ($line =~ /([{}])/g) {
        $open->{deep} += $1 eq '{' ? 1 : -1;
        $open->{deepest} = $open->{deep} if $open->{deep} > $open->{deepest};
    }
    return if $open->{deep};
    my %ended = %$open;
    %$open = (lines => 0, head => '', begun => 0);
    return \%ended;
}

my %folder;
my %stands; # files in which a static function has this name

sub file_read {
    my ($file, $name) = @_;
    open my $in, '<:encoding(UTF-8)', $file or die "$file: $!";
    my $text = do { local $/; <$in> };
    my $bare = bare($text);
    my $of = $folder{$name} //= {map { $_ => 0 } qw(lines code tokens dense wide letters asserts files macros)};
    $of->{files}++;
    my $at = 0;
    my %times;
    my ($macro, @functions);
    my $open = {lines => 0, head => '', begun => 0};
    my @bare = split /\n/, $bare, -1;
    for my $raw (split /\n/, $text, -1) {
        my $line = $bare[$at++];
        if (length $raw > WIDE) { $of->{wide}++; push @{$of->{worst}}, "$file:$at: " . length($raw) . ' columns' }
        if ($line =~ /^#\s*define \w+\(/ .. $line !~ /\\$/) {
            $macro = 0 if $line =~ /^#/;
            $of->{macros}++ if !$macro && $line =~ /;|\bdo\b/ && ($macro = 1);
        } elsif (my $function = $line ne '' && function_ended($open, $line)) {
            push @functions, {%$function, line => $at - $function->{lines} + 1};
        }
        next unless $line =~ /\w/;
        my @token = $line =~ /$token/g;
        $of->{tokens} += @token;
        $times{$_}++ for @token;
        next if $file =~ /\.def$/;
        $of->{code}++;
        if (@token > DENSE) { $of->{dense}++; push @{$of->{worst}}, "$file:$at: " . @token . ' tokens' }
        if (my @one = one_letter_names($line)) { $of->{letters} += @one; push @{$of->{worst}}, "$file:$at: name @one" }
    }
    $of->{lines} += $at - 1;
    $of->{asserts} += $times{assert} // 0;
    for my $function (@functions) {
        $function->{file} = $file;
        push @{$of->{functions}}, $function;
        next unless $function->{static} && $file =~ /\.c$/;
        $stands{$function->{name}}{$file} = 1;
        next if $function->{once} = $times{$function->{name}} == 2;
        my $declared = () = $bare =~ /^static [^;{}=]*\b$function->{name}\([^;{}]*\);/mg;
        $function->{once} = $times{$function->{name}} - $declared == 2;
    }
}

sub folder_of {
    my ($file) = @_;
    return 'include' if $file =~ m{^include/};
    my ($top, $name) = $file =~ m{^(src|tests)/([^/]+)/};
    return ($top eq 'tests' ? 'tests/' : '') . ($joined{$name} // $name);
}

file_read($_, folder_of($_)) for glob 'include/*/*.[hd]* src/*/*.[ch] src/*/*/*.[ch] src/*/*/*/*.[ch] src/*/*.def src/*/*/*.def tests/*/*.[ch]';

# What a folder has, in the order of the measures.
sub measured {
    my ($name) = @_;
    my $of = $folder{$name};
    my @function = @{$of->{functions} // []};
    my @lines = sort { $a <=> $b } map { $_->{lines} } @function;
    my @static = grep { exists $_->{once} } @function;
    my $share = sub { @static ? 100 * $_[0] / @static : 0 };
    my $deepest = 0;
    $_->{deepest} > $deepest and $deepest = $_->{deepest} for @function;
    return (
        $of->{tokens} ? 1000 * (@function + $of->{macros}) / ($of->{tokens} / TOKENS) : 0,
        @lines ? $lines[int(0.9 * $#lines + 0.5)] : 0, $lines[-1] // 0, $deepest,
        100 * $of->{dense} / ($of->{code} || 1), $of->{wide},
        $share->(scalar grep { $_->{once} && $_->{lines} <= SMALL } @static), $of->{letters},
        1000 * $of->{asserts} / ($of->{code} || 1),
        $share->(scalar grep { keys %{$stands{$_->{name}}} > 1 && $_->{name} !~ /^(?:run|main)$/ } @static),
        $of->{lines}, $of->{files});
}

# How far a value is from the goal of its measure; 0: it is there.
sub distance {
    my ($measure, $value, $goal) = @_;
    return 0 if !defined $goal->[0];
    return $value < $goal->[0] ? $goal->[0] - $value : 0 if $measure->[3] eq 'most';
    return $value < $goal->[0] ? $goal->[0] - $value : 0 if $measure->[3] eq 'range' && $value <= $goal->[1];
    return $value > $goal->[-1] ? $value - $goal->[-1] : 0;
}

sub goal_of {
    my ($measure, $name) = @_;
    return [4] if $measure->[3] eq 'most' && $few_asserts{$name};
    return [0] if $measure->[3] eq 'most' && $name eq 'include';
    return $measure->[$name =~ /^tests/ ? 2 : 1];
}

# The limits of a text: by folder its values, and what stands behind `#`. `allow NAME LINES FILES` is what a feature brought.
sub limits_of {
    my %limit;
    for (split /\n/, $_[0]) {
        next if /^\s*(?:#|$)/;
        my ($row, $why) = split /\s*#\s*/, $_, 2;
        my ($name, @value) = split ' ', $row;
        if ($name eq 'allow') {
            $limit{allowed}[$_] += $value[1 + $_] for 0, 1;
        } else {
            $limit{$name} = {value => \@value, why => $why // ''};
        }
    }
    return \%limit;
}

my $path = 'tests/contract/shape.limits';
my $text = -e $path ? qx(cat $path) : '';
my $limit = limits_of($text);
my $parent = limits_of(join '', grep { defined } qx(git show HEAD:$path 2>/dev/null));
$parent = limits_of(join '', qx(git show HEAD~1:$path 2>/dev/null)) if !qx(git status --porcelain $path 2>/dev/null);
my $verbose = @ARGV && $ARGV[0] eq '-v';
my (%row, @folders, @refused);
my $number = 0;
my $failed = 0;
print '# ', join(' · ', map { $_->[0] } @measure), "\n";

$folder{all} = {map { my $what = $_; $what => 0 } qw(lines files)};
for my $name (grep { $_ ne 'all' && !/^tests/ } keys %folder) { $folder{all}{$_} += $folder{$name}{$_} for qw(lines files) }

for my $name ((sort grep { $_ ne 'all' } keys %folder), 'all') {
    my @have = $name eq 'all' ? @{$folder{all}}{qw(lines files)} : (measured($name))[0 .. 9];
    my @of = $name eq 'all' ? @measure[10, 11] : @measure[0 .. 9];
    my @over;
    for my $at (0 .. $#of) {
        my ($measure, $goal) = ($of[$at], goal_of($of[$at], $name));
        my $most = $limit->{$name}{value}[$at];
        my $allowed = $name eq 'all' ? $limit->{allowed}[$at] // 0 : 0;
        my $now = distance($measure, $have[$at] - $allowed, $goal);
        my $said = sprintf $measure->[0] =~ /%|per/ ? '%.2f' : '%d', $have[$at] - $allowed;
        my $slack = $name eq 'all' ? 1 : SLACK;
        if (!defined $most) { $row{$name}[$at] = $said; next }
        my $reached = distance($measure, $most, $goal);
        my $bound = distance($measure, $measure->[3] eq 'least' ? $most * $slack : $most / $slack, $goal);
        $row{$name}[$at] = $now < $reached || !$now ? $said : $most;
        push @over, "$said $measure->[0], where $most were reached" if $now > $bound + 0.005;
        my $before = $parent->{$name}{value}[$at];
        next if !defined $before || distance($measure, $most, $goal) <= distance($measure, $before, $goal) + 0.005;
        push @over, "the limit of $measure->[0] went from $before to $most, and no new reason stands behind the row"
            if $limit->{$name}{why} eq '' || $limit->{$name}{why} eq ($parent->{$name}{why} // '');
    }
    $number++;
    $failed ||= @over;
    push @refused, @over;
    push @folders, $name;
    printf "%s %d - %s: %s\n", @over ? 'not ok' : 'ok', $number, $name, join ' ', map { sprintf '%.4g', $_ } @have;
    print "# $name: $_\n" for @over;
    next if !$verbose || $name eq 'all';
    my @function = @{$folder{$name}{functions} // []};
    print "#   $_\n" for @{$folder{$name}{worst} // []};
    print "#   $_->{file}:$_->{line}: $_->{name} has $_->{lines} lines, $_->{deepest} deep\n" for grep { $_->{lines} > 60 || $_->{deepest} > 4 } @function;
    print "#   $_->{file}:$_->{line}: $_->{name} is used once\n" for grep { $_->{once} && $_->{lines} <= SMALL } @function;
    print "#   $_->{file}:$_->{line}: $_->{name} stands elsewhere, too\n" for grep { exists $_->{once} && keys %{$stands{$_->{name}}} > 1 } @function;
}
print "1..$number\n";
if ($ENV{UPDATE} && !@refused) {
    my ($head) = $text =~ /\A((?:#[^\n]*\n)*)/;
    my @allow = grep { /^allow / } split /\n/, $text;
    open my $out, '>', $path or die "$path: $!";
    print $out $head;
    printf $out "%-16s %s%s\n", $_, join(' ', map { sprintf '%6s', $_ } @{$row{$_}}), $limit->{$_}{why} ? "  # $limit->{$_}{why}" : '' for @folders;
    print $out "$_\n" for @allow;
}
exit($failed ? 1 : 0);

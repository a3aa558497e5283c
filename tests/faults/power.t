#!/usr/bin/env perl
# power.t - what is in a folder when the power fails while the program writes there (T. S. Pillai et al., "All File Systems Are Not
# Created Equal", 2014). strace tells what a scene does to its files; then states of the folder are drawn, each of them what a disk may
# hold after a failure: of the calls up to some moment, those that an fsync of their file, or of the folder for names, has made
# lasting, and of the others any: there, gone, or cut. In each state a file that is written whole is the old one or the new one, a
# recording is whole from its head on, and a sweep goes on to the rows that it would have had.
# usage: power.t    WS_LONG=1: 1,000 states a scene in place of 10; SEED=N: another draw
use strict;
use warnings;
use Cwd qw(getcwd realpath);
use File::Temp qw(tempdir);

my $program = realpath(($ENV{BUILD} // 'build') . "/wormscope");
my $seed = $ENV{SEED} // 1;
my $states = $ENV{WS_LONG} ? 1000 : 10;
if (system("command -v strace >/dev/null") != 0) {
    print "1..0 # SKIP there is no strace\n";
    exit 0;
}
my $top = tempdir(CLEANUP => 1);
my ($checks, $failed) = (0, 0);
srand($seed);

sub ok {
    my ($good, $what) = @_;
    $checks++;
    $failed ||= !$good;
    print $good ? "ok" : "not ok", " $checks - $what\n";
    return $good;
}
sub slurp { my ($path) = @_; open my $in, '<:raw', $path or return undef; local $/; return scalar <$in>; }
sub spew { my ($path, $text) = @_; open my $out, '>:raw', $path or die "$path: $!"; print $out $text; close $out; }
sub run_in { my ($folder, @command) = @_; return system("cd '$folder' && exec @command >'$top/out' 2>&1") >> 8; }

# ---- what a scene does: [call, file or name, ...] ----

my $calls = 'open,openat,creat,read,write,writev,pwrite64,pwritev,pwritev2,ftruncate,truncate,fsync,fdatasync,rename,renameat,renameat2,' .
    'link,linkat,unlink,unlinkat,lseek,close,fcntl,dup,dup2,dup3,copy_file_range,sendfile,fallocate,mmap';

sub plain { my ($text) = @_; $text =~ s/((?:\\x[0-9a-f]{2})+)/pack('H*', $1 =~ s{\\x}{}gr)/ge; return $text; }

# The calls of the trace that touch names or bytes in the folder, in order: [create, name, file], [rename or link, name, name],
# [unlink, name], [write, file, place, bytes], [cut, file, length], [sync, file], [sync names]. Files are numbered, since names move: first
# those that were there, in the order of their names. A call that changes bytes in a way that is not known here ends the test.
sub calls_of {
    my ($trace, $folder, $before) = @_;
    my (@calls, %open, %now);
    my $files = 0;
    $now{$_} = $files++ for sort keys %$before;
    my $inside = sub { my ($path) = @_; return $path =~ m{^(?:\Q$folder\E/)?([^/]+)$} ? $1 : undef; };
    open my $in, '<', $trace or die "$trace: $!";
    my %begun; # calls that another process's came between
    while (my $line = <$in>) {
        if ($line =~ /^(\d+)( .*) <unfinished \.\.\.>$/) { $begun{$1} = "$1$2"; next; }
        if ($line =~ /^(\d+) +<\.\.\. \w+ resumed>(.*)/) { $line = "$begun{$1}$2"; }
        next unless $line =~ /^(?:(\d+) +)?(\w+)\((.*)\) += (-?\d+)/;
        my ($who, $call, $got) = ($1 // 0, $2, $4);
        next if $got < 0;
        my @words = split /, /, $3;
        my $number = $words[0] =~ /^(\d+)</ ? "$who:$1" : '';
        my $file = $open{$number}; # with its place, which copies of the number share
        my @names = map { $inside->(plain($_)) } $line =~ /"((?:\\x[0-9a-f]{2})*)"/g;
        if ($call =~ /^(open|openat|creat)$/) {
            my $name = $names[0];
            my $is_inside = $line =~ /= \d+<(.*)>/ && plain($1) eq "$folder/" . ($name // '');
            delete $open{"$who:$got"};
            $open{"$who:$got"} = {names => 1} if $line =~ /= \d+<(.*)>/ && plain($1) eq $folder;
            next unless defined $name && $is_inside;
            push @calls, ['create', $name, $now{$name} = $files++] if !exists $now{$name};
            $open{"$who:$got"} = {file => $now{$name}, at => 0};
            push @calls, ['cut', $now{$name}, 0] if $line =~ /O_TRUNC/ || $call eq 'creat';
        } elsif ($call =~ /^(rename|link|unlink)/) {
            my $what = $1;
            next unless defined $names[0];
            push @calls, [$what, @names];
            $now{$names[1]} = $now{$names[0]} if $what ne 'unlink';
            delete $now{$names[0]} if $what ne 'link';
        } elsif ($call eq 'fcntl' || $call =~ /^dup/) {
            $open{"$who:$got"} = $file if $file && ($call ne 'fcntl' || $line =~ /F_DUPFD/);
        } elsif ($call eq 'close') {
            delete $open{$number};
        } elsif ($file && $file->{names}) {
            push @calls, ['sync names'] if $call eq 'fsync';
        } elsif ($file) {
            push @calls, ['write', $file->{file}, $file->{at}, substr plain($words[1] =~ /"(.*)"/ ? $1 : ''), 0, $got] if $call eq 'write';
            push @calls, ['cut', $file->{file}, $words[1]] if $call eq 'ftruncate';
            push @calls, ['sync', $file->{file}] if $call =~ /^f(data)?sync$/;
            $file->{at} += $got if $call =~ /^(read|write)$/;
            $file->{at} = $got if $call eq 'lseek';
            die "power.t does not know this call: $line" if $call =~ /writev|pwrite|copy_file|sendfile|fallocate/ || $line =~ /PROT_WRITE.*MAP_SHARED/;
        }
    }
    return @calls;
}

# ---- what a disk may hold ----

sub written { # a file's bytes after some of its changes
    my ($bytes, @changes) = @_;
    for my $change (@changes) {
        my ($call, $at, $new) = @$change;
        if ($call eq 'cut') {
            $bytes = length $bytes > $at ? substr $bytes, 0, $at : $bytes . "\0" x ($at - length $bytes);
        } else {
            $bytes .= "\0" x ($at - length $bytes) if $at > length $bytes;
            substr $bytes, $at, length $new < length($bytes) - $at ? length $new : length($bytes) - $at, $new;
        }
    }
    return $bytes;
}

# Some of what has not been made lasting: all, none, those up to a moment, the last of them perhaps cut, or any.
sub some {
    my ($may_cut, @changes) = @_;
    my $how = int rand 4;
    return @changes if $how == 0;
    return () if $how == 1;
    return grep { rand() < 0.5 } @changes if $how == 2;
    my @kept = @changes[0 .. int(rand(@changes + 1)) - 1];
    if ($may_cut && @kept && $kept[-1][0] eq 'write') {
        my ($call, $at, $bytes) = @{pop @kept};
        push @kept, [$call, $at, substr $bytes, 0, int rand(1 + length $bytes)];
    }
    return @kept;
}

# What a disk may hold behind the first `count` calls: name => bytes; and how long each file was when it was made lasting last.
sub failed_behind {
    my ($before, $count, @calls) = @_;
    my (@lasting, @changes, @names, %disk);
    for my $name (sort keys %$before) {
        push @lasting, $before->{$name};
        $disk{$name} = $#lasting;
    }
    my $name_last = sub {
        my ($call, $from, $to) = @_;
        if ($call eq 'create') { $disk{$from} = $to; }
        elsif ($call eq 'unlink') { delete $disk{$from}; }
        elsif (exists $disk{$from}) { $disk{$to} = $call eq 'link' ? $disk{$from} : delete $disk{$from}; }
    };
    for my $one (@calls[0 .. $count - 1]) {
        my ($call, $file, @more) = @$one;
        if ($call eq 'sync names') {
            $name_last->(@$_) for @names;
            @names = ();
        } elsif ($call =~ /^(create|rename|link|unlink)$/) {
            push @names, $one;
            $lasting[$more[0]] = '' if $call eq 'create';
        } elsif ($call eq 'sync') {
            $lasting[$file] = written($lasting[$file], @{$changes[$file] // []});
            $changes[$file] = [];
        } else {
            push @{$changes[$file]}, [$call, @more];
        }
    }
    $name_last->(@$_) for some(0, @names);
    my %bytes = map { $_ => written($lasting[$disk{$_}], some(1, @{$changes[$disk{$_}] // []})) } sort keys %disk;
    return (\%bytes, {map { $_ => length $lasting[$disk{$_}] } keys %disk});
}

# ---- scenes ----

my $scenario = "set topology line 2\nset load 0.2\n\@300000 end\n";
my @scenes = (
    {
        what => "a picture that takes another's place is the old one or the new one",
        before => ['sweep s.ws -v load=0.1,0.2 -c 20000 -o rows.json', 'sweep s.ws -v load=0.3,0.4 -c 20000 -o more.json', 'plot rows.json -o plot.svg'],
        command => 'plot more.json -o plot.svg',
        good => sub { my ($folder, $before, $after) = @_; my $is = slurp("$folder/plot.svg"); defined $is && ($is eq $before->{'plot.svg'} || $is eq $after->{'plot.svg'}); },
    },
    {
        what => "a recording is whole, or has a whole head and says where it ends or is damaged, no earlier than what was lasting",
        before => [],
        command => 'run s.ws -R a.wsr',
        good => sub {
            my ($folder, $before, $after, $lasting) = @_;
            return run_in($folder, "$program replay -v a.wsr") == 0 if -e "$folder/a.wsr";
            return 1 if !-e "$folder/a.wsr.part";
            my $code = run_in($folder, "$program replay -v a.wsr.part");
            my $said = slurp("$top/out");
            my $end = $said =~ /cut off behind byte (\d+)/ || $said =~ /line \d+, byte (\d+)/ ? $1 : length slurp("$folder/a.wsr.part");
            return ($code == 0 || $code == 3 || $code == 4) && $end >= $lasting->{'a.wsr.part'};
        },
    },
    map({
        my $rows = "sweep s.ws -v load=0.1,0.2,0.3 -c 20000 $_->[0]-o";
        {
            what => "a sweep goes on to the rows that it would have had ($_->[1])",
            before => ["$rows whole", $_->[2]],
            command => "$rows rows",
            good => sub {
                my ($folder, $before) = @_;
                return run_in($folder, "$program $rows rows") == 0 && slurp("$folder/rows") eq $before->{whole};
            },
        }
    } ['', 'some were there', '!head -n 1 whole >rows'], ['', 'an empty file was', '!>rows'], ['--csv ', 'none was', '!true'], ['', 'out of order', '!sed -n 3p whole >rows; head -n 1 whole >>rows']),
);

sub folder_of { my ($folder) = @_; return {map { m{([^/]+)$} ? ($1 => slurp($_)) : () } glob "$folder/*"}; }

for my $scene (@scenes) {
    my $folder = tempdir(DIR => $top);
    $folder = realpath $folder;
    spew("$folder/s.ws", $scenario);
    for my $command (@{$scene->{before}}) {
        run_in($folder, $command =~ /^!(.*)/ ? "sh -c '$1'" : "$program $command") == 0 or die "$command: " . slurp("$top/out");
    }
    my $before = folder_of($folder);
    run_in($folder, "strace -f -y -xx -s 100000000 -o $top/trace -e trace=$calls $program $scene->{command}") == 0 or die slurp("$top/out");
    my $after = folder_of($folder);
    my @calls = calls_of("$top/trace", $folder, $before);
    # Whoever read the trace wrongly would not come to the files that there are in the end.
    my %files = map { $_->[2] => 1 } grep { $_->[0] eq 'create' } @calls;
    my @synced = (['sync names'], map { ['sync', $_] } 0 .. keys(%$before) + keys(%files) - 1);
    my ($ends) = failed_behind($before, @calls + @synced, @calls, @synced);
    my $same = join(' ', sort keys %$ends) eq join(' ', sort keys %$after) && !grep { $ends->{$_} ne $after->{$_} } keys %$after;
    my $writes = grep { $_->[0] =~ /write|rename/ } @calls;
    ok($same && $writes >= 2, "$scene->{command}: $writes writes and renames are followed to the files that it leaves");
    my $bad = '';
    for my $try (1 .. $states) {
        my $count = int rand(@calls + 1);
        my ($bytes, $lasting) = failed_behind($before, $count, @calls);
        my $state = tempdir(DIR => $top);
        spew("$state/$_", $bytes->{$_}) for keys %$bytes;
        next if $scene->{good}->($state, $before, $after, $lasting);
        $bad = "state $try, behind call $count of " . @calls . ": " . join(', ', map { "$_ (" . length($bytes->{$_}) . ")" } sort keys %$bytes);
        last;
    }
    ok(!$bad, "$scene->{what}: $states states");
    print "# SEED=$seed: $bad\n# ", (slurp("$top/out") // '') =~ s/\n(?=.)/\n# /gr, "\n" if $bad;
}
print "1..$checks\n";
exit($failed ? 1 : 0);

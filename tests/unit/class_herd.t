#!/usr/bin/env perl
# class_herd.t - a lecture and its followers as processes, over real sockets: first in peace, with what it costs; then some are killed and come
# back, some stand still for a while, some send garbage, the host is killed and reopened. No line of the journal is lost, and no digest differs.
# WS_LONG=1: 200 followers for 60 s at 500 cycles a second; else 20 for 6 s, and 18 s; longer where programs take long to begin.
use strict;
use warnings;
use IO::Socket::INET;
use IO::Socket::UNIX;
use POSIX qw(:sys_wait_h);
use Time::HiRes qw(sleep time);
use File::Temp qw(tempdir);

my $W = ($ENV{BUILD} // "build") . "/wormscope";
my $long = $ENV{WS_LONG} ? 1 : 0;
my $herd = $long ? 200 : $ENV{WS_WHOLE} ? 20 : 10;
# A lecture is the slower, the longer it takes a program to begin here.
my $idle = time;
system("$W --version >/dev/null");
my $pace = int(($long ? 500 : 2000) / (1 + int(2 * (time - $idle))));
my $calm = $pace < 250 ? $pace : 250; # behind the reopening: who has lost its host tries again seconds later, and must not miss the question
my $end = $long ? 30000 : 12000;
my $dir = tempdir(CLEANUP => 1);
my ($count, $failed) = (0, 0);
my %mine;    # processes that this test has started and not yet waited for

sub ok {
    my ($good, $text) = @_;
    $count++;
    $failed ||= !$good;
    print $good ? "ok" : "not ok", " $count - $text\n";
    return $good;
}
sub note { print "# @_\n" }

sub start {
    my ($out, @command) = @_;
    my $pid = fork() // die "fork: $!";
    if (!$pid) {
        open STDOUT, ">", $out;
        open STDERR, ">", "$out.err";
        exec @command or POSIX::_exit(127);
    }
    $mine{$pid} = 1;
    return $pid;
}
sub finish { my ($pid) = @_; waitpid($pid, 0); delete $mine{$pid}; return $? }
sub slurp { open my $in, "<", $_[0] or return ""; local $/; return <$in> // "" }
sub value { my ($json, $name) = @_; return $json =~ /"$name":"?([^,"}]*)/ ? $1 : "" }
sub first_line {
    my ($file) = @_;
    for (1 .. 1200) {
        my ($line) = slurp($file) =~ /^(.*)\n/;
        return $line if defined $line;
        sleep 0.05;
    }
    return "";
}
END { my $code = $?; kill KILL => $_ for keys %mine; $? = $code }

# Lines from all over the language, at random cycles; the seed is fixed.
srand 17;
my @lines = map { "\@" . int($end * $_ / 60) . " set load 0." . (1 + int rand 5) } 1 .. 50;
my @class = ("\@" . int($end / 5) . " class ask choice \"Who waits?\" \"H1\" \"H2\" \"nobody\"", "\@" . int($end * 3 / 4) . " class ask number \"How many?\"",
    "\@" . int($end * 0.97) . " class reveal \"as many as there are\"");
push @lines, "\@" . int($end / 2) . " host H1 send-to H3", "\@" . int($end / 2 + 100) . " rebuild buffer=60",
    "\@" . int($end / 3) . " note \"a third\"", "\@" . int($end / 4) . " colour age";
open my $script, ">", "$dir/script";
print $script "$_\n" for @lines, @class;
close $script;

my $load = sub { my ($now) = slurp("/proc/loadavg") =~ /^(\S+ \S+)/; return defined $now ? "load $now" : "load unknown" };
my @listen = ("--listen", "unix:$dir/class");
my @rest = ("--no-screen", "--script", "$dir/script", @listen, "--json", "--linger", 10);
my $all = $end / $pace;
sub student { my ($i, $address) = @_; return start("$dir/f$i", $W, "join", $address, "--no-screen", "--as", "s$i", "--patience", 60, "--answer", $i % 7) }
sub cpu_of_others { my @spent = times; return $spent[2] + $spent[3] }

# What has become of the followers: processes that are still there, by number.
sub herd_end {
    my (@follower) = @_;
    my %end = (bad => [], mute => [], digest => {}, most => 0, bytes => 0, cured => 0);
    for my $i (0 .. $#follower) {
        my $status = finish($follower[$i]);
        my $json = slurp("$dir/f$i");
        push @{ $end{bad} }, "s$i: exit $status $json" . slurp("$dir/f$i.err") if $status || $json !~ /"verified":true/;
        push @{ $end{mute} }, "s$i: $json" if value($json, "answer") ne $i % 7 || value($json, "revealed") ne @follower;
        $end{digest}{ value($json, "digest") }++;
        my $bytes = value($json, "bytes") || 0;
        $end{most} = $bytes if $bytes > $end{most};
        $end{bytes} += $bytes;
        $end{cured} += value($json, "cured") || 0;
    }
    return \%end;
}
sub some { my ($list) = @_; return @$list[0 .. ($#$list > 4 ? 4 : $#$list)] }

# ---- in peace ----
my $peace;
{
    my $host = start("$dir/host0", $W, "host", "kwan/torus-3x3", "-c", $end, "--record", "$dir/peace.wsr", "--pace", $pace, @rest);
    my $address = first_line("$dir/host0");
    my $begin = time;
    my $before = cpu_of_others();
    my @follower = map { student($_, $address) } 0 .. $herd - 1;
    my $end_of = herd_end(@follower);
    my $cpu = cpu_of_others() - $before;
    my $wall = time - $begin;
    ok(!@{ $end_of->{bad} }, "in peace: $herd followers came to the end, each with its digest compared and equal");
    note($_) for some($end_of->{bad});
    ok(!@{ $end_of->{mute} }, "all have answered, and seen all answers revealed");
    note($_) for some($end_of->{mute});
    ok(finish($host) == 0, "the host ends in order");
    my $json = (split /\n/, slurp("$dir/host0"))[1] // "";
    ok(keys %{ $end_of->{digest} } == 1 && exists $end_of->{digest}{ value($json, "digest") }, "the digest is the host's " . value($json, "digest"));
    $peace = value($json, "digest");
    ok($end_of->{cured} == 0, "no digest differed on the way");
    ok(system("$W replay --verify $dir/peace.wsr >/dev/null 2>$dir/verify") == 0, "the journal verifies: " . value($json, "lines") . " lines");
    note(sprintf "%d followers, %d cycles at %d a second in %.1f s: %d bytes to a follower at most, %.0f on average, of %d of the journal", $herd, $end,
        $pace, $wall, $end_of->{most}, $end_of->{bytes} / $herd, -s "$dir/peace.wsr");
    note(sprintf "CPU: %.2f s for the host, %.2f s for all followers; worst delay of a line: %d ms; %s", value($json, "cpu_seconds"), $cpu,
        value($json, "worst_delay_ms"), $load->());
}

# ---- and not ----
my $host = start("$dir/host1", $W, "host", "kwan/torus-3x3", "-c", $end, "--record", "$dir/lecture.wsr", "--pace", $pace, @rest);
my $address = first_line("$dir/host1");
ok($address eq "unix:$dir/class", "the class is at $address");

my $begin = time;
my $before_herd = cpu_of_others();
my @follower = map { student($_, $address) } 0 .. $herd - 1;
sub wait_until { my ($share) = @_; my $left = $begin + $share * $all - time; sleep $left if $left > 0 }

# Garbage of all kinds, each from a connection of its own.
sub garbage {
    my ($kind) = @_;
    my $to = IO::Socket::UNIX->new(Type => SOCK_STREAM, Peer => "$dir/class") or return;
    $to->blocking(0);
    local $SIG{PIPE} = "IGNORE";
    my $noise = join "", map { chr int rand 256 } 1 .. 2000;
    syswrite $to, $kind % 4 == 0 ? $noise : $kind % 4 == 1 ? "x" x 60000 : $kind % 4 == 2 ? "JOIN 1 - \"g\"\nFROM 0 00000000\n$noise\n"
        : "JOIN 1 - \"\e[2Jrude\"\nFROM 99999 deadbeef\nSEAT host SELF load 1\n";
    return $to;
}
my @held;
wait_until(0.3);
my @killed = grep { $_ % 5 == 0 } 0 .. $herd - 1;
my @stopped = grep { $_ % 5 == 1 } 0 .. $herd - 1;
kill KILL => map { $follower[$_] } @killed;
finish($follower[$_]) for @killed;
kill STOP => map { $follower[$_] } @stopped;
push @held, garbage($_) for 1 .. $herd / 10 * 4;
wait_until(0.45);
$follower[$_] = student($_, $address) for @killed;
wait_until(0.6);
kill CONT => map { $follower[$_] } @stopped;
push @held, garbage($_) for 1 .. $herd / 10 * 4;

# The host is killed, and opened again from what it has written.
wait_until(0.7);
my $before_host = cpu_of_others();
kill KILL => $host;
finish($host);
my $first_half = cpu_of_others() - $before_host;
my ($before) = slurp("$dir/lecture.wsr.part") =~ /\A(.*\n)/s;
my $again = start("$dir/host2", $W, "host", "$dir/lecture.wsr.part", "--pace", $calm, @rest);
ok(first_line("$dir/host2") eq $address, "the host is killed and reopened at the same address");
push @held, garbage($_) for 1 .. $herd / 10 * 4;

my $end_of = herd_end(@follower);
ok(!@{ $end_of->{bad} }, "$herd followers came to the end, each with its digest compared and equal");
note($_) for some($end_of->{bad});
ok(!@{ $end_of->{mute} }, "all have answered the question that was asked after the reopening, and seen all $herd answers revealed");
note($_) for some($end_of->{mute});
my %digest = %{ $end_of->{digest} };
my @answers = slurp("$dir/lecture.wsr.class") =~ /^answer (\d+) - "s(\d+)" "(\d+)"$/mg;
my %answers;
my $wrong = 0;
while (my ($question, $student, $value) = splice @answers, 0, 3) { $wrong++ if $answers{"$question $student"}++ || $value != $student % 7 }
ok(keys %answers == $herd && !$wrong, "the list has each answer once: " . keys %answers);
ok(slurp("$dir/lecture.wsr.class") =~ /^question 2 number "How many\?"$/m, "questions go on with the next number where the host was killed");
my $followers = cpu_of_others() - $before_herd - $first_half;
my $code = finish($again);
my $json = (split /\n/, slurp("$dir/host2"))[1] // "";
ok($code == 0, "the host ends in order");
ok(keys %digest == 1 && exists $digest{ value($json, "digest") }, "the digest is the host's " . value($json, "digest"));
ok($peace eq value($json, "digest"), "and that of the lecture in peace: nobody has disturbed it");
ok($end_of->{cured} == 0, "no digest differed on the way");
my $journal = slurp("$dir/lecture.wsr");
ok(length $before && index($journal, $before) == 0, "what was written before the host was killed stands at the beginning of the journal");
my @lost = grep { my ($cycle, $text) = /^@(\d+) (.*)/; $journal !~ /^[\@~]$cycle \Q$text\E #/m } @lines;
ok(!@lost, scalar(@lines) . " typed lines are in the journal, each at its cycle");
note("lost: $_") for @lost;
my @twice = grep { my ($cycle, $text) = /^@(\d+) (.*)/; my $n = () = $journal =~ /^[\@~]$cycle \Q$text\E #/mg; $n > 1 } @lines;
ok(!@twice, "and none twice");
ok(system("$W replay --verify $dir/lecture.wsr >/dev/null 2>$dir/verify") == 0, "the journal verifies: " . value($json, "lines") . " lines");
note(sprintf "%d followers, %d cycles at %d and %d a second: %d bytes to a follower at most, %.0f on average, of %d of the journal", $herd, $end,
    $pace, $calm, $end_of->{most}, $end_of->{bytes} / $herd, length $journal);
note(sprintf "CPU: %.2f and %.2f s for the host, %.2f s for all followers (those killed included); worst delay of a line after the reopening: %d ms; %s",
    $first_half, value($json, "cpu_seconds"), $followers, value($json, "worst_delay_ms"), $load->());
ok(value($json, "refused") > 0, "garbage was sent away: " . value($json, "refused") . " connections after the reopening");

# ---- a flood of connections does not keep anybody out ----
my $flood = start("$dir/flood", $W, "host", "kwan/torus-3x3", "-c", 8000, "--pace", 2000, "--no-screen", "--listen", "127.0.0.1:0", "--json",
    "--linger", 600);
my $there = first_line("$dir/flood");
my ($peer) = $there =~ /^([^#]*)/;
my $student = start("$dir/student", $W, "join", $there, "--no-screen", "--as", "early");
my $connections = $long ? 10000 : 2000;
my @open;
for my $i (1 .. $connections) {
    push @open, IO::Socket::INET->new(PeerAddr => $peer, Proto => "tcp", Timeout => 5) // next;
    syswrite $open[-1], "JOIN 1 0123456789abcdef0123 \"guess\"\n" if $i % 2;
    shift @open if @open > 400;
}
my $late = start("$dir/late", $W, "join", $there, "--no-screen", "--as", "late");
ok(finish($student) == 0, "$connections connections, half of them with wrong tokens: who was there is not disturbed");
ok(finish($late) == 0, "and who has the right token comes in");
kill TERM => $flood; # the lecture is over, and all who wanted to have seen it
ok(finish($flood) == 0, "the host lives on");
my $flooded = (split /\n/, slurp("$dir/flood"))[1] // "";
ok(value($flooded, "wrong_tokens") >= $connections / 4, value($flooded, "wrong_tokens") . " wrong tokens were counted");
print "1..$count\n";
exit($failed ? 1 : 0);

#!/usr/bin/env perl
# words.t - one language: below ui no identifier is made of a word that the field does not use, or that had too many meanings here.
# usage: words.t [-v]    -v lists each place that is allowed
#
# An identifier is looked at part by part, as its underscores divide it, without digits at the end of a part. Comments, texts and the names
# of files are free; so are names in the command language, in JSON and in recordings: they are texts. A word counts where its old meaning
# would be: "engine" is what simulates, "below ui" is all but ui, cli and tui.
use strict;
use warnings;

my @engine = qw(include src/core src/switch src/topology src/routing src/traffic src/recovery src/build src/observe);
my @below = qw(session lesson mark paper class export net);
my %scope = (kernel => [qw(src/core src/switch src/recovery)], engine => [@engine], session => ["src/session"],
             "below ui" => [@engine, map { "src/$_" } @below]);

# Old words, where they may not stand, and what to write. The index letters of network.h (x a node, v a virtual channel) are none.
my @words = (
    ["lane lanes vlane",                "below ui", "vc, virtual channel"],
    ["xbar xin xins",                   "below ui", "node, switch; crossbar input"],
    ["rx",                              "below ui", "receiver"],
    ["avail",                           "below ui", "front_here"],
    ["cand cands candidate candidates", "below ui", "route option"],
    ["knot knots",                      "below ui", "deadlock"],
    ["span spans",                      "below ui", "stretch, of a packet in a queue; range"],
    ["take takes took taken taking",    "below ui", "consume, read, copy, grant, hold: what is done"],
    ["look looks looked looking",       "below ui", "sample, check, measure, probe: what is done"],
    ["thing things",                    "below ui", "subject, target"],
    ["way ways",                        "below ui", "path"],
    ["turns",                           "below ui", "hops"],
    ["tape seal twin",                  "below ui", "recording writer, line checksum, shadow branch"],
    ["nearest",                         "below ui", "suggestion"],
    ["knobs",                           "below ui", "parameters"],
    ["lit light pressed",               "below ui", "matches; key echo"],
    ["signs",                           "below ui", "legend"],
    ["offers",                          "session",  "completions"],
    ["landing landings debris",         "below ui", "receive buffer; dropped flits"],
    ["foremost barred",                 "below ui", "waiting head; inhibited"],
    ["notice notices",                  "below ui", "control message"],
    ["promise promises",                "below ui", "reservation"],
    ["passed",                          "below ui", "skipped"],
    ["pk",                              "below ui", "packet"],
    ["want wants wanted wanting",       "engine",   "requests, requested"],
    ["ask asks asked asking",           "engine",   "requests, requested"],
    ["got level levels",                "engine",   "tail_here, flits"],
    ["left",                            "engine",   "front_to_go, departed; to_go, uncut"],
    ["tried verdict",                   "engine",   "last_try, answer"],
    ["told",                            "engine",   "stop_sent, xoff_sent"],
    ["home",                            "engine",   "own queue, returned to host"],
);
# Names of which only the whole is wrong.
my @names = (
    ["unit_\\w+",                                   "engine",   "header_unit_..., or unit alone"],
    ["go|go_\\w*ready",                             "engine",   "ready"],
    ["cross|cross(_out|_ready)",                 "engine",   "ready_outputs"],
    ["one",                                         "kernel",   "cycle, where it is the clock's"],
    ["(pk|ms)_\\w+|move_(out|x|plain)|grant_(out|x)", "engine",   "packet.*, message.*; ready_..., allocate_..."],
    ["move_out|queue_stream|queue_bar|rows_return", "below ui", "ready_outputs, send_flit, queue_inhibit, unreserve"],
    ["lane_grant|lane_wake|link_alert|hot_link|take_tail", "below ui", "vc_allocate, vc_wake, link_wake, link_fast"],
);

# Where such a word stands with another meaning: identifier, file (or the begin of its path), why.
my @allowed = (
    ["(is_|goes_)?one_way(_draw)?", "",                          "a cable, or a choice of ports, with one direction: the language's word"],
    ["(is_|messages_)?under_way",   "",                          "between its first and its last step"],
    ["(is_)?(other|last)_way",      "",                          "one of the two directions of a cable"],
    ["gives_way",                   "src/switch/shared_pool.c",  "lets another go first"],
    ["\\w+_look_up",                "",                          "to look up: to find in a table"],
    ["WS_TOTAL_TURNS|link_turns",   "",                          "changes of direction on a cable that is used in turns"],
    ["turns",                       "src/observe/(frame|pools|saqs|quantities)", "the same"],
    ["shares_turns",                "src/observe/trees.c",       "heads that alternate"],
    ["promise_begin|slots_promise", "src/core/(segment|stream)", "flits that a segment has moved before their time (segment.h)"],
    ["go",                          "(include/wormscope/wormscope.h|src/core/state.c|src/build/checks.c|src/observe/frame.[ch])",
                                                                 "the mark GO of STOP and GO"],
    ["cross",                       "src/(core/columns.h|switch/(cioq|recn_cioq|recn_dd))", "what crosses from input ports to output ports"],
    ["one",                         "src/core/(network|columns).h", "the length of a column that is a single number"],
    ["one",                         "src/core/base.h",           "one and other: two of a kind"],
    ["left",                        "src/(core/(wide|log2).h|build/cables.c|observe/(trees|frame_part).c)",
                                                                 "left and right: two operands, two children"],
    ["wide_left",                   "",                          "a shift to the left"],
    ["(ws_frame_)?wants",           "src/observe/frame",         "what a viewer wants of a frame"],
    ["levels?",                     "src/observe/statistics/",   "the value of a series, not its change"],
    ["told|WS_INTERVAL_TOLD|(ws_interval_)?verdict", "src/observe/(statistics/|confidence|metrics|quantities)",
                                                                 "whether an interval is told, and why not"],
    ["LIGHT",                       "src/export/shapes.c",       "the weight of a line"],
);

# The dictionary once more, an identifier for each old word, in a file of the folder in which it stood: each must be found.
my @planted = (
    ["core",    qw(lane vlane lane_grant xbar xin want ask asks go move_out cross queue_stream rx got avail front_left level span spans taken
                   take_tail queue_bar barred foremost notice promise rows_return way turns unit_turn one pk_dest ms_dest hot_link link_alert
                   lane_wake told left passed tried landing verdict debris home cand)],
    ["switch",  qw(first_lane0 xbar_turn wanted asked packet_take unit_tried grant_out)],
    ["observe", qw(knot looks knots_found light lit way_of take_sample)],
    ["session", qw(seal tape twin thing look nearest knobs offers pressed signs take)],
    ["class",   qw(line_take things looked)],
    ["paper",   qw(figure_take curve_spans)],
);

my $verbose = @ARGV && $ARGV[0] eq "-v";
my @used = map { 0 } @allowed;
my $checks = 0;
my $failed = 0;

sub report {
    my ($good, $what, @why) = @_;
    $checks++;
    print $good ? "" : "not ", "ok $checks - $what\n";
    print "# $_\n" for @why;
    $failed = 1 if !$good;
}

sub sources_in {
    my @todo = @_;
    my @found;
    while (defined(my $at = shift @todo)) {
        push @todo, $at =~ /\.\w+$/ ? () : glob "$at/*";
        push @found, $at if $at =~ /\.(?:c|h|def)$/;
    }
    return @found;
}

sub text_of {
    my ($file) = @_;
    open my $handle, "<", $file or die "$file: $!\n";
    local $/;
    return <$handle>;
}

# The identifiers of a text: [name, line]. Comments, texts and included names are left out.
sub identifiers {
    my ($text) = @_;
    $text =~ s{(/\*.*?\*/|//[^\n]*)|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)+')}{ ($1 // $2) =~ s/[^\n]//gr }gse;
    $text =~ s/^\s*#\s*include[^\n]*//mg;
    my $line = 1;
    my @found;
    while ($text =~ /(\n)|\b([A-Za-z_]\w*)/g) {
        if ($1) { $line++ }
        else { push @found, [$2, $line] }
    }
    return @found;
}

sub in_scope {
    my ($file, $where) = @_;
    return scalar grep { index($file, "$_/") == 0 } @{ $scope{$where} };
}

# The words of the table that hold in a file, with what to write instead.
sub words_for {
    my ($file) = @_;
    my %word;
    for my $row (@words) {
        my ($names, $where, $write) = @$row;
        next unless in_scope($file, $where);
        $word{$_} = $write for split ' ', $names;
    }
    return \%word;
}

# What to write instead of an identifier, if it is an old one; most are not.
sub better_name {
    my ($name, $word, $rows, $any) = @_;
    return undef unless $name =~ $any;
    for my $row (@$rows) {
        my ($names, $where, $write) = @$row;
        return $write if $name =~ /^(?:$names)$/;
    }
    for my $part (split /_/, lc $name) {
        $part =~ s/\d+$//;
        return $word->{$part} if exists $word->{$part};
    }
    return undef;
}

sub is_allowed {
    my ($name, $file) = @_;
    for my $i (0 .. $#allowed) {
        my ($names, $where, $why) = @{ $allowed[$i] };
        next unless $name =~ /^(?:$names)$/ && $file =~ /^$where/;
        print "# $file: $name: $why\n" if $verbose && !$used[$i];
        $used[$i]++;
        return 1;
    }
    return 0;
}

# What is wrong in a text that stands in this file.
sub old_words_in {
    my ($file, $text) = @_;
    my $word = words_for($file);
    my @rows = grep { in_scope($file, $_->[1]) } @names;
    my ($parts, $wholes) = (join('|', keys %$word), join('|', map { $_->[0] } @rows));
    my $any = qr/(?:^|_)(?i:$parts)\d*(?:_|$)|^(?:$wholes)$/;
    my (@found, %seen);
    for my $identifier (identifiers($text)) {
        my ($name, $line) = @$identifier;
        next if $seen{$name}++;
        my $write = better_name($name, $word, \@rows, $any) // next;
        next if is_allowed($name, $file);
        push @found, "$file:$line: `$name` has an old word; write: $write";
    }
    return @found;
}

# ---- the check itself ----

my $planted = "/* a lane */ int x = 1; char *s = \"xbar\"; int first_lane0;\nvoid queue_bar(void);\n";
my @found = old_words_in("src/core/planted.c", $planted);
report(@found == 2 && $found[0] =~ /first_lane0.*virtual channel/ && $found[1] =~ /:2: `queue_bar/,
       "a planted word is found at its line, those in comments and texts are not", @found == 2 ? () : @found);
report(!old_words_in("src/ui/planted.c", $planted =~ s/queue_bar//r), "ui may say what it likes");
report(!!old_words_in("src/switch/planted.c", "int unit_turn;") && !old_words_in("src/class/planted.c", "int unit_turn;"),
       "a word of the engine may have another meaning elsewhere");
for my $row (@planted) {
    my ($folder, @old) = @$row;
    my @missed = grep { !old_words_in("src/$folder/planted.c", "int $_;") } @old;
    report(!@missed, "every old word of the dictionary is found in src/$folder", map { "`$_` is not" } @missed);
}

# ---- the tree ----

for my $folder (@{ $scope{"below ui"} }) {
    my @files = sources_in($folder);
    my @wrong = map { old_words_in($_, text_of($_)) } @files;
    report(@files && !@wrong, "$folder speaks the field's language", @wrong);
}
my @stale = map { "$allowed[$_][0] $allowed[$_][1]" } grep { !$used[$_] } 0 .. $#allowed;
report(!@stale, "every exception is needed", @stale);
print "1..$checks\n";
exit $failed;

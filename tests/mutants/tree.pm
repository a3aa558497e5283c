# tree.pm - what the tools of mutants share: a copy of the tree in which bugs are put, made and tested. Used from the top of the tree.
package tree;
use strict;
use warnings;
use Exporter 'import';
our @EXPORT = qw(slurp spit copy_enter made fails);

sub slurp {
    my ($path) = @_;
    open my $in, '<', $path or die "$path: $!\n";
    local $/;
    return scalar <$in>;
}

sub spit {
    my ($path, $text) = @_;
    open my $out, '>', $path or die "$path: $!\n";
    print $out $text;
    close $out or die "$path: $!\n";
}

# Brings the copy of the tree up to date, and goes there. What differs is new there, so that all that is made of it is made anew; of a copy
# that is new, what is built already, dates and all, is taken along.
sub copy_enter {
    my ($copy, $built) = @_;
    my @parts = qw(src include tests scenarios themes man .ci);
    if (!-d $copy) {
        system("mkdir -p $copy && cp -Rp @parts Makefile *.md $copy") == 0 or die "no copy\n";
        system("mkdir $copy/build && cp -Rp $built/src $built/libwormscope.a $copy/build") if $built && -f "$built/libwormscope.a";
    }
    my %there = map { $_ => 1 } split /\n/, `find @parts Makefile *.md -type f`;
    for my $file (keys %there) {
        next if -f "$copy/$file" && slurp($file) eq slurp("$copy/$file");
        system("mkdir -p $copy/" . ($file =~ s{[^/]*$}{}r) . " && cp $file $copy/$file") == 0 or die "no copy of $file\n";
    }
    chdir $copy or die "$copy: $!\n";
    unlink grep { !$there{$_} } split /\n/, `find @parts -type f`;
    $ENV{BUILD} = 'build';
    $ENV{TAP_STOP} = 1;
}

# Are these made? $options are words for make; why not stands in make.log.
sub made {
    my ($options, @targets) = @_;
    return system("make -s $options @targets >make.log 2>&1") == 0;
}

# Does a test fail, or not end within so many seconds of CPU time, or wait for what never comes? $file is what is run. 2: it was cut off.
sub fails {
    my ($file, $limit) = @_;
    my $wait = 60 + 3 * $limit;
    my $end = system("ulimit -t $limit; timeout -k 5 $wait $file >test.log 2>&1 </dev/null");
    return $end == 0 ? 0 : $end & 127 || $end >> 8 == 124 || $end >> 8 > 128 ? 2 : 1;
}

1;

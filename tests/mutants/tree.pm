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

# Makes the copy of the tree and goes there. What is built already, dates and all, is not built again.
sub copy_enter {
    my ($copy, $built) = @_;
    system("rm -rf $copy/src && mkdir -p $copy && cp -Rp src include tests scenarios themes man .ci Makefile *.md $copy") == 0 or die "no copy\n";
    system("mkdir $copy/build && cp -Rp $built/src $built/libwormscope.a $copy/build") if $built && !-d "$copy/build" && -f "$built/libwormscope.a";
    chdir $copy or die "$copy: $!\n";
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

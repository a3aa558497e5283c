# What you see: a torus of three dimensions, drawn as four planes side by side. Packets go along the rows first, then
# along the columns, then from plane to plane; each dimension is a ring, with a dateline of its own. With sides of 4 a
# link carries half of what a host sends: the hosts' own links fill first.
# Try: --set "topology=torus 8 8" for as many switches in a plane, whose links carry twice as much.
# Source: Dally and Towles 2004, chapter 5.
title "The torus of three dimensions, 4 x 4 x 4"
machine cube
set topology torus 4 4 4
set vcs 2
set load 0.3
warmup 5000
note "Four planes side by side: row first, then column, then plane to plane."
@7500 begin
@50000 end

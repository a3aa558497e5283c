#!/bin/sh
# library.t - all below the screen and the command line can be linked into another program, without ncurses, libuv or jansson; it
# finds its scenarios by WORMSCOPE_DATA, and where memory runs out a handler of its own is called.
. tests/tap.sh

cat >"$dir/run.c" <<'END'
#include <stdio.h>

#include "session/session.h"
#include "wormscope/memory.h"

static void ours(size_t bytes) {
    printf("%zu bytes\n", bytes);
    exit(7);
}

int main(int argc, char **argv) {
    ws_error error;
    ws_memory_handler(argc > 2 ? ours : NULL);
    ws_session *session = ws_session_open(argv[1], NULL, &error);
    if (!session) return puts(error.text), 2;
    ws_session_run(session, 1000);
    printf("digest %016llx\n", (unsigned long long)ws_session_digest(session));
    ws_session_close(session);
    if (argc > 2) ws_alloc(SIZE_MAX / 4, 1);
}
END
objects=$(for folder in core switch topology routing traffic recovery slices build observe session lesson mark paper; do
    find "src/$folder" -name '*.c' # an object may be left of a file that is gone
done | sed "s|^\(.*\)c\$|$BUILD/\1o|")
links() { ${CC:-cc} $SAN -std=c11 -Iinclude -Isrc -o "$dir/run" "$dir/run.c" $objects -lzstd -lxxhash -lm; }
check "it links with what it is made of, libzstd and libxxhash" exits 0 links
here=$PWD
elsewhere() { (cd / && exec env -i WORMSCOPE_DATA="$here" ASAN_OPTIONS=allocator_may_return_null=1 "$dir/run" "$@"); }
check "a scenario runs" exits 0 elsewhere cube/mesh-8x8
digest=$(sed 's/digest //' "$dir/out")
"$W" run cube/mesh-8x8 --cycles 1000 --json >"$dir/ours"
check "as in the program" has "\"digest\":\"$digest\"" "$dir/ours"
check "one that is not there is told" exits 2 elsewhere no/such
check "its handler is called where there is no memory" exits 7 elsewhere cube/mesh-8x8 ours
check "with the bytes that were needed" has '^[0-9]* bytes$' "$dir/out"
tap_end

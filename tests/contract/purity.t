#!/bin/sh
# purity.t - the laws that the compiler does not enforce: the core and the models are integer-only, keep no state outside the block,
# call nothing but memory and string functions; and includes point only downwards: see `below`.
. tests/tap.sh

CC=${CC:-cc}
none() { # none FILE TEXT: the file must be empty
    sed 's/^/# /' "$1"
    [ ! -s "$1" ]
    report $? "$2"
}

# What runs in a step and what builds it, and which folders each folder may include: the tower, from the ground.
pure="core switch topology routing traffic recovery slices build"
sources() { for folder in $pure; do ls src/$folder/*.c; done; }
below() { # DIR: a pattern of the folders that it may include
    case $1 in
    core) echo 'core' ;;
    switch) echo 'core|switch' ;;
    topology) echo 'core|topology' ;;
    routing) echo 'core|topology|routing' ;;
    traffic) echo 'core|traffic' ;;
    recovery) echo 'core|recovery' ;;
    slices) echo 'core|switch|traffic|slices' ;;
    build) echo 'core|switch|topology|routing|traffic|recovery|slices|build' ;;
    observe) echo 'core|switch|traffic|observe' ;;
    session) echo 'observe|session' ;;
    ui) echo 'observe|session|ui' ;;
    lesson) echo 'observe|session|lesson' ;;
    mark) echo 'observe|session|lesson|mark' ;;
    export) echo 'observe|session|lesson|ui|export' ;;
    paper) echo 'observe|session|paper' ;;
    class) echo 'session|class' ;;
    net) echo 'session|class|net' ;;
    tui) echo 'observe|session|lesson|mark|paper|ui|export|class|tui' ;;
    terminal) echo 'observe|session|lesson|mark|paper|ui|export|class|net|tui|terminal' ;;
    cli) echo 'observe|session|lesson|mark|paper|ui|export|class|net|tui|terminal|cli' ;;
    esac
}

# 1. integer only: with no floating-point or vector registers, any float in the source is a compile error
# (words of src/slices one by one, not two a register)
status=0
for file in $(sources); do
    $CC -std=c11 -O2 -mgeneral-regs-only -DCHUNK_WORDS=1 -Iinclude -Isrc -Isrc/core -c -o "$dir/$(basename "$file" .c).o" "$file" >>"$dir/log" 2>&1 ||
        { echo "# $file"; status=1; }
done
[ $status = 0 ] || head -n 5 "$dir/log" | sed 's/^/# /'
report $status "what runs in a step, and what builds it, compiles without floating-point registers"
grep -nwE 'float|double' $(sources) $(for folder in $pure; do ls src/$folder/*.h src/$folder/*.def 2>/dev/null; done) >"$dir/floats"
none "$dir/floats" "no floating-point type there"
grep -rnw open_memstream src --include=*.c >"$dir/streams"
none "$dir/streams" "no text in memory is cut short where memory runs out: ws_text_stream writes it"

# 2. symbols: what is called from outside
# (for whom a queue waits is asked by the observer, and its list grows)
nm -A -u "$dir"/*.o | awk '!(/\/blockers\.o:/ && $NF == "ws_no_memory") { print $NF }' | sort -u >"$dir/undefined"
nm --defined-only "$dir"/*.o | awk 'NF == 3 { print $3 }' | sort -u >"$dir/defined"
allowed='strcmp|strlen|memcpy|memset|memcmp|memmove|calloc|malloc|realloc|free|aligned_alloc|qsort|snprintf|vsnprintf|__assert_fail|__stack_chk_fail'
comm -23 "$dir/undefined" "$dir/defined" | grep -vxE "_GLOBAL_OFFSET_TABLE_|$allowed|__[a-z]*printf_chk|__[a-z]*[dt]i[23]" >"$dir/foreign"
none "$dir/foreign" "it calls only memory, sorting and string functions"
# All but what is asked from outside a step (audit, error, blockers), and files whose row is also asked once by the build, for tables.
for folder in core switch routing traffic recovery slices; do
    for file in src/$folder/*.c; do
        name=$(basename "$file" .c)
        case $name in
        audit | error | blockers | shared_pool | paths | source_route | updown | suits | kernel) ;;
        *) nm -u "$dir/$name.o" | awk '{ print $2 }' | grep -xE 'calloc|malloc|realloc|free|aligned_alloc|qsort|.*printf.*' | sed "s|^|$file: |" ;;
        esac
    done
done >"$dir/allocating"
none "$dir/allocating" "what runs in a step neither allocates nor formats"

# 3. no mutable globals, but for what holds for the whole process: who is called where memory runs out (memory.c), where the program is
# (find.c), and the files that are begun (whole_file.c), which must go again wherever memory runs out
for folder in $pure observe session lesson mark paper class ui net; do
    for file in "$BUILD"/src/$folder/*.o "$BUILD"/src/$folder/*/*.o; do
        [ -e "$file" ] && objdump -t "$file" | awk -v f="$file" '$0 ~ / O (\.data|\.bss|\*COM\*)\t/ { print f ": " $NF }'
    done
done | grep -vE '/library/whole_file\.o: first$|/observe/memory\.o: out_of_memory$|/library/find\.o: program$' >"$dir/globals"
none "$dir/globals" "no mutable globals outside src/tui and src/cli"

# 4. includes point downwards
check_includes() { # DIR
    grep -HnE '^#include "' src/"$1"/*.[ch] src/"$1"/*/*.[ch] 2>/dev/null | grep -oE '^[^:]+:[0-9]+|"[^"]+"' | paste -d' ' - - |
        while read -r place path; do
            name=$(printf %s "$path" | tr -d '"' | sed -E 's|^(\.\./)+||')
            case $name in
            wormscope/*) ;;
            */*) printf '%s\n' "$name" | grep -qE "^($(below "$1"))/" || echo "$place includes $name" ;;
            *) [ -e "${place%/*}/$name" ] || [ -e "$BUILD/$name" ] || echo "$place includes $name" ;; # beside it, or made by the build
            esac
        done
}
for folder in $pure observe session lesson mark paper class ui export net tui terminal cli; do check_includes "$folder"; done >"$dir/includes"
none "$dir/includes" "includes point downwards"
grep -lE 'include "(\.\./)*(core|switch|topology|routing|traffic|recovery|build)/' src/session/*.[ch] src/session/*/*.[ch] src/lesson/*.[ch] src/mark/*.[ch] src/paper/*.[ch] src/ui/*.[ch] src/ui/*/*.[ch] src/export/*.[ch] src/tui/*.[ch] src/tui/*/*.[ch] src/terminal/*.[ch] src/cli/*.[ch] src/cli/*/*.[ch] >"$dir/state" 2>/dev/null
nm -A -u "$BUILD"/src/class/*.o | grep -v '/class_file\.o:' | grep -E ' (uv_|socket|connect|accept|send|recv|open|fopen|read|write)' >"$dir/sockets"
none "$dir/sockets" "the protocol of a class knows no socket and opens no file"
nm -A -u $(for folder in $pure observe session lesson mark paper class ui export tui; do
    ls src/$folder/*.c src/$folder/*/*.c 2>/dev/null | sed "s|^|$BUILD/|; s|c\$|o|"
done) |
    awk '$NF ~ /^(uv_|socket$|connect$|accept|poll$|select$|initscr|newterm|setupterm|ti(get|parm)|tc[sg]etattr|w?getch$|sigaction|signal$|fork$|exec|system$)/' >"$dir/outside"
none "$dir/outside" "all below src/net, src/terminal and src/cli knows no loop, no terminal, no socket, no process"
none "$dir/state" "session, screen and program never include the core's private headers"
# 5. the core speaks of no machine: not in code and not in comments. The tables of all columns, sizes and arrays stand in one place, so these
# name mechanisms: columns.h, fields.h, wiring.h, state.c.
models='WS_QUEUEING_|recn|voq|\bpool|saq|header.?unit|routing unit|single.?stage|virtual.?output'
topologies='WS_TOPOLOGY_|WS_ROUTING_|mesh|torus|\btori\b|hypercube|dragonfly|butterfly|hexagon|workstation|WS_GRID'
papers='kwan|fed-?x|cherkasova|hu and k|duato|dally|karol|vishnu|paper'
machines_in() { # FILE NAME: places in FILE, told as NAME, that name a switch model, a topology or a paper
    grep -HniE --label="$2" "$models|$topologies|$papers" <"$1"
}
printf 'u32 q; /* as in a torus */\nu32 saq_count;\n/* Duato 1993 */\n' >"$dir/planted.c"
machines_in "$dir/planted.c" planted >"$dir/found"
[ "$(cut -d: -f2 "$dir/found" | paste -sd,)" = 1,2,3 ]
report $? "a planted name of a topology, a switch model and a paper is found"
for file in src/core/*.[ch]; do
    case $file in
    */columns.h | */fields.h | */wiring.h | */state.c) ;;
    *) machines_in "$file" "$file" ;;
    esac
done >"$dir/machines"
none "$dir/machines" "the core names no switch model, no topology and no paper (but for the tables of all columns)"
tap_end

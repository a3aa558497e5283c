#!/bin/sh
# purity.t - the laws that the compiler does not enforce: the core and the models are integer-only, keep no state outside the block,
# call nothing but memory and string functions; and includes point only downwards: see `below`.
CC=${CC:-cc} BUILD=${BUILD:-build}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
count=0 failed=0
report() { # report STATUS TEXT
    count=$((count + 1))
    if [ "$1" = 0 ]; then echo "ok $count - $2"; else echo "not ok $count - $2"; failed=1; fi
}
none() { # none FILE TEXT: the file must be empty
    sed 's/^/# /' "$1"
    [ ! -s "$1" ]
    report $? "$2"
}

# What runs in a step and what builds it, and which folders each folder may include: the tower, from the ground.
pure="core switch topology routing traffic recovery build"
sources() { for dir in $pure; do ls src/$dir/*.c; done; }
below() { # DIR: a pattern of the folders that it may include
    case $1 in
    core) echo 'core' ;;
    switch) echo 'core|switch' ;;
    topology) echo 'core|topology' ;;
    routing) echo 'core|topology|routing' ;;
    traffic) echo 'core|traffic' ;;
    recovery) echo 'core|recovery' ;;
    build) echo 'core|switch|topology|routing|traffic|recovery|build' ;;
    observe) echo 'core|switch|observe' ;;
    session) echo 'observe|session' ;;
    ui) echo 'observe|session|ui' ;;
    lesson) echo 'observe|session|lesson' ;;
    export) echo 'observe|session|lesson|ui|export' ;;
    paper) echo 'observe|session|paper' ;;
    class) echo 'session|class' ;;
    net) echo 'session|class|net' ;;
    tui) echo 'observe|session|ui|class|net|tui' ;;
    cli) echo 'observe|session|lesson|paper|ui|export|class|net|tui|cli' ;;
    esac
}

# 1. integer only: with no floating-point or vector registers, any float in the source is a compile error
status=0
for file in $(sources); do
    $CC -std=c11 -O2 -mgeneral-regs-only -Iinclude -Isrc -Isrc/core -c -o "$work/$(basename "$file" .c).o" "$file" >>"$work/log" 2>&1 ||
        { echo "# $file"; status=1; }
done
[ $status = 0 ] || head -n 5 "$work/log" | sed 's/^/# /'
report $status "what runs in a step, and what builds it, compiles without floating-point registers"
grep -nwE 'float|double' $(sources) $(for dir in $pure; do ls src/$dir/*.h src/$dir/*.def 2>/dev/null; done) >"$work/floats"
none "$work/floats" "no floating-point type there"

# 2. symbols: what is called from outside
nm -u "$work"/*.o | awk 'NF == 2 { print $2 }' | sort -u >"$work/undefined"
nm --defined-only "$work"/*.o | awk 'NF == 3 { print $3 }' | sort -u >"$work/defined"
allowed='strcmp|memcpy|memset|memcmp|memmove|calloc|malloc|realloc|free|ws_no_memory|aligned_alloc|qsort|snprintf|vsnprintf|__assert_fail|__stack_chk_fail'
comm -23 "$work/undefined" "$work/defined" | grep -vxE "_GLOBAL_OFFSET_TABLE_|$allowed|__[a-z]*printf_chk|__[a-z]*[dt]i[23]" >"$work/foreign"
none "$work/foreign" "it calls only memory, sorting and string functions"
for step in step packet source room control kill timeout occupancy arrivals destinations lengths segmentation input_queued host single_stage virtual_output header_unit output_buffer ports recn_iq recn_cioq saq; do nm -u "$work/$step.o"; done | awk '{ print $2 }' | sort -u |
    grep -xE 'calloc|malloc|free|aligned_alloc|qsort|.*printf.*' >"$work/allocating"
none "$work/allocating" "what runs in a step neither allocates nor formats"

# 3. no mutable globals
for dir in $pure observe session lesson paper class ui net; do
    for file in "$BUILD"/src/$dir/*.o "$BUILD"/src/$dir/*/*.o; do
        [ -e "$file" ] && objdump -t "$file" | awk -v f="$file" '$0 ~ / O (\.data|\.bss|\*COM\*)\t/ { print f ": " $NF }'
    done
done >"$work/globals"
none "$work/globals" "no mutable globals outside src/tui and src/cli"

# 4. includes point downwards
check_includes() { # DIR
    grep -HnE '^#include "' src/"$1"/*.[ch] src/"$1"/*/*.[ch] 2>/dev/null | grep -oE '^[^:]+:[0-9]+|"[^"]+"' | paste -d' ' - - |
        while read -r place path; do
            name=$(printf %s "$path" | tr -d '"' | sed -E 's|^(\.\./)+||')
            case $name in
            wormscope/*) ;;
            */*) printf '%s\n' "$name" | grep -qE "^($(below "$1"))/" || echo "$place includes $name" ;;
            *) [ -e "${place%/*}/$name" ] || echo "$place includes $name" ;;
            esac
        done
}
for dir in $pure observe session lesson paper class ui export net tui cli; do check_includes "$dir"; done >"$work/includes"
none "$work/includes" "includes point downwards"
grep -lE 'include "(\.\./)*(core|switch|topology|routing|traffic|recovery|build)/' src/session/*.[ch] src/session/*/*.[ch] src/lesson/*.[ch] src/paper/*.[ch] src/ui/*.[ch] src/ui/*/*.[ch] src/export/*.[ch] src/tui/*.[ch] src/tui/*/*.[ch] src/cli/*.[ch] src/cli/*/*.[ch] >"$work/state" 2>/dev/null
nm -u "$BUILD"/src/class/*.o | grep -E ' (uv_|socket|connect|accept|send|recv|open|fopen|read|write)' >"$work/sockets"
none "$work/sockets" "the protocol of a class knows no socket and opens no file"
none "$work/state" "session, screen and program never include the core's private headers"
grep -niE 'WS_TOPOLOGY_|WS_QUEUEING_|kwan|fedx|recn|voq|pool|saq|header.?unit|routing unit' $(ls src/core/*.c | grep -v state.c) src/core/verbs.h src/core/stream.h >"$work/machines"
none "$work/machines" "the kernel knows no machine, no topology and no switch model by name (but for the tables of all columns)"
echo "1..$count"
exit $failed

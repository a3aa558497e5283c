#!/bin/sh
# purity.t - the laws that the compiler does not enforce: the core and the models are integer-only, keep no state outside the block,
# call nothing but memory and string functions; and includes point only downwards: core <- switch <- model <- observe, session <- ui <- app.
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

# 1. integer only: with no floating-point or vector registers, any float in the source is a compile error
status=0
for file in src/core/*.c src/switch/*.c src/model/*.c; do
    $CC -std=c11 -O2 -mgeneral-regs-only -Iinclude -Isrc -Isrc/core -c -o "$work/$(basename "$file" .c).o" "$file" >>"$work/log" 2>&1 ||
        { echo "# $file"; status=1; }
done
[ $status = 0 ] || head -n 5 "$work/log" | sed 's/^/# /'
report $status "core, switch models and models compile without floating-point registers"
grep -nwE 'float|double' src/core/* src/switch/* src/model/* >"$work/floats"
none "$work/floats" "no floating-point type in the core and the models"

# 2. symbols: what is called from outside
nm -u "$work"/*.o | awk 'NF == 2 { print $2 }' | sort -u >"$work/undefined"
nm --defined-only "$work"/*.o | awk 'NF == 3 { print $3 }' | sort -u >"$work/defined"
allowed='memcpy|memset|memcmp|memmove|calloc|malloc|realloc|free|ws_no_memory|aligned_alloc|qsort|snprintf|vsnprintf|__assert_fail|__stack_chk_fail'
comm -23 "$work/undefined" "$work/defined" | grep -vxE "_GLOBAL_OFFSET_TABLE_|$allowed|__[a-z]*printf_chk|__[a-z]*[dt]i[23]" >"$work/foreign"
none "$work/foreign" "the core and the models call only memory, sorting and string functions"
for step in kernel verbs source room recover notice load segment input_queued single_stage virtual_output header_unit output_buffer ports recn_iq recn_cioq saq; do nm -u "$work/$step.o"; done | awk '{ print $2 }' | sort -u |
    grep -xE 'calloc|malloc|free|aligned_alloc|qsort|.*printf.*' >"$work/allocating"
none "$work/allocating" "what runs in a step neither allocates nor formats"

# 3. no mutable globals
for dir in core switch model observe session ui; do
    for file in "$BUILD"/src/$dir/*.o; do
        [ -e "$file" ] && objdump -t "$file" | awk -v f="$file" '$0 ~ / O (\.data|\.bss|\*COM\*)\t/ { print f ": " $NF }'
    done
done >"$work/globals"
none "$work/globals" "no mutable globals outside src/app"

# 4. includes: DIR may include from these directories only
check_includes() { # DIR ALLOWED-PATTERN
    grep -HnE '^#include "' src/"$1"/*.c src/"$1"/*.h 2>/dev/null | grep -oE '^[^:]+:[0-9]+|"[^"]+"' | paste -d' ' - - |
        while read -r place path; do
            name=$(printf %s "$path" | tr -d '"' | sed -E 's|^(\.\./)+||')
            case $name in
            wormscope/*) ;;
            */*) printf '%s\n' "$name" | grep -qE "^(src/)?($2)/" || echo "$place includes $name" ;;
            *) [ -e "src/$1/$name" ] || { [ "$1" = model ] && [ -e "src/core/$name" ]; } || [ -e "src/core/$name" ] || echo "$place includes $name" ;;
            esac
        done
}
{
    check_includes core core
    check_includes switch 'core|switch'
    check_includes model 'core|switch|model'
    check_includes observe 'core|switch|observe'
    check_includes session 'observe|session'
    check_includes ui 'observe|session|ui'
    check_includes app 'observe|session|ui|app'
} >"$work/includes"
none "$work/includes" "includes point downwards"
grep -lE 'include "(\.\./)*(src/)?(core|switch)/' src/session/* src/ui/* src/app/* >"$work/state" 2>/dev/null
none "$work/state" "session, screen and program never include the core's private headers"
grep -niE 'WS_TOPOLOGY_|WS_QUEUEING_|kwan|fedx|recn|voq|pool|saq|header.?unit|routing unit' $(ls src/core/*.c | grep -v state.c) src/core/kernel.h src/core/stream.h >"$work/machines"
none "$work/machines" "the kernel knows no machine, no topology and no switch model by name (but for the tables of all columns)"
echo "1..$count"
exit $failed

#!/bin/bash
# The rules of the house, as externals/README.md and externals/core/README.md tell them: who may include whom is read
# from the tables there. Each check prints what breaks it. Below, each is tried on a copy of the tree that breaks it.
export LC_ALL=C
. tests/tools/report.sh

sources() { find externals tests -name '*.[ch]' | sort; }
headers() { grep -l '^#ifndef HZ_.*_H$' $(find "$1" -name '*.h') | sort; }
compile() { gcc -std=gnu11 -Wall -Wextra -fsyntax-only -iquote externals -iquote . -I/usr/include/pd -x c "$@" 2>&1; }

# The two tables, as lines "<room> <what it may include>"; a room is a folder below externals, or "classes".
tables() {
    awk -F '|' '/^\| `/ {
        if (FILENAME == "externals/README.md" && $2 ~ /`core`/) next
        core = FILENAME ~ /core/ ? "core/" : ""
        gsub(/[` ]/, "", $2)
        count = split($4, may, /[ ,]+/)
        printf "%s%s", core, $2
        for (i = 1; i <= count; i++) if (may[i] != "") printf " %s%s", core, may[i]
        print ""
    }' externals/README.md externals/core/README.md
}

# Every include of a file of ours by another, as lines "<file> <header>" below externals. The text that simd.h compiles
# for each width is named by a macro.
includes() {
    grep -HoE '^ *#(include|define HZ_SIMD_TEXT) +"[^"]*"' $(find externals -name '*.[ch]') |
        sed -E 's|^externals/([^:]*):.*"(.*)"|\1 \2|' | while read -r file header; do
            beside=$(dirname "$file")/$header
            if [ -e "externals/$beside" ]; then
                echo "$file ${beside#./}"
            elif [ -e "externals/$header" ]; then
                echo "$file $header"
            elif [ "$header" != m_pd.h ]; then
                echo "$file /nowhere/$header"
            fi
        done
}

# Of each room that is a folder, whether it has its line in a table, and of each line whether it has its folder.
missing_rooms() {
    diff <(find externals -name '*.[ch]' | sed -E 's|^externals/||; s|/?[^/]*$||; s|^$|classes|' | sort -u) \
        <(tables | sed 's/ .*//' | sort -u) | grep '^[<>]'
}
back_edges() {
    { tables; echo; includes; } | awk '
        function room(path) { return sub(/\/[^\/]*$/, "", path) ? path : "classes" }
        !NF { edges = 1; next }
        !edges { for (i = 2; i <= NF; i++) may[$1, $i] = 1; next }
        {
            from = room($1)
            to = room($2)
            if (from == to || may[from, to] || may[from, $2] || (to ~ /^core\// && may[from, "core"])) next
            print "externals/" $1 " may not include " $2
        }'
}
# Of another room nobody includes internal.h.
private_headers() {
    includes | awk '{ from = $1; to = $2; sub(/[^\/]*$/, "", from) }
        $2 ~ /internal\.h$/ { sub(/[^\/]*$/, "", to); if (from != to) print "externals/" $1 " includes " $2 }'
}
cycles() { includes | tsort 2>&1 >/dev/null | sed 's/^tsort: //'; }
clashes() {
    for order in sort 'sort -r'; do
        for folder in externals tests; do
            headers $folder | $order | sed 's/.*/#include "&"/' | compile - | grep -m 3 -E 'error|warning'
        done
    done
}
# A header that needs another one to come before it. This check and those below that read file by file take files as
# arguments; without any they read all.
dependent() {
    for header in ${*:-$(headers externals) $(headers tests)}; do compile "$header" | grep -m 1 error; done
}
# Text without a guard is compiled once for each width of vectors, and is called so.
unguarded() {
    grep -L '^#ifndef HZ_.*_H$' $(find externals tests -name '*.h' ! -name '*_lanes.h')
    find externals -name '*_lanes.h' -exec grep -l '^#ifndef HZ_.*_H$' {} +
}
# The lines of a macro stand as Debian 12's clang-format breaks them; other versions break them elsewhere.
unformatted() {
    command -v clang-format >/dev/null || echo "clang-format is not installed: tests/tools/setup check"
    local other=
    clang-format --version | grep -q 'version 14\.' || other=yes
    clang-format --dry-run ${*:-$(sources)} 2>&1 | grep warning | while IFS=: read -r file line what; do
        [ -n "$other" ] && sed -n "$((line > 1 ? line - 1 : 1)),${line}p" "$file" | grep -q '\\$' ||
            echo "$file:$line:$what"
    done | head -n 5
}
long_lines() {
    awk 'length($0) > 120 { print FILENAME ":" FNR ": " length($0) " columns" }' $(sources) \
        $(grep -lE '^#!/bin/(ba)?sh' -r Makefile tests) Makefile tests/*.mk externals/*.mk externals/*/*.mk \
        $(find externals/hosts/web help/web tests/web -type f 2>/dev/null)
}
# From the first line of its head to its closing brace; other lines that begin with a letter end with a semicolon.
long_functions() {
    awk 'FNR == 1 { head = body = 0 }
        !body && !head && /^[A-Za-z_]/ { head = FNR }
        /^\{/ { body = 1 }
        /^\}/ { if (body && FNR - head >= 60) print FILENAME ":" head ": " FNR - head + 1 " lines"; head = body = 0 }
        !body && (/[;}]$/ || /^#/) { head = 0 }' $(sources)
    # In JavaScript it ends at a brace as far to the right as its head.
    awk '/^( {4})?[^ *}].*(\)|=>) \{$/ { match($0, /^ */); indent = RLENGTH; head = FNR }
        /^ *\}[;()]*$/ { match($0, /^ */); if (head && RLENGTH == indent && FNR - head >= 60)
            print FILENAME ":" head ": " FNR - head + 1 " lines"; if (RLENGTH == indent) head = 0 }' \
        $(scripts) /dev/null
}
scripts() { find externals help tests -name '*.js' 2>/dev/null; }
# A class is a declaration that is read in two minutes.
long_classes() { wc -l externals/*~.c | awk '$2 != "total" && $1 > 300 { print $2 ": " $1 " lines" }'; }
# impact~'s compression is state of the pair: one file assigns it, and nobody else takes its address.
writers_of_eta() {
    grep -nE '[A-Za-z0-9_)](->|\.|\]\.)eta *([-+*/]?=[^=]|\+\+|--)|&[a-z_>.-]*(->|\.)eta\b' \
        externals/core/{pair,textbook,collide}/*.[ch] externals/families/modal/*.[ch] |
        grep -vE '^externals/core/pair/contact_system\.[ch]:|[^a-z](q\.|x(\.|->))eta'
}
foreign() {
    grep -rn --exclude=units.h '3\.1415' externals
    grep -rnE '^ *#include *(<(stdio|unistd|pthread|signal|m_pd)|".*m_pd)' externals/core
    # A string is the name of a text to include or of an instruction set, or stands in a list of names: no message.
    awk '/^ *\/?\*/ || /^#include/ || /_Pragma|target\("|__asm__|_Static_assert/ { next }
        /^#define HZ_(SIMD_TEXT|[A-Z_]*NAME[A-Z_]*)/ { next }
        { sub(/\/\*.*/, "") }
        /\[HZ_[A-Z]*\] = "[a-z]*",/ { next }
        /"[^"]/ { print FILENAME ":" FNR ": " $0 }' $(find externals/core -name '*.[ch]')
}

# Without vectors the core is C11 and nothing else; what another compiler may not know is used in one place.
not_plain() {
    gcc -std=c11 -pedantic-errors -Wall -Wextra -DHZ_PLAIN -fsyntax-only -iquote externals \
        ${*:-externals/core/*/*.c} 2>&1 |
        grep -E 'error|warning'
    grep -rnE --exclude=simd.[ch] '__(attribute|builtin|asm|typeof|extension)' externals/core
}

report "each room has its line in a table, each line its room" "$(missing_rooms)"
report "a room includes only what its line allows" "$(back_edges)"
report "only a room's own files include its internal.h" "$(private_headers)"
report "no files include each other in a circle" "$(cycles)"
report "all headers together compile, in both orders" "$(clashes)"
report "each header compiles alone" "$(dependent)"
report "a header has a guard, unless it is text for vectors" "$(unguarded)"
report "all sources are formatted" "$(unformatted)"
report "no line is over 120 columns" "$(long_lines)"
report "no function is over 60 lines" "$(long_functions)"
report "no class has over 300 lines" "$(long_classes)"
report "one file writes the compression of the pair" "$(writers_of_eta)"
report "the core knows no Pd, prints nothing, has no messages and one pi" "$(foreign)"
report "the core without vectors is plain C11" "$(not_plain)"

# Each check on a copy that breaks it, by a line that is added to a file: check-all has the time.
[ -n "${HZ_ALL-}" ] || { echo "1..$n"; exit $status; }
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -a Makefile .clang-format externals tests "$copy"
cd "$copy" || exit 1
broken() { # check, file, added text
    cp "$2" kept 2>/dev/null || rm -f kept
    printf '%b\n' "$3" >>"$2"
    [ -n "$($1 "$2")" ] || echo "$1 does not see it: $2 $3"
    if [ -e kept ]; then mv kept "$2"; else rm -r "$2"; fi
}
core=externals/core
mkdir $core/attic
report "what breaks a rule is seen" "$(
    broken missing_rooms $core/attic/a.c 'int a;'
    broken back_edges $core/base/power.c '#include "core/modal/mode_bank.h"'
    broken back_edges $core/pair/free_flight.c '#include "core/textbook/textbook.h"'
    broken back_edges externals/pd/verb.c '#include "core/modal/mode_bank.h"'
    broken back_edges externals/families/modal/body.c '#include "pd/verb.h"'
    broken back_edges externals/presets/impact.h '#include "families/modal/body.h"'
    broken private_headers externals/families/modal/body.c '#include "core/modal/internal.h"'
    broken cycles $core/base/power.h '#include "core/law/law.h"'
    broken clashes $core/base/power.h 'enum { HZ_TOUCHING_TWICE };\nenum { HZ_TOUCHING_TWICE };'
    broken dependent $core/base/power.h 'hz_ledger *hz_ledger_of(void);'
    broken unguarded $core/base/new.h 'int a;'
    broken unformatted $core/base/power.c 'int  a;'
    broken long_lines $core/base/power.c "/* $(printf '%120s' here) */"
    broken long_functions $core/base/power.c "int a(int b,\n  int c)\n{\n$(yes 'b++;' | head -56)\nreturn c;\n}"
    broken long_functions tests/web/page.js "function a(b) {\n$(yes 'b++;' | head -59)\n}"
    broken long_classes externals/impact~.c "$(yes '/* */' | head -300)"
    broken writers_of_eta $core/collide/take.c 'void f(hz_system *s) { s->striker.eta = 0; }'
    broken not_plain $core/base/power.c 'void *a(void) { return &&b; b: return 0; }'
    broken not_plain $core/base/power.c 'int a(void) { return __builtin_cpu_supports("avx2"); }'
    broken foreign $core/base/power.c '#include <stdio.h>'
    broken foreign $core/base/power.c 'static const double half_turn = 3.14159265;'
    broken foreign $core/base/power.c 'const char *why(void) { return "stiffness is too large"; }'
)"
echo "1..$n"

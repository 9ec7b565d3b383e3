#!/bin/bash
# Counts the instructions of scenes on fixed inputs (tests/counts) by callgrind, and compares them with the figures in
# tests/bench/counts: the same on any day, whoever else uses the machine.
#
#   tests/bench/counts.sh                  all scenes
#   tests/bench/counts.sh string_free ...  some of them
#   tests/bench/counts.sh --update         writes the figures anew, for a commit that says why
#
# A line names the scene, the figure in the tree, the one now and the change, with `dearer` or `cheaper` beyond 1 %.
# Where a scene is more than 3 % dearer the last line begins with FAILED, and the status is 1.
#
# callgrind knows no vectors wider than AVX2, so these are the numbers of such a machine. They depend on the compiler
# and on the C library, whose versions stand at the head of the file: where they are others, that is said, and nothing
# fails.
set -eu -o pipefail
cd "$(dirname "$0")/../.."
file=tests/bench/counts
made_with="# $(gcc --version | sed -n 1p), $(ldd --version | sed -n 1p)"
program=build/tests/counts/counted
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
make --no-print-directory -s -j2 -f tests/tests.mk CC=gcc $program | sed '/^++++/d'

# Without the caller's environment, whose size moves the stack.
count() { # scene
    env -i "$(command -v valgrind)" --tool=callgrind --callgrind-out-file=/dev/null --collect-atstart=no \
        --toggle-collect=counted_part $program "$1" >"$work/said" 2>&1 || { cat "$work/said" >&2; return 1; }
    sed -n 's/.*Collected : *//p' "$work/said"
}

update=
if [ "${1-}" = --update ]; then
    update=yes
    shift
fi
scenes=("$@")
[ $# -gt 0 ] || mapfile -t scenes < <($program)
[ ! -e $file ] || known=$(<$file)
then=$(sed -n 1p <<<"${known-}")

if [ -n "$update" ]; then
    {
        echo "$made_with"
        for scene in $($program); do
            echo "$scene $(count "$scene")"
        done
    } >"$work/counts"
    cp "$work/counts" $file
    echo "$(($(wc -l <$file) - 1)) scenes written to $file"
    exit 0
fi

for scene in "${scenes[@]}"; do
    now=$(count "$scene")
    echo "$scene $(awk -v scene="$scene" '$1 == scene { print $2 }' <<<"${known-}" | grep . || echo 0) $now"
done | awk -v same="$([ "$then" = "$made_with" ] && echo 1 || echo 0)" -v then="$then" -v now="$made_with" '
    BEGIN { printf "%-42s %14s %14s %9s\n", "instructions of a scene", "in the tree", "now", "change" }
    $2 == 0 { printf "%-42s %14s %14d\n", $1, "-", $3; unknown++; next }
    {
        change = 100 * ($3 / $2 - 1)
        word = (change > 1) ? "  dearer" : (change < -1) ? "  cheaper" : ""
        printf "%-42s %14d %14d %+7.2f %%%s\n", $1, $2, $3, change, word
        if (change > 3) { dear++; names = names " " $1 }
    }
    END {
        if (unknown) print unknown " scenes have no figure in the tree: tests/bench/counts.sh --update writes it"
        if (!same) print "The figures in the tree were made with other versions, so that nothing fails:\n" then "\n" now
        else if (dear) { print "FAILED  more than 3 % dearer:" names; exit 1 }
    }'

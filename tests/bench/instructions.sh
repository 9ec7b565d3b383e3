#!/bin/bash
# Instructions of a contact, counted by callgrind: the same on any day, whoever else uses the machine. It knows no
# vectors wider than AVX2, so these are the numbers of such a machine. Contacts are counted as the difference of 60 and
# 10 strikes, so that what is derived at the first ones does not count.
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
count() { # strikes modes hit|miss: all instructions, and those in the loops over modes
    valgrind --tool=callgrind --callgrind-out-file="$work/out" \
        build/tests/bench/one_contact "$@" >"$work/steps" 2>"$work/said"
    callgrind_annotate --threshold=100 --show=Ir "$work/out" 2>/dev/null | tr -d ',' |
        awk -v all="$(sed -n 's/.*Collected : *//p' "$work/said")" '
            /[a-z]_lanes\.h:[a-z]/ && !/=>|</ { loops += $1 } END { print all, loops + 0 }'
}
printf '%6s %18s %12s %34s %18s\n' modes 'instructions' 'sub-steps' 'instructions a mode and sub-step,' 'in the loops'
printf '%6s %18s %12s %34s %18s\n' '' 'a contact' '' 'all that a contact takes' 'over modes'
for modes in 0 10 30 100 300; do
    read -r more loops < <(count 60 $modes hit)
    steps=$(cat "$work/steps")
    read -r fewer some < <(count 10 $modes hit)
    steps=$((steps - $(cat "$work/steps")))
    read -r away _ < <(count 60 $modes miss)
    read -r less _ < <(count 10 $modes miss)
    awk -v n=$modes -v i=$((more - fewer - away + less)) -v l=$((loops - some)) -v s=$steps 'BEGIN {
        if (n == 0)
            printf "%6s %18d %12d\n", "wall", i / 50, s / 50
        else
            printf "%6d %18d %12d %34.1f %18.1f\n", n, i / 50, s / 50, i / s / n, l / s / n }'
done

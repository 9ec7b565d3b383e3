#!/bin/bash
# Instructions of a contact, counted by callgrind: the same on any day, whoever else uses the machine. It knows no
# vectors wider than AVX2, so these are the numbers of such a machine.
#
# What is counted: a strike of 1 m/s on a bank at rest, up to the end of the sample in which the bodies part, in calls
# of 64 samples, as Pd has them (the last is as long as the contact); less as many samples with the hammer let go away
# from the bank. It is taken from 60 and 10 strikes, so that what is derived at the first ones does not count. The
# second figure is of calls of one sample each, where no step lasts longer than a sample; the sub-steps are those of
# such calls.
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
count() { # strikes modes samples hit|miss: all instructions, and those in the loops over modes
    valgrind --tool=callgrind --callgrind-out-file="$work/out" \
        build/tests/bench/one_contact "$@" >"$work/lasts" 2>"$work/said"
    callgrind_annotate --threshold=100 --show=Ir "$work/out" 2>/dev/null | tr -d ',' |
        awk -v all="$(sed -n 's/.*Collected : *//p' "$work/said")" '
            /[a-z]_lanes\.h:[a-z]/ && !/tilted_force|=>|</ { loops += $1 } END { print all, loops + 0 }'
}
contact() { # modes samples: instructions of a contact, and those in the loops
    local more loops fewer some away rings less ring
    read -r more loops < <(count 60 "$1" "$2" hit)
    read -r fewer some < <(count 10 "$1" "$2" hit)
    read -r away rings < <(count 60 "$1" "$2" miss)
    read -r less ring < <(count 10 "$1" "$2" miss)
    echo $(((more - fewer - away + less) / 50)) $(((loops - some - rings + ring) / 50))
}
printf '%6s %22s %22s %22s %9s %10s\n' modes 'instructions a contact' 'of them in the loops' 'by calls of a sample' \
    samples sub-steps
for modes in 0 10 30 100 300; do
    read -r blocks loops < <(contact $modes 64)
    read -r samples _ < <(contact $modes 1)
    read -r lasts steps <"$work/lasts"
    [ $modes -gt 0 ] && name=$modes || name=wall
    printf '%6s %22d %22d %22d %9d %10d\n' $name "$blocks" "$loops" "$samples" "$lasts" "$steps"
done

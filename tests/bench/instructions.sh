#!/bin/bash
# Instructions of a contact, counted by callgrind: the same on any day, whoever else uses the machine. It knows no vectors
# wider than AVX2, so these are the numbers of such a machine. Contacts are counted as the difference of 60 and 10 strikes, so
# that what is derived at the first ones does not count.
set -eu
cd "$(dirname "$0")/../.."
count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null build/tests/bench/one_contact "$@" 2>&1 >/dev/null |
        sed -n 's/.*Collected : *//p'
}
steps() {
    build/tests/bench/one_contact "$@"
}
contact() { # modes: instructions of 50 contacts
    echo $(($(count 60 "$1" hit) - $(count 10 "$1" hit) - $(count 60 "$1" miss) + $(count 10 "$1" miss)))
}
printf '%6s %18s %12s %28s %18s\n' modes 'instructions' 'sub-steps' 'a mode and sub-step' 'and of that'
printf '%6s %18s %12s %28s %18s\n' '' 'a contact' '' 'all that a contact takes' 'for each mode more'
wall=$(contact 0)
wall_steps=$(($(steps 60 0 hit) - $(steps 10 0 hit)))
printf '%6s %18d %12d\n' wall $((wall / 50)) $((wall_steps / 50))
for modes in 10 30 100 300; do
    all=$(contact $modes)
    some=$(($(steps 60 $modes hit) - $(steps 10 $modes hit)))
    awk -v n=$modes -v i="$all" -v s="$some" -v w="$wall" -v ws="$wall_steps" \
        'BEGIN { printf "%6d %18d %12d %28.1f %18.1f\n", n, i / 50, s / 50, i / s / n, (i / s - w / ws) / n }'
done

#!/bin/bash
# Instructions of one contact of 64 sub-steps and of one sample of flight, counted by callgrind: the same on any
# day, whoever else uses the machine.
set -eu
cd "$(dirname "$0")/../.."
count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null build/tests/bench/one_contact "$@" 2>&1 |
        sed -n 's/.*Collected : *//p'
}
contacts=$(count)
flights=$(count away)
nothing=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null /bin/true 2>&1 | sed -n 's/.*Collected : *//p')
echo "instructions a contact: $(((contacts - flights) / 1000)), a sample of flight: $(((flights - nothing) / 16000))"

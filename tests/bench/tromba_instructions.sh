#!/bin/bash
# Instructions a sample of the trumpet marine, string of 226 and body of 1690 points, counted by callgrind: 1280 samples
# more, over 1280. callgrind has vectors of four at most.
set -eu
cd "$(dirname "$0")/../.."
count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null build/tests/bench/tromba "$@" 2>&1 |
        sed -n 's/.*Collected : *//p'
}
for how in free curve bristle; do
    few=$(count $how) many=$(count $how more)
    echo "instructions a sample, $how: $(((many - few) / 1280))"
done

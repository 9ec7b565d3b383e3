#!/bin/bash
# The worst block of 64 samples of each class under a gesture that asks for something in every block
# (tests/counts/gestures.c).
# The block is the one that takes longest on this machine; callgrind counts its instructions, as those of a machine with
# AVX2. A millisecond stands for 8 million instructions; 1.1 million are a tenth of the block's time.
#
#   tests/bench/worst_block.sh              all gestures
#   tests/bench/worst_block.sh trombamarina those whose name begins so
set -eu -o pipefail
cd "$(dirname "$0")/../.."
program=build/tests/counts/counted
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
make --no-print-directory -s -j2 -f tests/tests.mk CC=gcc $program | sed '/^++++/d'
printf '%-46s %8s %16s\n' 'worst block of a gesture' block instructions
$program --worst | grep "^${1-}" | while read -r gesture block; do
    env -i "$(command -v valgrind)" --tool=callgrind --callgrind-out-file=/dev/null --collect-atstart=no \
        --toggle-collect=counted_part $program --worst "$gesture" "$block" >"$work/said" 2>&1
    printf '%-46s %8d %16d\n' "$gesture" "$block" "$(sed -n 's/.*Collected : *//p' "$work/said")"
done

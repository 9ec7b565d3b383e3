#!/bin/bash
# What messages cost on the audio thread (tests/bench/messages.c): help/manual/measurements/messages.md.
#
# All messages to all classes are timed first, to the object as it comes and in states in which they are dear. Those
# that took long are counted by callgrind, as instructions of a machine with AVX2, in which a millisecond stands for
# about 8 million. A message that takes more than the limit below, and is not on the page yet, is an error.
#
#   tests/bench/messages.sh                  times, counts, and compares with the page
#   tests/bench/messages.sh --update         writes the page anew
#   tests/bench/messages.sh --from <file>... [--update]
#                                            takes the times from files, which build/tests/bench/messages printed
set -eu -o pipefail
cd "$(dirname "$0")/../.."
page=help/manual/measurements/messages.md
program=build/tests/bench/messages
limit=8    # million instructions
counts=500 # what took so many microseconds is counted
each=4.5e-3 # million instructions in a microsecond, where they are not counted: of `level` on bounce~, 8.24 in 1849 us
patience=${HZ_PATIENCE-60} # seconds that callgrind may take for one message; 0: none is counted
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
make --no-print-directory -s -j2 -f tests/tests.mk CC=gcc $program | sed '/^++++/d'

if [ "${1-}" = --from ]; then
    shift
    while [ $# -gt 0 ] && [ "$1" != --update ]; do
        cat "$1" >>"$work/times"
        shift
    done
else
    $program >"$work/times"
fi

# Million instructions of a message, and of the dearest block behind it; by time, and marked so, if it takes too long.
count() { # class state message us us-of-a-block
    rm -f "$work"/out*
    local options="--tool=callgrind --collect-atstart=no --toggle-collect=message_part --toggle-collect=block_part"
    options+=" --dump-after=message_part --dump-after=block_part --callgrind-out-file=$work/out"
    # shellcheck disable=SC2086
    if [ "$patience" != 0 ] && env -i timeout "$patience" "$(command -v valgrind)" $options "$(pwd)/$program" \
        "$1" "$2" "$3" >"$work/said" 2>&1; then
        for dump in "$work"/out.*; do
            grep -h -e '^desc: Trigger' -e '^totals:' "$dump" | tr '\n' ' '
            echo
        done | awk '
            /=message_part/ { message = $NF }
            /=block_part/ && $NF > block { block = $NF }
            END { printf "%.1f %.1f\n", message / 1e6, block / 1e6 }'
    else
        awk -v m="$4" -v b="$5" -v p=$each 'BEGIN { printf "~%.1f ~%.1f\n", p * m, p * b }'
    fi
}

# A line for each message that has a dear case: class, its name, the case as it comes, and the dearest.
awk -F'|' -v counts=$counts '
    NF == 5 {
        n = split($3, word, " ")
        name = word[1] ~ /^(a|b|hammer|floor|table|surface)$/ && n > 1 ? word[1] " " word[2] : word[1]
        if (name ~ /^[0-9]+$/)
            name = "a list"
        key = $1 "|" name
        cost = $4 > $5 ? $4 : $5
        if (!(key in most))
            order[++keys] = key
        if ($2 == 0 && (!(key in plain) || $4 > plain_cost[key])) {
            plain[key] = $0
            plain_cost[key] = $4
        }
        if (!(key in most) || $4 > most[key]) {
            most[key] = $4
            dearest[key] = $0
        }
    }
    END {
        for (k = 1; k <= keys; k++)
            if (most[order[k]] >= counts)
                print order[k] "#" plain[order[k]] "#" dearest[order[k]]
    }' "$work/times" >"$work/dear"
echo "$(grep -c '|' "$work/times") messages timed, $(wc -l <"$work/dear") to be counted" >&2

while IFS='#' read -r key plain dearest; do
    IFS='|' read -r class state message us block <<<"$dearest"
    read -r most after < <(count "$class" "$state" "$message" "$us" "$block")
    flags=$($program "$class" "$state" bang | sed -n "s/^$class|//p" | sed 's/^ *//; s/ *$//')
    IFS='|' read -r _ _ as_it_comes us block <<<"$plain"
    usual='under 1'
    [ "$us" -lt $counts ] || read -r usual _ < <(count "$class" 0 "$as_it_comes" "$us" "$block")
    echo "| \`$class\` | \`${key#*|}\` | $usual | $most | $after | \`$message\` | \`${flags:-bang}\` |"
    echo "$class ${key#*|}: $usual, $most (a block $after)" >&2
done <"$work/dear" | sort -t'|' -k2,2 -k5,5nr >"$work/rows"

{
    sed '/^| class/,$d' $page
    echo '| class | message | as it comes | at its dearest | dearest block behind it | the dearest | in the state |'
    echo '|---|---|---|---|---|---|---|'
    cat "$work/rows"
} >"$work/page"

if [ "${!#}" = --update ]; then
    cp "$work/page" $page
    echo "$page is written"
    exit 0
fi
awk -F' *[|] *' -v limit=$limit '
    NF > 8 && NR == FNR { known[$2 $3] = 1 }
    NF > 8 && NR != FNR {
        cost = $5
        gsub("~", "", cost)
        printf "%s %s\n", $0, cost + 0 > limit ? "OVER " limit : "under " limit
        gsub("~", "", $5)
        if ($5 + 0 > limit && !(($2 $3) in known)) {
            printf "FAILED: %s of %s takes %s million instructions and is not on the page\n", $3, $2, $5
            status = 1
        }
    }
    END { exit status }' $page "$work/rows"

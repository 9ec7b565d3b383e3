#!/bin/bash
# What messages cost on the audio thread (tests/bench/messages.c): help/manual/measurements/messages.md.
#
# All messages to all classes are counted by callgrind, as instructions of a machine with AVX2: to the object as it
# comes and in states in which they are dear. Each state is one run, in which every message has a process of its own.
# What takes more than the limit below, and did not when the page was written, is an error.
#
#   tests/bench/messages.sh                  counts (an hour of processor), and compares with the page
#   tests/bench/messages.sh --update         writes the page's tables anew
#   tests/bench/messages.sh --from <file>... [--update]
#                                            takes the counts from files that it has left
#   HZ_BRIEF=1 tests/bench/messages.sh       counts stringbarrier~ as it comes alone, and compares
#   HZ_ONLY=impact~:0 tests/bench/messages.sh
#                                            counts in this state alone, and prints what was counted
#   tests/bench/messages.sh --gestures [class...]
#                                            counts the message boxes of all help patches, sent to one voice and to
#                                            16, and prints those that take more than the limit
set -eu -o pipefail
cd "$(dirname "$0")/../.."
page=help/manual/measurements/messages.md
program=build/tests/bench/messages
limit=8     # million instructions
each_at=0.5 # a parameter or preset that takes so many has a line
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tests/instances/libpd >&2
make --no-print-directory -s -j2 -f tests/tests.mk CC=gcc all $program | sed '/^++++/d' >&2

# Lines class|state|verb or value|message|instructions|those of the dearest block behind it.
count() { # class, and a number or flags and a dash, for which the messages are read
    local out=$work/$1.${2// /}
    local options="-q --tool=callgrind --collect-atstart=no --toggle-collect=message_part --toggle-collect=block_part"
    options+=" --dump-after=message_part --dump-after=block_part --callgrind-out-file=$out/out.%p"
    mkdir "$out"
    # shellcheck disable=SC2086
    env -i timeout "${HZ_TIMEOUT:-1800}" "$(command -v valgrind)" $options "$(pwd)/$program" "$@" >"$out/told"
    find "$out" -name 'out.*.*' -exec grep -H -e '^desc: Trigger' -e '^totals:' {} + |
        awk -v told="$out/told" '
            { file = $1; sub(/.*\/out\./, "", file); sub(/:.*/, "", file); split(file, part, ".") }
            /Trigger/ { is_message[file] = /=message_part/ }
            /totals:/ && is_message[file] { if ($NF > message[part[1]]) message[part[1]] = $NF; next }
            /totals:/ && $NF > block[part[1]] { block[part[1]] = $NF }
            END {
                FS = OFS = "|"
                while ((getline line <told) > 0) {
                    split(line, f, "|")
                    print f[1], f[2], f[3], f[4], message[f[7]] + 0, block[f[7]] + 0
                }
            }'
    rm -rf "$out"
}

# The message boxes of patches that use a class, a line each.
gestures() { # class
    grep -rlZ --include='*.pd' "hertz/$1" help | xargs -0 awk '
        BEGIN { RS = ";\n" }
        /^#X msg / && !/\\[;$]/ {
            gsub(/[ \n]+/, " ")
            sub(/^#X msg [0-9]+ [0-9]+ /, "")
            sub(/, f [0-9]+ *$/, "")
            gsub(/ *\\, */, ", ")
            print
        }' | LC_ALL=C sort -u
}

if [ "${1-}" = --gestures ]; then
    shift
    [ $# -gt 0 ] || set -- impact~ bounce~ modalcontact~ friction~ stringbarrier~ trombamarina~
    for class; do
        for flags in '' '-voices 16'; do
            # What a block takes behind get is what the sound costs.
            { echo get; gestures "$class"; } | count "$class" "$flags" - | awk -F'|' -v limit=$limit '
                $4 == "get" { plays = $6 }
                { block = $6 - plays }
                $5 > limit * 1e6 || block > limit * 1e6 {
                    printf "FAILED: %s %s: %s: %.1f million, and %.1f in a block behind it\n", $1, $2, $4, $5 / 1e6,
                        block / 1e6
                    status = 1
                }
                END { print NR - 1 " gestures of " $1 " " $2 " counted"; exit status }' || failed=1
        done
    done
    exit ${failed:-0}
fi
if [ -n "${HZ_ONLY-}" ]; then
    count "${HZ_ONLY%:*}" "${HZ_ONLY#*:}"
    exit
fi
$program >"$work/states"
tests/tools/verbs >"$work/verbs"
if [ "${1-}" = --from ]; then
    shift
    while [ $# -gt 0 ] && [ "$1" != --update ]; do
        cat "$1" >>"$work/counts"
        shift
    done
else
    while IFS='|' read -r class number _; do
        [ -z "${HZ_BRIEF-}" ] || [ "$class:$number" = stringbarrier~:0 ] || continue
        while [ "$(jobs -pr | wc -l)" -ge "$(nproc)" ]; do wait -n; done
        count "$class" "$number" >"$work/counted.$class.$number" &
    done <"$work/states"
    wait
    cat "$work"/counted.* >"$work/counts"
fi
echo "$(wc -l <"$work/counts") messages counted" >&2

# The rows of a table: of verbs, or of parameters. What a block takes is what it takes beyond one behind `get`, which
# plays the same sound.
rows() { # verb or value
    awk -F'|' -v wanted="$1" -v least="$each_at" '
        function name_of(kind, message, word) {
            split(message, word, " ")
            if (word[1] ~ /^[0-9]+$/)
                return "a list"
            if (kind == "verb")
                return word[1] ~ /^(a|b)$/ ? word[2] : word[1]
            return word[1] ~ /^(a|b|hammer)$/ ? word[1] " " word[2] : word[1]
        }
        function told(x) { return x < 0.05e6 ? "<0.1" : sprintf("%.1f", x / 1e6) }
        FILENAME ~ /verbs$/ { is_verb[$1] = 1; next }
        FILENAME ~ /states$/ { state[$1, $2] = $3 == "bang" ? "" : " " $3; next }
        NF == 6 && $4 == "get" { plays[$1, $2] = $6 }
        NF == 6 { all[++lines] = $0 }
        END {
            is_verb["a list"] = 1
            for (i = 1; i <= lines; i++) {
                split(all[i], f, "|")
                kind = name_of("verb", f[4]) in is_verb ? "verb" : "value"
                name = name_of(kind, f[4])
                if (kind != wanted)
                    continue
                key = kind == "verb" ? name : f[1] "|" name
                cost = f[5] + 0
                block = f[6] - plays[f[1], f[2]]
                if (!(key in most))
                    most[key] = usual[key] = usual_block[key] = -1
                if (f[2] == 0 && cost > usual[key]) usual[key] = cost
                if (f[2] == 0 && block > usual_block[key]) usual_block[key] = block
                if (cost > most[key]) {
                    most[key] = cost
                    where[key] = "`" f[4] "` | `" f[1] state[f[1], f[2]] "`"
                    behind[key] = block
                }
            }
            for (key in most) {
                if (wanted == "value" && most[key] < least * 1e6)
                    continue
                split(key, k, "|")
                printf "| %s`%s` | %s | %s | %s | %s | %s |\n", wanted == "verb" ? "" : "`" k[1] "` | ",
                    wanted == "verb" ? k[1] : k[2], told(usual[key]), told(usual_block[key]), told(most[key]),
                    told(behind[key]), told(most[key]) ~ /</ ? "|" : where[key]
            }
        }' "$work/verbs" "$work/states" "$work/counts" | LC_ALL=C sort
}

{
    sed '/^| message |/,$d' $page
    echo '| message | default | block | worst | block | worst message | its state |'
    echo '|---|---|---|---|---|---|---|'
    rows verb
    echo
    echo '| class | parameter | default | block | worst | block | worst message | its state |'
    echo '|---|---|---|---|---|---|---|---|'
    rows value
} >"$work/page"

if [ $# -gt 0 ] && [ "${!#}" = --update ]; then
    cp "$work/page" $page
    echo "$page is written"
    exit 0
fi
# A row's cost at its dearest stands two columns behind its name's last.
awk -F' *[|] *' -v limit=$limit '
    !/^\| .*`/ { next }
    { key = NF > 9 ? $2 " " $3 : $2; cost = (NF > 9 ? $6 : $5) + 0 }
    NR == FNR { known[key] = cost; next }
    cost > limit && !(known[key] > limit) {
        printf "FAILED: %s takes %s million instructions, and on the page %s\n", key, cost, known[key] + 0
        status = 1
    }
    END { exit status }' $page "$work/page"

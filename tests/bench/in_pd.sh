#!/bin/bash
# A ringing impact~ beside as many [bp~] in the same Pd, one that is struck a thousand times a second beside 60 of them,
# and instruments at work: processor seconds for a minute of sound, less what Pd itself takes. Ratios in one run; the
# best of three.
#
#   tests/bench/in_pd.sh
#   tests/bench/in_pd.sh instructions     the instruments only: callgrind counts two seconds of each, after the first
#   tests/bench/in_pd.sh instructions rub those whose name begins so
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
copies=10
length=60000 # ms

patch() { # name, boxes that each get the bang
    {
        echo '#N canvas 0 0 450 300 12;'
        echo '#X obj 10 10 loadbang;'
        echo '#X msg 10 40 \; pd dsp 1;'
        echo "#X obj 100 10 delay $length;"
        echo '#X msg 100 40 \; pd quit;'
        cat
        echo '#X connect 0 0 1 0;'
        echo '#X connect 0 0 2 0;'
        echo '#X connect 2 0 3 0;'
    } >"$work/$1.pd"
}
pd="pd -nrt -batch -nogui -noprefs -noaudio -path build"

seconds() { # name
    local best=1000 each
    for _ in 1 2 3; do
        each=$( { TIMEFORMAT=%U; time $pd -open "$work/$1.pd" >/dev/null 2>&1; } 2>&1)
        best=$(awk -v a="$best" -v b="$each" 'BEGIN { print a < b ? a : b }')
    done
    echo "$best"
}
filters() { # how many
    local i
    for ((i = 0; i < copies * $1; i++)); do
        echo "#X obj 10 100 bp~ $((200 + 13 * i)) 100;"
        [ "$i" = 0 ] || echo "#X connect $((i + 3)) 0 $((i + 4)) 0;"
    done
}
hammers() { # how many modes
    local i
    echo '#X msg 10 70 strike 1;'
    for ((i = 0; i < copies; i++)); do
        echo "#X obj 10 100 hertz/impact~ -object string -material steel -size 2 -tension 500 -decay 0 -modes $1;"
        echo "#X connect 4 0 $((i + 5)) 0;"
    done
    echo '#X connect 0 0 4 0;'
}

strikes() { # how many modes
    local i
    echo '#X obj 10 60 metro 1;'
    echo '#X msg 10 80 strike 1;'
    for ((i = 0; i < copies; i++)); do
        echo "#X obj 10 100 hertz/impact~ -object string -material steel -size 2 -tension 500 -decay 0 -modes $1;"
        echo "#X connect 5 0 $((i + 6)) 0;"
    done
    echo '#X connect 0 0 4 0;'
    echo '#X connect 4 0 5 0;'
}
instruments() { # box, messages each second
    local i
    echo '#X obj 10 60 metro 1000;'
    echo "#X msg 10 80 $2;"
    for ((i = 0; i < copies; i++)); do
        echo "#X obj 10 100 $1;"
        echo "#X connect 5 0 $((i + 6)) 0;"
    done
    echo '#X connect 0 0 4 0;'
    echo '#X connect 4 0 5 0;'
}

millions() { # box, messages: what two seconds take, in millions of instructions
    local counted=0 sign=-1
    copies=1
    for length in 1000 3000; do
        instruments "$1" "$2" | patch instrument
        valgrind --trace-children=yes --tool=callgrind --callgrind-out-file=/dev/null $pd \
            -open "$work/instrument.pd" >"$work/said" 2>&1
        counted=$((counted + sign * $(sed -n 's/.*Collected : *//p' "$work/said")))
        sign=1
    done
    echo $((counted / 1000000))
}
each_instrument() { # what is called with a box and its messages
    while read -r box messages; do
        "$1" "$box" "$messages" </dev/null
    done <<'END'
hertz/rolling~ 0.5
hertz/crumple~ 0.5
hertz/rain~ 0.5
hertz/rub~ 0.5
hertz/fretted~ 40 100 \, 47 100 \, 52 100 \, 56 100
hertz/sitar~ 50 100
hertz/snare~ 127
END
}
named() { # box, messages
    echo "$1, each second ${2// \\,/,}"
}
count_one() { # box, messages
    [[ $1 == hertz/$wanted* ]] || return 0
    echo "$(named "$1" "$2"): $(($(millions "$1" "$2") / 2)) million instructions a second"
}
time_one() { # box, messages
    instruments "$1" "$2" | patch instrument
    awk -v k="$copies" -v e="$empty" -v h="$(seconds instrument)" -v name="$(named "$1" "$2")" 'BEGIN {
        printf "%s: %.2f %% of a core\n", name, 100 * (h - e) / 60 / k }'
}

if [ "${1-}" = instructions ]; then
    wanted=${2-}
    each_instrument count_one
    exit 0
fi
patch empty </dev/null
empty=$(seconds empty)
for modes in 30 100; do
    filters "$modes" | patch filters
    hammers "$modes" | patch hammers
    awk -v n="$modes" -v k="$copies" -v e="$empty" -v f="$(seconds filters)" -v h="$(seconds hammers)" 'BEGIN {
        printf "%d ringing modes: %.2f %% of a core; as many [bp~]: %.2f %%, %.1f times as much\n",
               n, 100 * (h - e) / 60 / k, 100 * (f - e) / 60 / k, (f - e) / (h - e) }'
done
filters 60 | patch filters
strikes 30 | patch strikes
awk -v k="$copies" -v e="$empty" -v f="$(seconds filters)" -v h="$(seconds strikes)" 'BEGIN {
    printf "1000 strikes a second on 30 modes: %.2f %% of a core; 60 [bp~]: %.2f %%, %.2f times as much\n",
           100 * (h - e) / 60 / k, 100 * (f - e) / 60 / k, (f - e) / (h - e) }'
copies=4
each_instrument time_one

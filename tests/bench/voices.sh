#!/bin/bash
# Sixteen voices of each class in one object beside sixteen objects, and sixty notes each second on mallets~: processor
# time in per cent of the time that the sound lasts, less what Pd itself takes. The best of three;
# HZ_SECONDS tells how long each sound is (10), HZ_TIMES how often it is made.
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
voices=16 seconds=${HZ_SECONDS:-10}
library=${HZ_PDPATH:-build}

# A patch that switches signals on, sends a bang each second from box 4, and quits; boxes from 5 on are given.
patch() { # name, milliseconds between bangs
    {
        echo '#N canvas 0 0 450 300 12;'
        echo '#X obj 10 10 loadbang;'
        echo '#X msg 10 40 \; pd dsp 1;'
        echo "#X obj 100 10 delay $((1000 * seconds));"
        echo '#X msg 100 40 \; pd quit;'
        echo "#X obj 200 10 metro $2;"
        cat
        echo '#X msg 200 -20 1;'
        echo '#X connect 0 0 1 0;'
        echo '#X connect 0 0 2 0;'
        echo '#X connect 2 0 3 0;'
    } | awk '
        # The message that starts the metro is the last box.
        /^#X (obj|msg|text)/ { boxes++ }
        { print }
        END { printf "#X connect 0 0 %d 0;\n#X connect %d 0 4 0;\n", boxes - 1, boxes - 1 }' >"$work/$1.pd"
}
percent() { # name
    local best=1000 each i
    for ((i = 0; i < ${HZ_TIMES:-3}; i++)); do
        pd="pd -nrt -batch -nogui -noprefs -noaudio -path $library"
        each=$( { TIMEFORMAT=%U; time $pd -open "$work/$1.pd" >"$work/said" 2>&1; } 2>&1)
        best=$(awk -v a="$best" -v b="$each" 'BEGIN { print a < b ? a : b }')
        if grep -q -e error -e "couldn't create" "$work/said"; then
            cat "$work/said" >&2
            exit 1
        fi
    done
    awk -v s="$best" -v all="$seconds" 'BEGIN { print 100 * s / all }'
}

# Sixteen notes at each bang: to one object of sixteen voices, or to an object each.
together() { # class
    local i
    echo "#X obj 10 100 hertz/$1 -voices $voices;"
    for ((i = 0; i < voices; i++)); do
        echo "#X msg 10 70 $((48 + 2 * i)) 100;"
        echo "#X connect 4 0 $((6 + i)) 0;"
        echo "#X connect $((6 + i)) 0 5 0;"
    done
}
apart() { # class
    local i
    for ((i = 0; i < voices; i++)); do
        echo "#X obj 10 100 hertz/$1;"
        echo "#X msg 10 70 $((48 + 2 * i)) 100;"
        echo "#X connect 4 0 $((6 + 2 * i)) 0;"
        echo "#X connect $((6 + 2 * i)) 0 $((5 + 2 * i)) 0;"
    done
}

patch empty 1000 </dev/null
empty=$(percent empty)
for class in impact~ bounce~ modalcontact~ friction~ stringbarrier~ trombamarina~; do
    together $class | patch together 1000
    apart $class | patch apart 1000
    awk -v class=$class -v n=$voices -v e="$empty" -v t="$(percent together)" -v a="$(percent apart)" 'BEGIN {
        printf "%s: -voices %d %.1f %% of a core, %d objects %.1f %%: %.2f times as much\n",
               class, n, t - e, n, a - e, (t - e) / (a - e) }'
done

for kind in marimba vibraphone xylophone glockenspiel tubularbells; do
    {
        echo "#X obj 10 130 hertz/mallets~ $kind;"
        echo '#X obj 10 70 random 36;'
        echo '#X obj 10 90 + 48;'
        echo '#X msg 10 110 $1 100;' | sed 's/\$/\\$/'
        echo '#X connect 4 0 6 0;'
        echo '#X connect 6 0 7 0;'
        echo '#X connect 7 0 8 0;'
        echo '#X connect 8 0 5 0;'
    } | patch mallets 16.6667
    awk -v kind=$kind -v e="$empty" -v m="$(percent mallets)" 'BEGIN {
        printf "mallets~ %s, 60 notes each second: %.1f %% of a core\n", kind, m - e }'
done

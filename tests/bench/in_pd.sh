#!/bin/bash
# A ringing impact~ beside as many [bp~] in the same Pd, one that is struck a thousand times a second beside 60 of them,
# and instruments at work: processor seconds for a minute of sound, less what Pd itself takes. Ratios in one run; the
# best of three.
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
copies=10

patch() { # name, boxes that each get the bang
    {
        echo '#N canvas 0 0 450 300 12;'
        echo '#X obj 10 10 loadbang;'
        echo '#X msg 10 40 \; pd dsp 1;'
        echo '#X obj 100 10 delay 60000;'
        echo '#X msg 100 40 \; pd quit;'
        cat
        echo '#X connect 0 0 1 0;'
        echo '#X connect 0 0 2 0;'
        echo '#X connect 2 0 3 0;'
    } >"$work/$1.pd"
}
seconds() { # name
    local best=1000 each
    for _ in 1 2 3; do
        pd="pd -nrt -batch -nogui -noprefs -noaudio -path build"
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
while read -r box messages; do
    instruments "$box" "$messages" | patch instrument
    awk -v k="$copies" -v e="$empty" -v h="$(seconds instrument)" -v box="$box" -v m="$messages" 'BEGIN {
        gsub(/ *\\,/, ",", m)
        printf "%s, each second %s: %.2f %% of a core\n", box, m, 100 * (h - e) / 60 / k }'
done <<'END'
hertz/rolling~ 0.5
hertz/crumple~ 0.5
hertz/rain~ 0.5
hertz/rub~ 0.5
hertz/fretted~ 40 100 \, 47 100 \, 52 100 \, 56 100
hertz/sitar~ 50 100
hertz/snare~ 127
END

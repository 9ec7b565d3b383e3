#!/bin/bash
# What it costs to deal voices to Pds on other cores, for the manual's page playing-live: eight voices of gongs in one
# Pd, and four in each of two that [pd~] starts, with ten notes a second in all. In per cent of one core.
set -u
library=$(cd "${HZ_PDPATH:-build}" && pwd)
extra=$(find /usr/lib/puredata/extra /usr/lib/pd/extra -maxdepth 1 -name 'pd~' 2>/dev/null | head -n 1)
if [ -z "$extra" ]; then
    echo "cores: no [pd~] here (Debian: puredata-extra)"
    exit 0
fi
scratch=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null; wait 2>/dev/null; rm -rf "$scratch"' EXIT

# Notes to a box, one in so many milliseconds, and the sound switched on.
patch() { # file, box, milliseconds, message, lines of the subprocess's start
    cat >"$scratch/$1" <<END
#N canvas 0 0 500 400 12;
#X obj 20 20 loadbang;
#X msg 20 50 \; pd dsp 1;
#X msg 200 50 1;
#X obj 200 80 metro $3;
#X obj 200 110 random 24;
#X obj 200 140 + 48;
#X msg 200 170 $4;
#X obj 200 200 $2;
#X connect 0 0 2 0;
#X connect 2 0 3 0;
#X connect 3 0 4 0;
#X connect 4 0 5 0;
#X connect 5 0 6 0;
#X connect 6 0 7 0;
$5#X connect 0 0 1 0;
END
}
cat >"$scratch/voice.pd" <<END
#N canvas 0 0 500 400 12;
#X obj 20 20 r note;
#X obj 20 60 hertz/impact~ gong -voices 4;
#X obj 20 100 dac~ 1;
#X obj 200 20 loadbang;
#X msg 200 60 \; pd dsp 1;
#X connect 0 0 1 0;
#X connect 1 0 2 0;
#X connect 3 0 4 0;
END
start="#X msg 20 200 pd~ start -nrt -nogui -path $library $scratch/voice.pd;
#X obj 20 240 pd~ -ninsig 0 -noutsig 1 -fifo 10;
#X connect 0 0 8 0;
#X connect 8 0 7 0;
#X connect 8 0 9 0;
#X connect 6 0 9 0;
"
patch one.pd "hertz/impact~ gong -voices 8" 100 '\$1 100' ""
patch two.pd "pd~ -ninsig 0 -noutsig 1 -fifo 10" 200 'note \$1 100' "$start"

# The processor time of all processes that name a file of ours, each on its line.
used() { # file
    local f
    for f in /proc/[0-9]*; do
        tr '\0' ' ' 2>/dev/null <"$f/cmdline" | grep -q "$scratch/$1" && awk '{ print $1, $14 + $15 }' "$f/stat"
    done 2>/dev/null | sort
}
measure() { # what, patch, further file
    local pid
    pd -nrt -noprefs -nogui -nosound -path "$library" -path "$extra" -open "$scratch/$2" </dev/null >/dev/null 2>&1 &
    pid=$!
    sleep 3
    { used "$2"; used "$3"; } >"$scratch/before"
    sleep 10
    { used "$2"; used "$3"; } >"$scratch/after"
    kill $pid
    wait $pid 2>/dev/null
    join "$scratch/before" "$scratch/after" |
        awk -v what="$1" -v hz="$(getconf CLK_TCK)" '
            { all = all sprintf(" %.1f", 10 * ($3 - $2) / hz) }
            END { print what ":" all }'
}
measure "one Pd with eight voices, % of a core" one.pd none
measure "the Pd that deals, and two with four voices each, % of a core" two.pd voice.pd

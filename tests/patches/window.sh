#!/bin/bash
# Each help patch in Pd's real window, on a screen of its own (Xvfb), as a new user meets it: the window comes, Pd
# prints no error, the picture is not blank, and a click on the first bang of the patch changes the picture.
# The pictures stay in $HZ_PDPATH/window, to be looked at.
set -u
library=${HZ_PDPATH:-build} n=0 status=0
pictures=$library/window
scratch=$(mktemp -d)
mkdir -p "$pictures"
pids=()
trap 'kill "${pids[@]}" 2>/dev/null; wait 2>/dev/null; rm -rf "$scratch"' EXIT
report() { # name, what is wrong (nothing if all is well)
    n=$((n + 1))
    if [ -z "$2" ]; then
        echo "ok $n - $1"
    else
        echo "not ok $n - $1: $2"
        status=1
    fi
}
# Waits for a command to say something, at most so many tenths of a second, and repeats what it said.
await() { # tenths, command...
    local said left=$1
    shift
    while said=$("$@" 2>/dev/null | head -n 1); [ -z "$said" ] && [ "$left" -gt 0 ]; do
        sleep 0.1
        left=$((left - 1))
    done
    echo "$said"
    [ -n "$said" ]
}
# Xvfb finds a free number for the screen itself. Without -ac and cookies only this user may draw on it.
Xvfb -displayfd 3 -screen 0 1400x1000x24 -nolisten tcp 3>"$scratch/display" >/dev/null 2>&1 &
pids+=($!)
DISPLAY=:$(await 100 cat "$scratch/display") || { echo "not ok 1 - Xvfb starts"; echo "1..1"; exit 1; }
export DISPLAY

shoot() { # window, picture
    import -silent -window "$1" "$pictures/$2.png" 2>/dev/null
}
# Colours in a picture: a blank window has one or two.
colours() { # picture
    convert "$pictures/$1.png" -format %k info: 2>/dev/null || echo 0
}
# Where the first bang of the patch itself (not of a window in it) is, in its middle.
first_bang() { # patch
    awk '/^#N canvas/ { depth++ } /^#X restore/ { depth-- }
        depth == 1 && $5 == "bng" { print $3 + int($6 / 2), $4 + int($6 / 2); exit }' "$1"
}

for patch in "$library"/hertz/*-help.pd; do
    name=$(basename "$patch" .pd)
    LD_PRELOAD=${HZ_PRELOAD-} pd -noprefs -nosound -stderr -path "$library" -open "$patch" \
        </dev/null >"$scratch/said" 2>&1 &
    pid=$!
    pids+=("$pid")
    window=$(await 100 xdotool search --name "^$name\\.pd")
    report "$name opens its window" "${window:+}${window:-it does not come}"
    [ -z "$window" ] || {
        report() { :; }
    }
    kill "$pid"
done

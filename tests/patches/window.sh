#!/bin/bash
# Each help patch in Pd's real window, on a screen of its own, as a new user meets it: the window comes, Pd prints
# no error, the picture is not blank, and a click on the first bang changes the picture. $HZ_PDPATH is the folder
# of the library; the pictures stay in its folder `window`, to be looked at.
set -u
library=${HZ_PDPATH:-build}
pictures=$library/window
n=0 status=0
. "$(dirname "$0")/../screen"
scratch=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null; wait 2>/dev/null; rm -rf "$scratch"' EXIT

report() { # name, what is wrong (nothing if all is well)
    n=$((n + 1))
    if [ -z "$2" ]; then
        echo "ok $n - $1"
    else
        echo "not ok $n - $1:" $2
        status=1
    fi
}

# Clicks in the middle of the first bang that is in the patch itself, not in a subpatch.
click_bang() { # window, menu, patch
    local x='' y=''
    read -r x y < <(awk '
        /^#N canvas/ { depth++ }
        /^#X restore/ { depth-- }
        depth == 1 && $5 == "bng" { print $3 + int($6 / 2), $4 + int($6 / 2); exit }' "$3")
    [ -n "$y" ] || return 1
    xdotool mousemove --window "$1" "$x" $((y + $2)) sleep 0.1 click 1 sleep 0.1 mousemove --window "$1" 2 2
}

if ! open_screen "$scratch"; then
    report "a screen" "Xvfb does not start: $(cat "$scratch/xvfb")"
    exit 1
fi
mkdir -p "$pictures"

for patch in "$library"/hertz/*-help.pd; do
    name=$(basename "$patch" .pd)
    before=$pictures/$name.png after=$pictures/$name-clicked.png
    rm -f "$before" "$after"
    LD_PRELOAD=${HZ_PRELOAD-} pd -noprefs -nosound -stderr -path "$library" -open "$patch" \
        </dev/null >"$scratch/said" 2>&1 &
    pid=$!
    wrong=
    window=$(await xdotool search --onlyvisible --name "^$name\\.pd") || wrong="it does not come"
    report "$name opens its window" "$wrong"

    wrong="there is none"
    if [ -n "$window" ] && bar=$(menu "$window" "$patch") && shoot "$window" "$bar" "$before"; then
        wrong=
        [ "$(identify -format %k "$before")" -gt 1 ] || wrong="it is blank"
    fi
    report "$name has a picture" "$wrong"

    wrong="there is no bang to click"
    if [ -n "$window" ] && click_bang "$window" "$bar" "$patch"; then
        wrong="nothing changed"
        shoot "$window" "$bar" "$after" && ! cmp -s "$before" "$after" && wrong=
    fi
    report "$name answers a click" "$wrong"

    # Nothing but what Pd tells about the machine.
    report "$name gives no error" "$(grep -v -e '^watchdog' -e 'priority' "$scratch/said" |
        grep -i -B 1 -e "couldn't create" -e 'no such object' -e 'no method' -e error -e 'bad ' -e expected -e 'got ')"
    kill $pid
    wait $pid 2>/dev/null
done
[ $n -gt 0 ] || report "a help patch" "there is none"
echo "1..$n"
exit $status

#!/bin/bash
# Each help patch in Pd's real window, on a screen of its own, as a new user meets it: the window comes, Pd prints
# no error, the picture is not blank, and a click on the first bang changes the picture. $HZ_PDPATH is the folder
# of the library; the pictures stay in its folder `window`, to be looked at.
set -u
library=${HZ_PDPATH:-build}
pictures=$library/window
n=0 status=0
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

# Prints what a command says, as soon as it says something; 10 seconds at most.
await() {
    local said tries=100
    until said=$("$@" 2>/dev/null | head -n 1) && [ -n "$said" ]; do
        tries=$((tries - 1))
        [ $tries -gt 0 ] || return 1
        sleep 0.1
    done
    echo "$said"
}

# How much higher the window is than its canvas: the menu bar.
menu() { # window, patch
    echo $(($(xdotool getwindowgeometry --shell "$1" | sed -n 's/^HEIGHT=//p') - $(awk '{ print $6; exit }' "$2")))
}

# Takes pictures of the canvas until two are the same: it has been drawn. Edges and menu bar are left out.
shoot() { # window, menu, picture
    local last='' now tries=40
    until import -silent -window "$1" "$3" 2>/dev/null && mogrify -chop "0x$2" -shave 4x4 +repage "$3" &&
        now=$(identify -format '%#' "$3") && [ "$now" = "$last" ]; do
        tries=$((tries - 1))
        [ $tries -gt 0 ] || return 1
        last=$now
        sleep 0.15
    done
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

# Xvfb itself finds a number that is free.
Xvfb -displayfd 3 -screen 0 1400x1000x24 -nolisten tcp 3>"$scratch/display" >"$scratch/xvfb" 2>&1 &
if ! display=$(await cat "$scratch/display"); then
    report "a screen" "Xvfb does not start: $(cat "$scratch/xvfb")"
    exit 1
fi
export DISPLAY=:$display
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

#!/bin/bash
# Each help patch in Pd's real window, on a screen of its own, as a new user meets it: the window comes, Pd prints
# no error, the picture is not blank, a click on the first bang changes the picture; then every bang is clicked and
# every slider and switch moved, in the patch and in the windows it opens, and Pd is content. $HZ_PDPATH is the
# folder of the library; the pictures stay in its folder `window`, to be looked at.
set -u
library=${HZ_PDPATH:-build}
pictures=$library/window
. "$(dirname "$0")/../screen"

report() { # name, what is wrong (nothing if all is well)
    if [ -z "$2" ]; then
        echo "ok - $1"
    else
        echo "not ok - $1:" $2
    fi
}

# What can be clicked or moved, a line each: the window it is in (- for the patch itself, else where the box is that
# opens it, and its name), its kind, place and size. Only what a window shows; a subpatch may show its controls in the
# patch.
controls() { # patch
    awk '
        function shown() { return $3 + $6 < width[depth] && $4 + $6 < height[depth] }
        /^#N canvas/ { depth++; n[depth] = graph[depth] = 0; width[depth] = $5; height[depth] = $6 }
        /^#X coords/ {
            graph[depth] = $9 + 0; across[depth] = $7; down[depth] = $8; left[depth] = $10 + 0; top[depth] = $11 + 0
        }
        depth < 3 && /^#X obj/ && $5 ~ /^(bng|tgl|hsl|vsl|hradio|vradio)$/ && shown() {
            w = $6; h = $5 ~ /sl$/ ? $7 : $6
            if ($5 == "hradio") w *= $9
            if ($5 == "vradio") h *= $9
            line[depth, ++n[depth]] = $5 " " $3 " " $4 " " w " " h
        }
        /^#X restore/ {
            name = $6; sub(/;$/, "", name)
            for (i = 1; depth == 2 && $5 == "pd" && i <= n[2]; i++) {
                split(line[2, i], c, " ")
                x = c[2] - left[2]; y = c[3] - top[2]
                if (!graph[2])
                    inside[++found] = $3 "," $4 "," name " " line[2, i]
                else if (x >= 0 && y >= 0 && x + c[4] <= across[2] && y + c[5] <= down[2])
                    line[1, ++n[1]] = c[1] " " $3 + x " " $4 + y " " c[4] " " c[5]
            }
            depth--
        }
        END {
            for (i = 1; i <= n[1]; i++) print "- " line[1, i]
            for (i = 1; i <= found; i++) print inside[i]
        }' "$1"
}

click() { # window, x, y
    xdotool mousemove --window "$1" "$2" "$3" sleep 0.05 click 1 sleep 0.05 mousemove --window "$1" 2 2
}

drag() { # window, then places x y, from the first to the last with the button down
    local window=$1 to=()
    shift
    xdotool mousemove --window "$window" "$1" "$2" sleep 0.05 mousedown 1 sleep 0.05
    shift 2
    while [ $# -gt 0 ]; do
        to+=(mousemove --window "$window" "$1" "$2" sleep 0.05)
        shift 2
    done
    xdotool "${to[@]}" mouseup 1 sleep 0.05 mousemove --window "$window" 2 2
}

# Moves a control: a slider from end to end and half way back, a row of buttons through all of them, a switch there and
# back, and a bang by a click.
move() { # window, menu, kind, x, y, width, height
    local x=$4 y=$(($5 + $2)) w=$6 h=$7 at
    local centre=$((x + w / 2)) middle=$((y + h / 2))
    case $3 in
    hsl) drag "$1" $((x + 2)) $middle $centre $middle $((x + w - 2)) $middle $centre $middle ;;
    vsl) drag "$1" $centre $((y + h - 2)) $centre $middle $centre $((y + 2)) $centre $middle ;;
    hradio) for ((at = h / 2; at < w; at += h)); do click "$1" $((x + at)) $middle; done ;;
    vradio) for ((at = w / 2; at < h; at += w)); do click "$1" $centre $((y + at)); done ;;
    tgl) click "$1" $centre $middle; click "$1" $centre $middle ;;
    *) click "$1" $centre $middle ;;
    esac
}

# Moves everything in the patch and in the windows that it opens, the patch's own first; says what it could not reach.
move_all() { # window, menu, patch
    local where kind x y w h bx by name window=$1 open=- moved=0
    while read -r where kind x y w h; do
        if [ "$where" != "$open" ]; then
            IFS=, read -r bx by name <<<"$where"
            xdotool windowraise "$1" sleep 0.1
            click "$1" $((bx + 8)) $((by + 8 + $2))
            window=$(await xdotool search --onlyvisible --name "^$name\\b") || echo "no window $name"
            open=$where
        fi
        [ -n "$window" ] || continue
        move "$window" "$2" "$kind" "$x" "$y" "$w" "$h"
        moved=$((moved + 1))
    done < <(controls "$3")
    [ $moved -gt 0 ] || echo "there is nothing to move"
    echo "$moved" >"$scratch/moved"
}

# Clicks the first bang of the patch itself.
click_bang() { # window, menu, patch
    local where='' kind x y w h
    read -r where kind x y w h < <(controls "$3" | grep '^- bng')
    [ -n "$where" ] && move "$1" "$2" "$kind" "$x" "$y" "$w" "$h"
}

# One help patch, on a screen of its own.
meet() { # patch
    local name before after pid wrong window='' bar=0
    name=$(basename "$1" .pd) before=$pictures/$(basename "$1" .pd).png
    after=${before%.png}-clicked.png
    scratch=$(mktemp -d)
    trap 'kill $(jobs -p) 2>/dev/null; wait 2>/dev/null; rm -rf "$scratch"' EXIT
    if ! open_screen "$scratch"; then
        report "$name has a screen" "Xvfb does not start: $(cat "$scratch/xvfb")"
        return
    fi
    rm -f "$before" "$after"
    LD_PRELOAD=${HZ_PRELOAD-} pd -nrt -noprefs -nosound -stderr -path "$library" -open "$1" \
        </dev/null >"$scratch/said" 2>&1 &
    pid=$!
    wrong=
    window=$(await xdotool search --onlyvisible --name "^$name\\.pd") || wrong="it does not come"
    report "$name opens its window" "$wrong"

    wrong="there is none"
    if [ -n "$window" ] && bar=$(menu "$window" "$1") && shoot "$window" "$bar" "$before"; then
        wrong=
        [ "$(identify -format %k "$before")" -gt 1 ] || wrong="it is blank"
    fi
    report "$name has a picture" "$wrong"

    wrong="there is no bang to click"
    case $name in
    *-help) ;;
    *) wrong=shows-nothing ;;
    esac
    if [ "$wrong" != shows-nothing ] && [ -n "$window" ] && click_bang "$window" "$bar" "$1"; then
        wrong="nothing changed"
        sleep 1 # the bang itself flashes for a quarter of a second
        shoot_other "$window" "$bar" "$after" "$before" && wrong=
    fi
    [ "$wrong" = shows-nothing ] || report "$name answers a click" "$wrong"

    if [ -n "${HZ_ALL-}" ] || [ "$wrong" = shows-nothing ]; then
        wrong="there is no window"
        [ -z "$window" ] || wrong=$(move_all "$window" "$bar" "$1")
        report "$name lets $(cat "$scratch/moved") things be moved" "$wrong"
    fi

    # Nothing but what Pd tells about the machine, and what a method says of itself that cannot do what it is asked; and
    # Pd is still there.
    sleep 0.3
    kill -0 $pid 2>/dev/null || echo "error: Pd is gone" >>"$scratch/said"
    report "$name gives no error" "$(grep -v -e '^watchdog' -e 'priority' -e 'method: its energy' \
        -e 'duration: it needs' -e 'duration: this contact' -e 'correct: it needs' \
        -e 'method: some freq' "$scratch/said" |
        grep -i -B 1 -e "couldn't create" -e 'no such object' -e 'no method' -e error -e 'bad ' -e expected -e 'got ')"
}

# Several at a time, since most of it is waiting for pictures; told one after the other.
mkdir -p "$pictures"
told=$(mktemp -d)
trap 'rm -rf "$told"' EXIT
patches=("$library"/hertz/start.pd "$library"/hertz/*-help.pd)
[ -z "${HZ_ALL-}" ] || patches+=("$library"/hertz/demos/*.pd)
[ $# = 0 ] || patches=("${@/#/$library/hertz/}") && patches=("${patches[@]/%.pd/}") && patches=("${patches[@]/%/.pd}")
for patch in "${patches[@]}"; do
    (meet "$patch") >"$told/$(basename "$patch")" 2>/dev/null &
    [ "$(jobs -rp | wc -l)" -lt 4 ] || wait -n
done
wait
cat "$told"/* /dev/null | awk '
    { sub(/ok/, "ok " ++n) } 1
    /^not/ { wrong = 1 }
    END { if (!n) { print "not ok 1 - a help patch: there is none"; n = wrong = 1 } print "1.." n; exit wrong }'

#!/bin/bash
# Pictures of impact~'s help patch as a user sees it after a click, and of its comparison of methods. Written into the
# folder it is given, as impact~-help.png and impact~-methods.png.
set -eu
folder=$1 library=${HZ_PDPATH:-build}
scratch=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null; wait 2>/dev/null; rm -rf "$scratch"' EXIT
. "$(dirname "$0")/../screen"
open_screen "$scratch"

patch=$library/hertz/impact~-help.pd
pd -nrt -noprefs -nosound -stderr -path "$library" -open "$patch" </dev/null >"$scratch/said" 2>&1 &

click() { # window, x, y
    xdotool mousemove --window "$1" "$2" "$3" sleep 0.2 click 1 sleep 0.2 mousemove --window "$1" 2 2
}

window=$(await xdotool search --onlyvisible --name '^impact~-help\.pd')
bar=$(menu "$window" "$patch")
click "$window" 32 $((150 + bar)) # the bang
sleep 1
shoot "$window" "$bar" "$folder/impact~-help.png"
click "$window" 450 $((18 + bar)) # [pd methods]
methods=$(await xdotool search --onlyvisible --name '^methods')
click "$methods" 34 $((76 + bar))
sleep 1
shoot "$methods" "$bar" "$folder/impact~-methods.png"
echo "$folder/impact~-help.png $folder/impact~-methods.png"

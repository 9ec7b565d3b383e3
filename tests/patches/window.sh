#!/bin/bash
# Every page of the library in Pd's own window, as a user meets it: it opens without an error, fits a screen of 1366 x
# 768 with its menu and title, nothing lies over anything, no wire goes through a text, no comment lies on a light
# canvas (in a dark theme it would be white on white), a click is answered; then everything is clicked and moved, here
# and in the windows that it opens, and Pd is content. window/pages-plugin.tcl does this from within Pd's window
# program, in one Pd after the other patch, without waiting for anything but Pd's answers.
#
#   window.sh [pages]   these alone, as in: window.sh start impact~-help demos/wall
#
# HZ_PDPATH is the folder of the library. HZ_PICTURES=folder keeps pictures, to be looked at. With HZ_WAIT=ms each click
# is listened to for so long, and one that is over -1 dBFS, so that the limiter has to act, is an error.
set -u
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../tools/screen" && declare -F await open_screen >/dev/null || exit 1
library=$(cd "${HZ_PDPATH:-build}" && pwd)
scratch=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null; wait 2>/dev/null; rm -rf "$scratch"' EXIT

patches=("$library"/hertz/*.pd "$library"/hertz/demos/*.pd)
# The sheets of the course take half a minute more.
[ -z "${HZ_ALL-}" ] || patches+=("$library"/hertz/course/[0-9]*.pd)
pages=()
for patch in "${patches[@]}"; do
    case $patch in
    */course/*-exercise.pd | */course/*-solution.pd | */hertz-help.pd) ;; # nothing sounds there
    *-help.pd | */start.pd | */performance.pd | */demos/* | */course/*) pages+=("$patch") ;;
    esac
done
if [ $# -gt 0 ]; then
    pages=("${@/#/$library/hertz/}")
    pages=("${pages[@]/%.pd/}")
    pages=("${pages[@]/%/.pd}")
fi
if [ -n "${HZ_PICTURES-}" ]; then
    mkdir -p "$HZ_PICTURES"
    HZ_PICTURES=$(cd "$HZ_PICTURES" && pwd)
    export HZ_PICTURES
fi

if ! open_screen "$scratch"; then
    echo "not ok 1 - there is a screen: Xvfb does not start: $(cat "$scratch/xvfb")"
    exit 1
fi
export HZ_PATCHES="${pages[*]}" HZ_TOLD=$scratch/told
LD_PRELOAD=${HZ_PRELOAD-} timeout -k 5 "${HZ_TIMEOUT:-110}" pd -nrt -noprefs -nosound -path "$library" \
    -path "$here/window" -open "$here/window/pages-probe.pd" </dev/null >"$scratch/said" 2>&1
status=$?
if [ $status != 0 ]; then
    echo "not ok - Pd ends as it should: it ended with status $status"
    cat "$scratch/said"
fi >>"$scratch/told"
awk '
    /^(not )?ok/ { sub(/ok/, "ok " ++n) } 1
    /^not/ { wrong = 1 }
    END {
        if (!n) { print "not ok 1 - a page: there is none"; n = wrong = 1 }
        print "1.." n
        exit wrong
    }' "$scratch/told"

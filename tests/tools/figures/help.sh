#!/bin/bash
# Pictures of impact~'s help patch as a user sees it after a click, and of its comparison of methods. Written into the
# folder it is given, as impact~-help.png and impact~-methods.png.
set -eu
folder=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
HZ_PICTURES=$scratch "$(dirname "$0")/../../patches/window.sh" impact~-help >/dev/null
cp "$scratch/impact~-help-clicked.png" "$folder/impact~-help.png"
cp "$scratch/impact~-help-methods.png" "$folder/impact~-methods.png"
echo "$folder/impact~-help.png $folder/impact~-methods.png"

#!/bin/bash
# What there is to read in patches, and that they open wherever the folder hertz stands. HZ_PDPATH is the folder of the
# library.
export LC_ALL=C.UTF-8
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/report.sh
library=$PWD/${HZ_PDPATH:-build}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Comments, a line each: "<patch>: <words>".
comments() {
    for patch in abstractions/*.pd help/*.pd help/*/*.pd; do
        tr '\n' ' ' <"$patch" | sed 's/; *#/;\n#/g' | sed -n "s|^#X text [-0-9]* [-0-9]*\( .*\);\$|$patch:\1|p" |
            sed 's/, f [0-9]*$//'
    done
}

# Pd reads such a word as a number, and writes it without its full stop: 4\. stays.
stops_lost() { comments | grep -E ' -?[0-9]+\.( |$)'; }

# Pages: what a user opens.
pages() { ls help/*.pd help/demos/*.pd | grep -v -e '-voice\.pd' -e help/missing; }

# Opens all pages of a folder in a Pd that searches nowhere, and quits; in words, what Pd says.
open_all() { # folder
    printf '%s\n' '#N canvas 0 0 400 300 12;' '#X obj 20 20 loadbang;' '#X obj 20 40 delay 2000;' \
        '#X msg 20 60 \; pd quit;' '#X connect 0 0 1 0;' '#X connect 1 0 2 0;' >"$scratch/quit.pd"
    LD_PRELOAD=${HZ_PRELOAD-} timeout 100 pd -nrt -noprefs -batch -nogui -nosound \
        $(pages | sed "s|^help/|-open $1/|") -open "$scratch/quit.pd" </dev/null 2>&1
}

# In any folder named hertz, without a search path. [pd~] is not part of Pd everywhere.
strange_folder() {
    mkdir "$scratch/away"
    cp -r "$library/hertz" "$scratch/away/hertz"
    open_all "$scratch/away/hertz" >"$scratch/said"
    grep -e "couldn't create" -B 1 -e 'not found' "$scratch/said" | grep -v 'pd~'
    grep -q . "$scratch/said" || echo "Pd says nothing"
}

# In a folder of another name each page says that the library is missing.
says_it_in_words() {
    mv "$scratch/away/hertz" "$scratch/away/other"
    said=$(open_all "$scratch/away/other" | grep -c '^hertz: hertz was not found: add')
    [ "$said" = "$(pages | wc -l)" ] || echo "$said of $(pages | wc -l) pages say it"
}

# What a message `open x` would open, from the folder of the patch.
opens_nothing() {
    grep -H '^#X msg [0-9]* [0-9]* open [^0-9]*' help/*.pd | sed 's/;$//' | while read -r patch _ _ _ _ target; do
        case $patch in *fretted*) continue ;; esac # its `open` tunes the open strings
        [ -e "help/$target.pd" ] || echo "$patch $target is not there"
    done
}

# Pd's help browser lists of a library what is named -help.pd, and its folders.
browser() {
    [ -e "$library/hertz/hertz-help.pd" ] || echo "there is no hertz-help.pd"
    for patch in start performance course/1-contact; do
        grep -q "^#X msg .* open $patch;" help/hertz-help.pd || echo "hertz-help.pd does not open $patch"
    done
}

report "a number at the end of a sentence keeps its full stop" "$(stops_lost)"
report "pages open from any folder named hertz" "$(strange_folder)"
report "without the library each page says so in words" "$(says_it_in_words)"
report "what opens a patch has one to open" "$(opens_nothing)"
report "the help browser leads to start, performance and the course" "$(browser)"
echo "1..$n"
exit $status

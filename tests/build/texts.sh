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

# In a folder of another name each page says that the library is missing; a page of reference needs none.
says_it_in_words() {
    local asked
    asked=$(pages | grep -vc -e '-reference\.pd')
    mv "$scratch/away/hertz" "$scratch/away/other"
    said=$(open_all "$scratch/away/other" | grep -c '^hertz: hertz was not found: add')
    [ "$said" = "$asked" ] || echo "$said of $asked pages say it"
}

# Sliders print where they are put, in a copy of the library. Each is put where the object says that it is, but
# those of a bow and of wires that are at 0 as they stand there.
deaf_sliders() {
    cp -r "$library/hertz" "$scratch/away/hertz"
    local slider=$scratch/away/hertz/slider.pd boxes number
    boxes=$(grep -c '^#X \(obj\|msg\|text\)' "$slider")
    number=$(grep '^#X \(obj\|msg\|text\)' "$slider" | grep -n -m 1 'expr .*f 60;' | cut -d: -f1)
    sed -i "/^#X coords/i #X obj 0 0 print slider \\\\\$1 \\\\\$3;\n#X connect $((number - 1)) 0 $boxes 0;" "$slider"
    for page in $(pages | grep -l hertz/slider $(cat)); do
        LD_PRELOAD=${HZ_PRELOAD-} timeout 20 pd -nrt -noprefs -batch -nogui -nosound \
            -open "$scratch/away/hertz/$(basename "$page")" -open "$scratch/quit.pd" </dev/null >"$scratch/said" 2>&1
        grep -o 'hertz/slider.*' "$page" | sed 's/;//; s/\\$0/=/' | while read -r _ whose _ name _ _ _; do
            case $page:$whose:$name in
            *snare~*:distance | *trombamarina~*:=-bow:* | *tromba~*:bow | *tromba~*:drone) continue ;;
            esac
            grep -q "^slider [0-9]*${whose#=} $name: [-0-9]" "$scratch/said" || echo "$page: $name is told nothing"
        done
    done
    cat >"$scratch/told.pd" <<END
#N canvas 0 0 400 300 12;
#X obj 20 20 loadbang;
#X obj 20 40 delay 100;
#X msg 20 60 \\; of-info string 1 decay 5 7 \\; of-info string 2 decay 6 \\; of-info decay ring \\; of-info height 9 \\;
 of-set height -0.3 \\; pd quit;
#X obj 20 120 hertz/slider of set decay s 0 9 lin;
#X obj 20 140 hertz/slider of set height m -1 0 lin -0.5;
#X connect 0 0 1 0;
#X connect 1 0 2 0;
END
    LD_PRELOAD=${HZ_PRELOAD-} timeout 20 pd -nrt -noprefs -batch -nogui -nosound -path "$scratch/away" \
        -open "$scratch/told.pd" </dev/null 2>&1 | grep '^slider' >"$scratch/said"
    printf 'slider of %s\n' 'height: -0.5' 'decay: 5' 'height: -0.3' | diff - "$scratch/said"
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
report "sliders stand where the object is" "$(deaf_sliders)"
report "what opens a patch has one to open" "$(opens_nothing)"
report "the help browser leads to start, performance and the course" "$(browser)"
echo "1..$n"
exit $status

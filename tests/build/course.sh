#!/bin/bash
# The course: each solution gives its number and each hole does not, sheets fit and open, without the library they say
# so in words, and the scripts plot what `record` has written. HZ_PDPATH is the folder of the library.
export LC_ALL=C.UTF-8
cd "$(dirname "$0")/../.." || exit 1
library=$PWD/${HZ_PDPATH:-build}
course=$library/hertz/course
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
. tests/tools/report.sh

run_pd() { # patch
    LD_PRELOAD=${HZ_PRELOAD-} timeout 60 pd -nrt -noprefs -batch -nogui -noaudio "${@:2}" -open "$1" </dev/null 2>&1
}

# A patch that opens patches of the course and bangs them, prints what comes out, and quits.
bang_all() { # patches without .pd
    local box=6 name
    cat <<END
#N canvas 0 0 400 300 12;
#X obj 20 20 loadbang;
#X obj 20 40 t b b b;
#X msg 100 60 \; pd dsp 1;
#X obj 20 60 delay 100;
#X obj 200 60 delay 4000;
#X msg 200 80 \; pd quit;
#X obj 20 80 print answer;
END
    for name; do echo "#X obj 20 100 $name;"; done
    echo "#X connect 0 0 1 0;#X connect 1 2 2 0;#X connect 1 0 3 0;#X connect 1 1 4 0;#X connect 4 0 5 0;" |
        sed 's/;#/;\n#/g'
    for name; do
        box=$((box + 1))
        echo "#X connect 3 0 $box 0;"
        echo "#X connect $box 0 6 0;"
    done
}

verdicts() { # exercise or solution
    local names
    names=$(cd "$course" && ls [0-9]*-"$1".pd | sed 's/\.pd$//')
    bang_all $names >"$scratch/$1.pd"
    run_pd "$scratch/$1.pd" -path "$library" -path "$course" >"$scratch/$1.said"
}

# Lessons, of 1 to 10, whose last verdict is not this.
wrong() { # exercise or solution, verdict
    for lesson in {1..10}; do
        said=$(grep "^answer: $lesson " "$scratch/$1.said" | tail -n 1)
        [ "$(cut -d' ' -f3 <<<"$said")" = "$2" ] || echo "lesson $lesson: ${said:-it says nothing}"
    done
}

# An exercise and its solution differ in the hole and in their names.
differences() {
    for exercise in help/course/[0-9]*-exercise.pd; do
        lines=$(diff "$exercise" "${exercise%-exercise.pd}-solution.pd" | grep -c '^<')
        [ "$lines" -ge 2 ] && [ "$lines" -le 4 ] || echo "$exercise differs from its solution in $lines lines"
    done
}

# Windows that are larger than 1280 by 800 with their menu, and boxes outside of their window.
too_large() {
    for patch in help/course/*.pd; do
        awk -v name="$patch" '
            /^#N canvas/ && !depth++ { wide = $5; high = $6; if (wide > 1270 || high > 745) print name, wide, high }
            /^#X restore/ { depth-- }
            depth == 1 && /^#X (obj|msg|text|floatatom)/ && ($3 > wide - 10 || $4 > high - 10) { print name ": " $0 }
        ' "$patch"
    done
}

# Every sheet has its page, and its exercise and solution stand in it.
incomplete() {
    for lesson in {1..10}; do
        set -- help/course/$lesson-*.md
        sheet=${1%.md}.pd
        [ -e "$sheet" ] || { echo "lesson $lesson has no sheet"; continue; }
        grep -q -- "-exercise;" "$sheet" && grep -q -- "-solution;" "$sheet" || echo "$sheet has no exercise"
        grep -q "^\*\*The number:\*\*" "$1" || echo "$1 has no number"
        grep -q "^| $lesson " help/course/teacher.md || echo "teacher.md has no lesson $lesson"
    done
}

# All sheets at once, opened and clicked by nobody: no line of error.
sheets_complain() {
    (cd "$course" && ls [0-9]*[a-z].pd | grep -v -e exercise -e solution | sed 's/\.pd$//') >"$scratch/names"
    { echo "#N canvas 0 0 400 300 12;"
      sed 's/.*/#X obj 20 20 &;/' "$scratch/names"
      echo "#X obj 20 20 loadbang;"; echo "#X obj 20 40 delay 500;"; echo "#X msg 20 60 \; pd quit;"
      echo "#X connect 10 0 11 0;"; echo "#X connect 11 0 12 0;"; } >"$scratch/sheets.pd"
    [ "$(wc -l <"$scratch/names")" = 10 ] || echo "there are not ten sheets"
    run_pd "$scratch/sheets.pd" -path "$library" -path "$course" |
        grep -e error -e "couldn't create" -e "not found" -e failed -e "divide by zero"
}

# Without the library: the words, in Pd's window and in the patch.
says_it_in_words() {
    cp -r help/course "$scratch/alone"
    printf '#N canvas 0 0 400 300 12;\n#X obj 20 20 1-contact;\n#X obj 20 20 loadbang;\n' >"$scratch/alone/alone.pd"
    printf '#X obj 20 40 delay 500;\n' >>"$scratch/alone/alone.pd"
    printf '#X msg 20 60 \\; pd quit;\n#X connect 1 0 2 0;\n#X connect 2 0 3 0;\n' >>"$scratch/alone/alone.pd"
    run_pd "$scratch/alone/alone.pd" | grep -q "course: hertz was not found. Add" || echo "it does not say so"
    grep -q 'cnv .*hertz\\ was\\ not\\ found' help/course/sheet-library.pd || echo "the sheet does not show it"
}

# The commands that the course's page tells, where they leave their files outside of the tree.
scripts() {
    mkdir -p "$scratch/hertz"
    cp -r "$course" "$scratch/hertz/course"
    cp "$library"/hertz/*~.* "$scratch/hertz"
    local here=$scratch/hertz/course/scripts
    run_pd "$here/render.pd" | grep -e error -e "couldn't create"
    [ -s "$here/render.wav" ] && [ -s "$here/render.csv" ] || { echo "render.pd left no files"; return; }
    head -n 3000 "$here/render.csv" >"$here/blow.csv"
    (cd "$here" && python3 plot_record.py blow.csv >/dev/null) || echo "plot_record.py fails"
    [ "$(grep -c '<polyline' "$here/blow.svg")" = 7 ] || echo "blow.svg has not seven curves"
    for step in 1 2 4; do # a contact whose error falls with the square of the step
        awk -v h=$step 'BEGIN { print "time,position,velocity"; for (i = 1; i < 4; i++)
            printf "%.17g,0,%.17g\n", i * h * 1e-5, 1 + h * h * 1e-4 }' >"$here/$step.csv"
    done
    (cd "$here" && python3 error_over_step.py 1 1.csv 2.csv 4.csv) | grep '^order 2.000' >/dev/null ||
        echo "error_over_step.py finds another order than 2"
    [ -n "${HZ_ALL-}" ] || return
    (cd "$here" && octave-cli plot_record.m blow.csv && octave-cli error_over_step.m 1 1.csv 2.csv 4.csv) \
        >"$scratch/octave" 2>&1 || cat "$scratch/octave"
    grep -q '^order 2.000' "$scratch/octave" || { echo "error_over_step.m finds no order of 2"; cat "$scratch/octave"; }
    [ -s "$here/blow.png" ] && [ -s "$here/error.png" ] || echo "Octave leaves no pictures"
}

verdicts solution
verdicts exercise
report "each solution gives its number" "$(wrong solution 1)"
report "no hole gives it" "$(wrong exercise 0)"
report "an exercise and its solution differ in the hole" "$(differences)"
report "sheets fit into 1280 by 800" "$(too_large)"
report "each lesson has its sheet, page, exercise, number, and its line for teachers" "$(incomplete)"
report "sheets open without an error" "$(sheets_complain)"
report "without the library a sheet says so in words" "$(says_it_in_words)"
report "what record writes can be rendered without a display and plotted" "$(scripts)"
echo "1..$n"
exit $status

#!/bin/bash
# The course: each solution gives its number, and neither a hole nor a number in its place does; what is said is so
# (course/facts.py); every button draws what can be looked at (course/clicks.py); patches fit and open; the scripts plot
# what `record` has written. HZ_PDPATH is the folder of the library. With HZ_ALL what is said is checked, and every
# button is clicked twice and in drawn pairs.
export LC_ALL=C.UTF-8 PYTHONDONTWRITEBYTECODE=1
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

# Bangs all exercises or solutions in a folder; what they answer goes to a file.
verdicts() { # exercise or solution, folder, file
    local names
    names=$(cd "$course" && ls [0-9]*-"$1".pd | sed 's/\.pd$//')
    bang_all $names >"$scratch/bang.pd"
    run_pd "$scratch/bang.pd" -path "$2" -path "$library" -path "$course" >"$scratch/$3"
}

answer() { # lesson, file
    grep "^answer: $1 " "$scratch/$2" | tail -n 1
}

# Lessons, of 1 to 11, whose last verdict is not this: 0 not yet, 1 right, 2 a number.
wrong() { # file, verdict
    for lesson in {1..11}; do
        said=$(answer $lesson "$1")
        [ "$(cut -d' ' -f3 <<<"$said")" = "$2" ] || echo "lesson $lesson: ${said:-it says nothing}"
    done
}

# What an answer shows beside the verdict: the student's number, and the one that was due only where it was right.
tells() { # file, fields
    for lesson in {1..11}; do
        [ "$(answer $lesson "$1" | wc -w)" = "$2" ] || echo "lesson $lesson: $(answer $lesson "$1")"
    done
}

# The numbers of teacher.md are those that come out; that of lesson 7 is drawn.
told_to_teachers() {
    for lesson in {1..11}; do
        due=$(answer $lesson solutions | cut -d' ' -f5)
        awk -F'|' -v lesson=$lesson -v due="$due" '
            /^\| [0-9]+ \|/ && $2 + 0 == lesson && NF == 5 {
                found = 1
                wrong = lesson == 7 ? due < 0.05 || due > 0.3 : ($4 - due) ^ 2 > 1e-11 * due ^ 2
                if (wrong) print lesson ": " due ", not" $4
            }
            END { if (!found) print "no answer to lesson " lesson }' help/course/teacher.md
    done
}

# The right number typed into the hole of each exercise, in place of a patch.
typed_numbers() {
    mkdir -p "$scratch/typed"
    for exercise in "$course"/[0-9]*-exercise.pd; do
        name=$(basename "$exercise")
        number=$(answer "${name%%-*}" solutions | cut -d' ' -f5)
        [ "${name%%-*}" != 3 ] || number=98696 # which makes it last 0.001 s
        sed -E "s/^#X obj 14 212 expr .*;/#X obj 14 212 expr $number;/; s/switching naive;/$number;/" "$exercise" \
            >"$scratch/typed/$name"
        cmp -s "$exercise" "$scratch/typed/$name" && echo "$name has no hole"
    done
    verdicts exercise "$scratch/typed" numbers
    wrong numbers 2
}

# An exercise that is saved in the library's own folder says so, and what its button copies elsewhere opens there.
saved_in_the_library() {
    mkdir -p "$scratch/own/hertz" "$scratch/mine"
    cp -r "$library"/hertz/course "$library"/hertz/*.* "$scratch/own/hertz"
    local here=$scratch/own/hertz/course name=1-contact-exercise last=0 split
    touch -d '1 hour ago' "$here"/*.pd
    sed -i 's/expr 0\*/expr 2*/' "$here/$name.pd"
    touch -d '1 hour ago' "$here/$name.pd"
    read -r last split < <(python3 -c 'import sys; sys.path.insert(0, "tests/build/course"); import clicks
boxes = clicks.boxes(open(sys.argv[1]).read())
print(len(boxes), [i for i, box in enumerate(boxes) if box.endswith("file splitext")][0])' "$here/sheet-copy.pd")
    cat >"$scratch/save.pd" <<END
#N canvas 0 0 400 300 12;
#X obj 10 10 loadbang;
#X msg 10 40 \; pd open $name.pd $here;
#X obj 100 40 delay 3000;
#X msg 100 70 \; pd-$name.pd savetofile $name.pd $here;
#X obj 200 40 delay 5000;
#X msg 200 70 \; pd-sheet-copy.pd obj 0 0 r try-copy \; pd-sheet-copy.pd connect $last 0 $split 0 \; try-copy symbol
$here/$name \\; try-copy symbol $scratch/mine/one;
#X obj 300 40 delay 7000;
#X msg 300 70 \; pd quit;
#X connect 0 0 1 0;
#X connect 0 0 2 0;
#X connect 2 0 3 0;
#X connect 0 0 4 0;
#X connect 4 0 5 0;
#X connect 0 0 6 0;
#X connect 6 0 7 0;
END
    run_pd "$scratch/save.pd" -path "$scratch/own" >"$scratch/save.said"
    [ "$(grep -c "^course: $name was saved in the folder of the library" "$scratch/save.said")" = 1 ] ||
        cat "$scratch/save.said"
    [ "$(grep -c "^course: choose a folder other than that of the library" "$scratch/save.said")" = 1 ] ||
        cat "$scratch/save.said"
    [ -s "$here/$name.pd" ] || echo "what was to be copied is empty"
    cmp "$here/$name.pd" "$scratch/mine/one.pd" || return
    sed -i 's/obj 14 212 expr .*;/obj 14 212 expr pow(1.25*\\$f1*\\$f2*\\$f2\/\\$f3\\, 0.4);/' "$scratch/mine/one.pd"
    bang_all one >"$scratch/try.pd"
    run_pd "$scratch/try.pd" -path "$scratch/mine" -path "$scratch/own" >"$scratch/one.said"
    grep -q "^answer: 1 1 " "$scratch/one.said" || cat "$scratch/one.said"
    grep "^course: " "$scratch/one.said"
}

# An exercise and its solution differ in the hole, in their names, and in what keeps a copy.
differences() {
    for exercise in help/course/[0-9]*-exercise.pd; do
        lines=$(diff "$exercise" "${exercise%-exercise.pd}-solution.pd" | grep -c '^<')
        [ "$lines" -ge 2 ] && [ "$lines" -le 5 ] || echo "$exercise differs from its solution in $lines lines"
    done
}

# Windows that are larger than a screen of 1366 by 768 has room for beside its panel, their title and their menu, and
# boxes outside of their window.
too_large() {
    for patch in help/course/*.pd; do
        awk -v name="$patch" '
            /^#N canvas/ && !depth++ { wide = $5; high = $6; if (wide > 1340 || high > 660) print name, wide, high }
            /^#X restore/ { depth-- }
            depth == 1 && /^#X (obj|msg|text|floatatom)/ && ($3 > wide - 10 || $4 > high - 10) { print name ": " $0 }
        ' "$patch"
    done
}

# Every sheet has its page, and its exercise and solution stand in it.
incomplete() {
    for lesson in {1..11}; do
        set -- help/course/$lesson-*.md
        sheet=${1%.md}.pd
        [ -e "$sheet" ] || { echo "lesson $lesson has no sheet"; continue; }
        grep -q -- "-exercise;" "$sheet" && grep -q -- "-solution;" "$sheet" || echo "$sheet has no exercise"
        grep -q "^| $lesson " help/course/teacher.md || echo "teacher.md has no lesson $lesson"
    done
}

# All sheets at once, opened and clicked by nobody: no line of error.
sheets_complain() {
    (cd "$course" && ls [0-9]*[a-z].pd | grep -v -e exercise -e solution | sed 's/\.pd$//') >"$scratch/names"
    { echo "#N canvas 0 0 400 300 12;"
      sed 's/.*/#X obj 20 20 &;/' "$scratch/names"
      echo "#X obj 20 20 loadbang;"; echo "#X obj 20 40 delay 500;"; echo "#X msg 20 60 \; pd quit;"
      echo "#X connect 11 0 12 0;"; echo "#X connect 12 0 13 0;"; } >"$scratch/sheets.pd"
    [ "$(wc -l <"$scratch/names")" = 11 ] || echo "there are not eleven sheets"
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
    [ -n "${HZ_ALL-}" ] || return
    # The tables are those of facts.py, which runs error_over_step.py too.
    (cd "$here" && octave-cli plot_record.m blow.csv &&
        octave-cli error_over_step.m 0.00045351473922902497 "$scratch"/facts/threepoint*.csv) >"$scratch/octave" 2>&1 ||
        cat "$scratch/octave"
    grep -q '^order 1.99' "$scratch/octave" || { echo "error_over_step.m finds no order of 2"; cat "$scratch/octave"; }
    [ -s "$here/blow.png" ] && [ -s "$here/error.png" ] || echo "Octave leaves no pictures"
}

mkdir "$scratch/none"
verdicts solution "$scratch/none" solutions
verdicts exercise "$scratch/none" exercises
report "each solution gives its number" "$(wrong solutions 1; tells solutions 5; told_to_teachers)"
report "no hole gives it, and none shows it" "$(wrong exercises 0; tells exercises 4)"
report "a number in place of a patch is called one" "$(typed_numbers)"
report "an exercise saved in the library's folder says so, and a copy elsewhere works" "$(saved_in_the_library)"
report "an exercise and its solution differ in the hole" "$(differences)"
report "patches fit 1366 by 768" "$(too_large)"
report "each lesson has its sheet, page, exercise, and its line for teachers" "$(incomplete)"
report "sheets open without an error" "$(sheets_complain)"
report "without the library a sheet says so in words" "$(says_it_in_words)"
seed=1 times=1 pairs=0
[ -z "${HZ_ALL-}" ] || seed=${HZ_SEED:-$RANDOM} times=2 pairs=20
report "every button draws what can be looked at (seed $seed)" \
    "$(python3 tests/build/course/clicks.py "$library" "$scratch/clicks" $times $pairs $seed 2>&1)"
mkdir "$scratch/facts"
[ -z "${HZ_ALL-}" ] ||
    report "what is said is so" "$(python3 tests/build/course/facts.py "$library" "$scratch/facts" 2>&1)"
report "what record writes can be rendered without a display and plotted" "$(scripts)"
echo "1..$n"
exit $status

#!/bin/bash
# Willemsen's systems, which have no figures in the paper: of each one of ours, drawn from what `record` writes. It
# shows motion, force, energies, and for each solver the error over the sample rate. Called with the folder for the
# figures, where willemsen.html sets each beside what the paper says.
set -eu
folder=$1 library=${HZ_PDPATH:-build}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# What an object does after a message, at a rate: for 20 ms, unless `span` (s) says another time, from `after` (ms) on.
record() { # table, rate, object, message
    local to=3 # the recording begins before the message
    [ -z "${after-}" ] || to=8
    cat >"$scratch/record.pd" <<END
#N canvas 0 0 400 300 12;
#X obj 20 20 loadbang;
#X obj 20 40 t b b b;
#X msg 200 60 \; pd dsp 1;
#X msg 100 80 record ${span:-0.02} $1.csv;
#X msg 20 80 $4;
#X obj 20 110 hertz/$3;
#X obj 200 40 delay $((200 + ${after:-0}));
#X msg 200 80 \; pd quit;
#X obj 100 60 delay ${after:-0};
#X connect 0 0 1 0;
#X connect 1 0 4 0;
#X connect 1 1 $to 0;
#X connect 1 2 2 0;
#X connect 3 0 5 0;
#X connect 4 0 5 0;
#X connect 0 0 6 0;
#X connect 6 0 7 0;
#X connect 8 0 3 0;
END
    timeout 60 pd -nrt -noprefs -batch -nogui -noaudio -r "$2" -path "$library" -open "$scratch/record.pd" \
        </dev/null >"$scratch/said" 2>&1
    tail -n +2 "$scratch/$1.csv" | tr , ' ' >"$scratch/$1.txt"
}

# How far the motion of a run is from that of a finer one, as a part of its greatest: "<rate> <error>".
error() { # table, finer table, how many times finer, rate
    awk -v times="$3" -v rate="$4" '
        NR == FNR { fine[FNR] = $2; next }
        fine[FNR * times] != "" {
            d = $2 - fine[FNR * times]; sum += d * d; top += fine[FNR * times] ^ 2
        }
        END { if (top > 0) print rate, sqrt(sum / top) }' "$scratch/$2.txt" "$scratch/$1.txt"
}

# How much deeper the second solver goes than the first, in per cent.
deeper() {
    awk 'FNR == 1 { file++ } $4 > deep[file] { deep[file] = $4 } END { printf "%.2f", 100 * (deep[2] / deep[1] - 1) }' \
        "$scratch/$1-44100.txt" "$scratch/$2-44100.txt"
}

# Draws. Lines that lie on each other are told apart by their widths: the first solver's is broad and pale.
draw() { # name, title, the solvers, what the lower right panel shows
    local first=${3%% *} kind terminal
    for kind in svg png; do
        terminal=$kind
        [ $kind = svg ] || terminal=pngcairo
        gnuplot <<END
            set terminal $terminal size 1300,900 font "sans,16" linewidth 1.5 background "white"
            set output "$folder/w$1.$kind"
            set style data lines
            set multiplot layout 2,2 title "$2\n " noenhanced
            set key tmargin center horizontal samplen 2
            set style line 1 lw 5 lc rgb "#a6cee3"
            set style line 2 lw 1.4 dt 2 lc rgb "#000000"
            set style line 3 lw 0.8 lc rgb "#d62728"
            set xlabel "time (ms)"
            set ylabel "displacement (mm)"
            plot for [i=1:words("$3")] "$scratch/".word("$3", i)."-44100.txt" using (1e3*\$1):(1e3*\$2) ls i \
                title word("$3", i)
            set ylabel "force (N)"
            plot for [i=1:words("$3")] "$scratch/".word("$3", i)."-44100.txt" using (1e3*\$1):5 ls i title word("$3", i)
            energies = "stored kinetic potential contact dissipated supplied"
            set ylabel "energy (mJ)"
            plot for [i=1:${energies:-5}] "$scratch/$first-44100.txt" using (1e3*\$1):(1e3*column(6+i)) lc i \
                title word(energies, i)
            $4
            unset multiplot
END
    done
    echo "$folder/w$1.svg"
}

page() { # name, title, object, message, what is said of it
    echo "<h3>$2</h3><p><img src=\"w$1.svg\" alt=\"$2\"></p><p>$5</p><p>Here: <code>hertz/$3</code>," \
        "<code>$4</code>, 44.1 kHz.</p>" >>"$folder/willemsen.html"
}

one() { # name, title, object, message, the solvers, the one that the finest run takes, what is said of it
    local solver rate said
    record finest 705600 "$3 -method $6" "$4"
    rm -f "$scratch/errors.txt"
    for solver in $5; do
        for rate in 44100 88200 176400; do
            record "$solver-$rate" $rate "$3 -method $solver" "$4"
            error "$solver-$rate" finest $((705600 / rate)) $rate
        done >>"$scratch/errors.txt"
        printf '\n\n' >>"$scratch/errors.txt"
    done
    draw "$1" "$2" "$5" "
        set xlabel 'sample rate (kHz)'; set ylabel 'error of the motion'; set logscale xy; set format y '10^{%L}'
        set xrange [30:250]; set xtics (44.1, 88.2, 176.4)
        plot for [i=1:words('$5')] '$scratch/errors.txt' index i-1 using (\$1/1e3):2 with linespoints ls i pt 4+2*i \\
            title word('$5', i)"
    # shellcheck disable=SC2086
    said=${7//DEEPER/$(deeper $5)}
    page "$1" "$2" "$3" "$4" "$said The error is against 705.6 kHz."
}

# As it sounds, once it does: what the bow supplies is stored, lost or does not balance.
tromba() { # name, title, object, message, the solvers, what is said of it
    local solver span=0.1 after=1000 energies=6
    for solver in $5; do
        record "$solver-44100" 44100 "$3 -method $solver" "$4"
    done
    draw "$1" "$2" "$5" "
        set ylabel 'unbalanced, of supplied'; set logscale y; set format y '10^{%L}'
        set yrange [1e-18:1]
        plot for [i=1:words('$5')] '$scratch/'.word('$5', i).'-44100.txt' \\
            using (1e3*\$1):(\$12 > 0 ? abs(\$14)/\$12 + 1e-18 : 1/0) ls i title word('$5', i)"
    page "$1" "$2" "$3" "$4" "$6"
}

string="closed newton quadratised"
grid="What differs between rates here is mostly the string's own grid, not the contact."
{
    echo '<!doctype html><html><head><meta charset="utf-8"><title>hertz: the systems of Willemsen</title>'
    echo '<style>body{font:15px/1.4 sans-serif;max-width:60em;margin:2em auto}img{max-width:100%}</style></head><body>'
    echo '<h1>The systems of Willemsen</h1><p>The paper has no figures of data. For each of its systems this is'
    echo 'one of ours.</p>'
} >"$folder/willemsen.html"
span=0.003 one 2 "2: a mass and a barrier" \
    "impact~ -object wall -mass 0.01 -stiffness 1e+06 -exponent 1.5 -damping 0 -ledger 1" "strike 1" \
    "threepoint quadratised" exact \
    "The paper: the quadratised scheme needs no iteration and keeps the energy. It does. By eye it is the same motion,
    DEEPER % deeper than threepoint's at 44.1 kHz; its error is larger and falls more slowly (below, right), since psi
    begins at a touch with an order of 1.25 for this exponent."
one 3 "3: a mass on a spring and a barrier" \
    "impact~ -object wall -suspension 200 -mass 0.01 -stiffness 1e+06 -exponent 1.5 -damping 0 -ledger 1" "strike 1" \
    "threepoint quadratised" exact "The paper: the mass returns again and again, and the energy stays."
one 4 "4: two masses" "impact~ -object modes -freqs 50 -masses 0.05 -mass 0.01 -stiffness 1e+06 -damping 0 -ledger 1" \
    "strike 1" "threepoint quadratised" exact "The paper: two masses exchange their energy through the contact."
one 5 "5: two strings" "stringbarrier~ -obstacle string -height -0.001 -stiffness 1e+07 -ledger 1" "pluck" "$string" \
    newton "The paper: contacts along the strings, solved point by point. $grid"
one 6 "6: a mass and a string" \
    "stringbarrier~ -obstacle mass -mass 0.002 -massfreq 50 -height -0.0005 -ledger 1" "pluck" "$string" \
    newton "The paper: the two solvers agree where contacts are soft. $grid"
one a "Appendix: a mass between a string and a barrier" \
    "stringbarrier~ -obstacle mass -mass 0.002 -massfreq 20 -floor 0.001 -height -0.0003 -ledger 1" "pluck" "$string" \
    newton "The paper: two contacts share the mass, and are solved together. $grid"
tromba 7 "7: the tromba marina" "trombamarina~ -ledger 1" "stroke 2" "$string" \
    "The paper: section 7.3, Energy analysis, is empty. Here: from 1 s on, a tenth of a second: what the bow supplies is
    stored or dissipated, and what does not balance is rounding (below, right). By eye the three solvers move alike."
echo '</body></html>' >>"$folder/willemsen.html"

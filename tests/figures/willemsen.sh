#!/bin/bash
# Willemsen's systems, which have no figures in the paper: of each one of ours, drawn from what `record` writes. It
# shows motion, force, energies, and for each solver the error over the sample rate. Called with the folder for the
# figures, where willemsen.html sets each beside what the paper says.
set -eu
folder=$1 library=${HZ_PDPATH:-build}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# What an object does in the first hundredth of a second after a message, at a rate.
record() { # table, rate, object, message
    cat >"$scratch/record.pd" <<END
#N canvas 0 0 400 300 12;
#X obj 20 20 loadbang;
#X obj 20 40 t b b b;
#X msg 200 60 \; pd dsp 1;
#X msg 100 80 record 0.02 $1.csv;
#X msg 20 80 $4;
#X obj 20 110 hertz/$3;
#X obj 200 40 delay 200;
#X msg 200 80 \; pd quit;
#X connect 0 0 1 0;
#X connect 1 0 4 0;
#X connect 1 1 3 0;
#X connect 1 2 2 0;
#X connect 3 0 5 0;
#X connect 4 0 5 0;
#X connect 0 0 6 0;
#X connect 6 0 7 0;
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

one() { # name, title, object, message, the solvers, the one that the finest run takes
    local name=$1 title=$2 object=$3 message=$4 solver rate
    record finest 705600 "$object -method $6" "$message"
    rm -f "$scratch/errors.txt"
    for solver in $5; do
        for rate in 44100 88200 176400; do
            record "$solver-$rate" $rate "$object -method $solver" "$message"
            error "$solver-$rate" finest $((705600 / rate)) $rate
        done >>"$scratch/errors.txt"
        printf '\n\n' >>"$scratch/errors.txt"
    done
    local first=${5%% *}
    for kind in svg png; do
        terminal=$kind
        [ $kind = svg ] || terminal=pngcairo
        gnuplot <<END
            set terminal $terminal size 1300,900 font "sans,16" background "white"
            set output "$folder/w$name.$kind"
            set style data lines
            set multiplot layout 2,2 title "$title" noenhanced
            set key bmargin center horizontal
            set xlabel "time (ms)"
            set ylabel "displacement (mm)"
            plot for [s in "$5"] "$scratch/".s."-44100.txt" using (1e3*\$1):(1e3*\$2) title s
            set ylabel "force (N)"
            plot for [s in "$5"] "$scratch/".s."-44100.txt" using (1e3*\$1):5 title s
            set ylabel "energy (mJ)"
            plot for [i=0:4] "$scratch/$first-44100.txt" using (1e3*\$1):(1e3*column(7+i)) \
                title word("stored kinetic potential contact dissipated", i + 1)
            set xlabel "sample rate (kHz)"; set ylabel "error of the motion"; set logscale xy; set format y "10^{%L}"
            plot for [i=1:words("$5")] "$scratch/errors.txt" index i-1 using (\$1/1e3):2 with linespoints \\
                title word("$5", i)
            unset multiplot
END
    done
    echo "<h3>$title</h3><p><img src=\"w$name.svg\" alt=\"$title\"></p><p>$7</p><p>Here: <code>hertz/$object</code>," \
        "<code>$message</code>, 44.1 kHz; the error is against 705.6 kHz.</p>" >>"$folder/willemsen.html"
    echo "$folder/w$name.svg"
}

string="closed newton quadratised"
grid="What differs between rates here is mostly the string's own grid, not the contact."
{
    echo '<!doctype html><html><head><meta charset="utf-8"><title>hertz: the systems of Willemsen</title>'
    echo '<style>body{font:15px/1.4 sans-serif;max-width:60em;margin:2em auto}img{max-width:100%}</style></head><body>'
    echo '<h1>The systems of Willemsen</h1><p>The paper has no figures of data. For each of its systems this is'
    echo 'one of ours.</p>'
} >"$folder/willemsen.html"
one 2 "2: a mass and a barrier" "impact~ -object wall -mass 0.01 -stiffness 1e+06 -exponent 1.5 -damping 0 -ledger 1" \
    "strike 1" "threepoint quadratised" exact \
    "The paper: the quadratised scheme needs no iteration and keeps the energy. Here: it does, but it goes deeper."
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
one 7 "7: the tromba marina" "trombamarina~ -ledger 1" "stroke 2" "$string" newton \
    "The paper: section 7.3, Energy analysis, is empty. Here: stored, lost and supplied energy balance to rounding."
echo '</body></html>' >>"$folder/willemsen.html"

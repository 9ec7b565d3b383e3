# Draws what papers.c has computed; index.html shows it. Lengths in micrometres and times in microseconds, unless said.
set terminal svg size 1300,640 font "sans,17" linewidth 1.7 background "white"
set style data lines
set key tmargin center horizontal maxrows 3 samplen 2
all = "exact am1 verlet heun rk4 twopoint threepoint quadratised"
colour(i) = word("#000000 #d62728 #1f77b4 #2ca02c #9467bd #ff7f0e #8c564b #17becf", i + 1)
us(t) = 1e6 * t
ms(t) = 1e3 * t
um(x) = 1e6 * x

# Phase portraits and force over compression.
do for [which in "p a"] {
    data = which . "1.txt"
    limit = which eq "p" ? -2 : -1 / 0.6
    set output which . "1.svg"
    set xlabel "compression (μm)"; set ylabel "velocity (m/s)"; set xrange [-5:*]; set yrange [-2.2:4.2]
    if (which eq "a") { set multiplot layout 1,2 }
    plot for [i=0:3] data index i using (um($2)):3 lc rgb colour(i + 1) title sprintf("v_{in} = %d m/s", i + 1), limit dt 2 lc rgb "gray40" title "-1/μ"
    if (which eq "p") { set output "p2.svg" }
    set ylabel "force (N)"; set xrange [0:*]; set yrange [*:*]
    plot for [i=0:3] data index i using (um($2)):4 lc rgb colour(i + 1) title sprintf("v_{in} = %d m/s", i + 1), data index 7 using (um($2)):4 dt 2 lc rgb "black" title "no loss"
    if (which eq "a") { unset multiplot }
    set xrange [*:*]
}

set output "p3.svg"
set logscale x; set xlabel "μ v_{in}"; set ylabel "error of the fitted v_{out} (%)"
plot "p3.txt" lc rgb "black" notitle
unset logscale x

# Methods beside each other: phase portrait or force, then energy.
do for [k=4:6] {
    data = sprintf("p%d.txt", k)
    stats data index 8 using 2 name "x" nooutput
    stats data index 8 using 3 name "v" nooutput
    stats data index 8 using 4 name "h" nooutput
    stats data index 8 using 5 name "e" nooutput
    set output sprintf("p%d.svg", k)
    set multiplot layout 1,2
    if (k == 6) {
        set xlabel "time (μs)"; set ylabel "force (N)"
        plot for [i=0:4] data index i using (us($1)):4 lc rgb colour(i) title word(all, i + 1)
    } else {
        set xlabel "compression (μm)"; set ylabel "velocity (m/s)"
        if (k == 5) { set xrange [11:17.5]; set yrange [-0.33:0.1] } else { set xrange [-20:*] }
        plot for [i=0:4] data index i using (um($2)):3 with linespoints pt 7 ps 0.3 lc rgb colour(i) title word(all, i + 1), \
            v_max dt 2 lc rgb "gray40" title "v_{out}", data index 8 using (um($2)):(0) with points pt 1 lc rgb "gray40" title "x_{max}"
        set xrange [*:*]; set yrange [*:*]
    }
    set xlabel "time (μs)"; set ylabel "energy (mJ)"
    if (k == 4) { set xtics 1000 }
    if (k == 5) { set yrange [0.41:0.46] }
    if (k == 6) { set yrange [0:5.5] }
    plot for [i=0:7] data index i using (us($1)):(ms($5)) lc rgb colour(i) title "H " . word(all, i + 1), \
        ms(h_max) dt 2 lc rgb "gray40" notitle, ms(e_max) dt 2 lc rgb "gray40" notitle, \
        for [i=0:(k == 4 ? 1 : -1)] data index 0 using (us($1)):(ms(i ? $7 : $6)) dt 2 + 2*i lc rgb "black" title (i ? "V" : "T")
    set yrange [*:*]; set xtics autofreq
    unset multiplot
}

set output "p7.svg"
set multiplot layout 1,2
do for [k=0:1] {
    set xlabel "time (μs)"; set ylabel "H (mJ)"
    set title k ? "case 2: heun" : "case 1: verlet"
    plot for [i=0:2] "p7.txt" index 3*k+i using (us($1)):(ms($5)) lw (i ? 1.5 : 1) lc rgb colour(i) title word("exact plain corrected", i + 1)
}
unset multiplot
unset title

set output "p8.svg"
set multiplot layout 1,2
set xlabel "time (ms)"; set ylabel "height (mm)"; set yrange [0:*]; set xtics 100
plot for [i=0:2] "p8.txt" index i using (ms($1)):(ms($2)) lc rgb colour(i) title word("exact am1 rk4", i + 1)
set yrange [*:*]; set xtics autofreq; set xlabel "where the ball begins (samples)"; set ylabel "eighth bounce late by (ms)"
plot for [i=1:2] "p8.txt" index 3 using 1:1+i with points pt 7 ps 0.6 lc rgb colour(i) title word("exact am1 rk4", i + 1), 0 lc rgb "gray60" notitle
unset multiplot

do for [k=3:5] {
    set output sprintf("c%d.svg", k)
    data = sprintf("c%d.txt", k)
    set xlabel "time (μs)"; set ylabel "displacement (μm)"
    if (k == 3) { set multiplot layout 1,2 } else { set xrange [80:k == 4 ? 180 : 240]; set yrange [k == 4 ? -30 : -40:*] }
    do for [j=0:(k == 3 ? 1 : 0)] {
        plot data index 3*j using (us($1)):(um($2)) lc rgb "black" title "exact", \
            data index 3*j+1 using (us($1)):(um($2)) with linespoints pt 7 ps 0.4 lc rgb colour(2) title "two points", \
            data index 3*j+2 using (us($1)):(um($2)) with linespoints pt 6 ps 0.4 dt 2 lc rgb colour(1) title "three points", 0 lc rgb "gray60" notitle
    }
    if (k == 3) { unset multiplot }
    set xrange [*:*]; set yrange [*:*]
}

set output "c6.svg"
set multiplot layout 1,2
set xlabel "sampling rate (kHz)"; set ylabel "shortest contact (μs)"
plot "c6.txt" using ($1/1000):2 lc rgb colour(2) title "two points", "" using ($1/1000):3 dt 2 lc rgb colour(1) title "three points", "" using ($1/1000):4 dt 3 lc rgb "black" title "wanted"
set ylabel "error (μs)"
plot "c6.txt" using ($1/1000):5 lc rgb colour(2) title "two points", "" using ($1/1000):6 dt 2 lc rgb colour(1) title "three points"
unset multiplot

set output "c7.svg"
exponents = "1 1.5 2.8 4"
set multiplot layout 1,2
set xlabel "samples that the law says"; set ylabel "K*/K"; set logscale xy; set xrange [1:20]; set yrange [1:100]
plot for [i=0:3] for [m=0:1] "c7.txt" index 2*i+m using 1:2 dt m+1 lc rgb colour(i) \
    title sprintf("a = %s, %s", word(exponents, i + 1), m ? "three points" : "two points")
unset logscale; set ylabel "samples that it lasts"; set xrange [1:6]; set yrange [1:6]
plot for [i=1:2] for [m=0:1] "c7.txt" index 2*i+m using 1:4:5 with yerrorbars pt 7-m ps 0.4 lc rgb colour(i) \
    title sprintf("a = %s, %s", word(exponents, i + 1), m ? "three points" : "two points"), \
    for [i=1:2] for [m=0:1] "c7.txt" index 2*i+m using 1:3 dt 2 lc rgb colour(i) notitle, x lc rgb "gray60" notitle
unset multiplot
set xrange [*:*]; set yrange [*:*]

set output "a2.svg"
set multiplot layout 1,2
set xlabel "time (ms)"; set ylabel "displacement (μm)"
plot "a2.txt" index 1 using (ms($1)):(um($2+$8)) lc rgb "black" title "hammer", "" index 1 using (ms($1)):(um($8)) dt 2 lc rgb colour(2) title "resonator"
set ylabel "force (N)"
plot "a2.txt" index 1 using (ms($1)):4 lc rgb "black" title "exact", "" index 0 using (ms($1)):4 dt 2 lc rgb colour(1) title "am1"
unset multiplot

set output "a3.svg"
set xlabel "v (m/s)"; set ylabel ""; set xrange [-2:4.5]; set yrange [-0.5:5]; set samples 400
plot exp(0.6*x) lc rgb "black" title "exp(μ v)", for [v=1:4] exp(0.6*v)/(1+0.6*v)*(1+0.6*x) dt 2 lc rgb colour(v) title sprintf("a (1 + μ v), v_{in} = %d", v), \
    "a3.txt" using 2:(exp(0.6*$2)) with points pt 7 ps 0.6 lc rgb "black" title "v_{out}"
set xrange [*:*]; set yrange [*:*]

set output "a4.svg"
set xlabel "m_h/k, from 6e-12 (0) to 3e-10 (1)"; set ylabel "contact time (ms)"
plot for [j=0:4] "a4.txt" index j using 1:2 lc rgb colour(j) title "μ = " . word("0.01 0.1 0.3 0.6 1", j + 1), \
    for [j=0:4] "" index j using 1:3 with points pt 6 ps 0.5 lc rgb colour(j) notitle
set output "a5.svg"
plot "a5.txt" index 0 using 1:2 lc rgb "black" title "wall (A 9, mended)", \
    for [j=0:2] "" index j using 1:3 with points pt 6 ps 0.8 lc rgb colour(j + 1) title "m_o = " . word("10 50 500", j + 1) . " g"

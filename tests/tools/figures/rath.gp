# Draws what rath.c has computed; rath.html shows it.
set terminal svg size 1300,640 font "sans,17" linewidth 1.7 background "white"
set style data lines
set key tmargin center horizontal samplen 2
colour(i) = word("#000000 #1f77b4 #d62728", i + 1)

set output "r1.svg"
set xlabel "mass"; set ylabel "displacement (μm)"; set xrange [0:51]; set ytics 200; set yrange [-1300:100]; set rmargin 14
plot for [i=0:8] "r1.txt" index i using 1:($2 - 150 * i) lc rgb "black" notitle, \
    for [i=0:8] "r1.txt" index i using ($1 == 51 ? 51 : 1/0):(-150 * i):(sprintf("%d samples", 7 * i)) \
        with labels left offset 1,0 notitle
set xrange [*:*]; set yrange [*:*]; set ytics autofreq; unset rmargin

# All of it, the first contact, and the last bounces until contact stays.
set output "r2.svg"
set multiplot layout 1,3
set xlabel "time (thousand samples)"; set ylabel "height (mm)"; set xtics 10
plot "r2.txt" index 0 using ($1/1e3):2 lc rgb "#d62728" title "mass", "" index 0 using ($1/1e3):3 lc rgb "black" title "surface"
stats "r2.txt" index 0 using ($2 < 0.02 ? $1 : 1/0) name "hit" nooutput
set xlabel "time (samples)"; set xtics 50; set xrange [hit_min-20:hit_min+130]
plot "r2.txt" index 0 using 1:2 lc rgb "#d62728" title "mass", "" index 0 using 1:3 lc rgb "black" title "surface"
set xlabel "samples since contact stays"; set ylabel "mass above surface (nm)"; set xrange [-150:50]; set xtics 50
plot "r2c.txt" using 1:($2 - $3) lc rgb "#d62728" title "apart above 0", 0 lc rgb "black" notitle
unset multiplot
set xrange [*:*]; set xtics autofreq

set output "r3.svg"
set ylabel "energy, of the start"; set xlabel "time (thousand samples)"; set yrange [0:1.05]; set xrange [0:44]
plot for [i=0:2] "r3.txt" index i using ($1/1e3):2 lc rgb colour(i) title word("exact offset naive", i + 1)

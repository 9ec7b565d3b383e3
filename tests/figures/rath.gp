# Draws what rath.c has computed; rath.html shows it.
set terminal svg size 1300,640 font "sans,16" background "white"
set style data lines
set key bmargin center horizontal
colour(i) = word("#000000 #1f77b4 #d62728", i + 1)

set output "r1.svg"
set xlabel "mass"; set ylabel "displacement (μm), each snapshot seven samples later and lower"
set ytics format ""; set xrange [0:51]
plot for [i=0:8] "r1.txt" index i using 1:($2 - 150 * i) lc rgb "black" notitle
set ytics format "% h"; set xrange [*:*]

set output "r2.svg"
set multiplot layout 1,2
set xlabel "time (samples)"; set ylabel "height (mm)"
plot "r2.txt" index 0 using 1:2 lc rgb "#d62728" title "mass", "" index 0 using 1:3 lc rgb "black" title "surface"
stats "r2.txt" index 0 using ($2 < 0.02 ? $1 : 1/0) name "hit" nooutput
set xrange [hit_min-20:hit_min+180]
replot
unset multiplot
set xrange [*:*]

set output "r3.svg"
set ylabel "energy, of the start"
plot for [i=0:2] "r3.txt" index i using 1:2 lc rgb colour(i) title word("exact offset naive", i + 1)

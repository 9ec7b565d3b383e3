# Draws what friction.c has computed: lines are friction~, dots the theory.
set terminal svg size 1300,640 font "sans,17" linewidth 1.7 background "white"
set key tmargin center horizontal samplen 2
colour(i) = word("#000000 #1f77b4 #d62728", i + 1)

set output "friction.svg"
set multiplot layout 1,3
set xlabel "speed (m/s)"; set ylabel "friction (N)"; set xtics 0.1
plot for [i=0:2] "friction1.txt" index i using 1:2 with lines lc rgb colour(i) title word("2 20 100", i + 1)." Hz", \
    for [i=0:2] "" index i using 1:3 every 16 * word("50 5 1", i + 1) with points pt 7 ps 0.4 lc rgb "gray40" notitle
set xlabel "way (μm)"; set xtics 10
plot for [i=0:2] "friction2.txt" index i using (1e6*$1):2 with lines lc rgb colour(i) title word("0.9 1.5 3", i + 1), \
    for [i=0:2] "" index i using (1e6*$1):3 every 60 with points pt 7 ps 0.4 lc rgb "gray40" notitle
set xlabel "time (ms)"; set ylabel "string under the bow (m/s)"; set xtics 5
plot "friction3.txt" using (1e3*$1):2 with lines lc rgb "black" title "friction~", \
    "" using (1e3*$1):3 with steps lc rgb "#d62728" title "Helmholtz"
unset multiplot

# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 2,2 title "V4: utilisation, 1.6 Mbit/s, 150 ms, 200 s (SACK TCP Veno paper, Fig 5)"
set logscale x
set format x "%g"
set xlabel "loss probability" offset 2,-1.5
set ylabel "connections" offset 0,-1
set zlabel "utilisation" rotate
set logscale y 2
set xtics (0.0001, 0.001, 0.01, 0.1)
set ytics (1, 4, 16)
set zrange [0:1]
set xyplane at 0
set view 60,60
set key noautotitle
set xtics offset -1.5,-0.7
do for [v in "sack sack-veno"] {
    set title v noenhanced
    splot data."utilisation-".v.".csv" using 2:1:3 with linespoints pointtype 7 pointsize 0.5 linecolor rgb colour(v)
}
unset logscale y
set ytics auto
set xtics offset 0,0
set key autotitle
set title "one connection, 95 % intervals"
set xlabel "loss probability" offset 0,0
set ylabel "utilisation" offset 0,0
set xrange [0.00007:0.15]
set yrange [0:1.05]
set key bottom left
one(n) = (n == 1) ? 1 : 1/0
plot for [v in "sack sack-veno"] data."utilisation-".v.".csv" using 2:($3*one($1)):4:5 with yerrorbars pointtype mark(v) linecolor rgb colour(v) title v, \
     data."theory-sack.csv" using 2:($3*one($1)) dashtype 2 linecolor rgb colour("sack") title "AIMD theory, b = 1/2", \
     data."theory-sack-veno.csv" using 2:($3*one($1)) dashtype 2 linecolor rgb colour("sack-veno") title "AIMD theory, b = 1/5"
set title "ratio sack-veno/sack at 1 % loss"
set xlabel "connections"
set ylabel "ratio"
set logscale x 2
set xtics auto
set xrange [0.8:40]
set yrange [0.9:2.4]
set key top right
plot data."ratio-sack-veno_over_sack.csv" using ($2 == 0.01 ? $1 : 1/0):3:4:5 with yerrorbars pointtype mark("sack-veno") linecolor rgb colour("sack-veno") title "measured", \
     data."ratio-sack-veno+stock_over_sack+stock.csv" using ($2 == 0.01 ? $1 : 1/0):3:4:5 with yerrorbars pointtype mark("sack-veno+stock") linecolor rgb colour("sack-veno") title "on ns-3's socket", \
     1.72 dashtype 2 linecolor rgb PAPER title "paper, one connection: 1.72"
unset multiplot

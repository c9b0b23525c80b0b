# SPDX-License-Identifier: GPL-2.0-only
load "experiments/rivals.gp"
set multiplot layout 1,2 title "D4: one flow, 10 Mbit/s, round trip 20 ms (VenoDR paper, Fig 4); 95 % intervals"
set logscale x
set format x "%g"
set xlabel "packet error rate"
set xrange [0.00008:0.13]
set key bottom left
set title "mean throughput"
set ylabel "Mbit/s"
set yrange [0:10]
rivals = "veno-reno+ns2 reno+ns2 westwood-plus+ns2 veno newreno westwood-plus"
plot for [v in "venodr ".rivals] data."throughput-at-p-".v.".csv" using 1:2:3:4 with yerrorlines pointtype marker(v) pointsize 1.1 linecolor rgb colour(v) title v
set title "VenoDR to the others, paired by seed"
set ylabel "ratio (log)"
set key top left
set logscale y
set yrange [0.6:7]
set ytics (0.7, 1, 1.5, 2, 3, 4, 5, 6)
plot for [v in rivals] data."ratio-at-p-venodr_over_".v.".csv" using 1:2:3:4 with yerrorlines pointtype marker(v) pointsize 1.1 linecolor rgb colour(v) title v, \
     1 dashtype 2 linecolor rgb NEUTRAL title "equal"
unset multiplot

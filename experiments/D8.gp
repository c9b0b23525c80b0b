# SPDX-License-Identifier: GPL-2.0-only
load "experiments/rivals.gp"
set title "D8: ten equal flows, 20 Mbit/s, round trip 100 ms (VenoDR paper, Fig 8); 95 % intervals"
set xlabel "packet error rate"
set ylabel "total throughput (Mbit/s)"
set xrange [0:0.055]
set yrange [0:20]
set key bottom left
plot for [v in "venodr veno-reno+ns2 reno+ns2 westwood-plus+ns2"] data."total_throughput-".v.".csv" using 1:2:3:4 with yerrorlines pointtype marker(v) pointsize 1.3 linecolor rgb colour(v) title v

# SPDX-License-Identifier: GPL-2.0-only
set title "D7: ten equal flows, 20 Mbit/s, round trip 50 ms (VenoDR paper, Fig 7); 95 % intervals"
set xlabel "packet error rate"
set ylabel "Jain's index"
set xrange [0:0.055]
set yrange [0.9:1.005]
set key bottom left
plot for [v in "venodr veno reno westwood-plus"] data."jain_index-".v.".csv" using 1:2:3:4 with yerrorlines pointtype 7 linecolor rgb colour(v) title v, \
     0.996 dashtype 2 linecolor rgb "black" title "paper, VenoDR: above 0.996"

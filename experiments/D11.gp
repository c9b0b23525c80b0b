# SPDX-License-Identifier: GPL-2.0-only
set title "D11: one flow over Wi-Fi at 13 Mbit/s, 2 % frame errors; 95 % intervals"
set xlabel "retries of the link layer"
set ylabel "throughput (Mbit/s)"
set xrange [-0.5:6.5]
set yrange [0:*]
set xtics (0, 1, 6)
set key bottom right
plot for [v in "venodr veno-reno+ns2 reno+ns2 westwood-plus+ns2 veno"] data."throughput-".v.".csv" using 2:3:4:5 with yerrorlines pointtype mark(v) linecolor rgb colour(v) title v

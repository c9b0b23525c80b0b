# SPDX-License-Identifier: GPL-2.0-only
#
# wifi-venodr >wifi-venodr.csv && gnuplot wifi-venodr.gp
set terminal svg size 640,360 font "sans,13" background "white"
set output "wifi-venodr.svg"
set datafile separator comma
set datafile columnheaders
set title "One flow over Wi-Fi of 6.5 Mbit/s without retries, 30 s of one run"
set xlabel "frames lost at random (%)"
set ylabel "throughput (kbit/s)"
set yrange [0:*]
set grid
set key noenhanced
plot for [i=2:3] "wifi-venodr.csv" using (100*$1):i with linespoints linewidth 2 pointtype 7 title columnheader(i)

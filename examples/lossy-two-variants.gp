# SPDX-License-Identifier: GPL-2.0-only
#
# lossy-two-variants >lossy-two-variants.csv && gnuplot lossy-two-variants.gp
set terminal svg size 640,360 font "sans,13" background "white"
set output "lossy-two-variants.svg"
set datafile separator comma
set datafile columnheaders
set title "One flow on a link of 1.6 Mbit/s, 60 s of one run"
set logscale x
set xrange [0.0002:0.15]
set xlabel "segments lost at random"
set ylabel "throughput (kbit/s)"
set yrange [0:*]
set grid
set key noenhanced bottom left
plot for [i=2:3] "lossy-two-variants.csv" using 1:i with linespoints linewidth 2 pointtype 7 title columnheader(i)

# SPDX-License-Identifier: GPL-2.0-only
#
# lossy-fairness >lossy-fairness.csv && gnuplot lossy-fairness.gp
set terminal svg size 640,360 font "sans,13" background "white"
set output "lossy-fairness.svg"
set datafile separator comma
set datafile columnheaders
set title "Two flows share 4 Mbit/s; 0.1 % is lost at random"
set xlabel "time (s)"
set ylabel "goodput (Mbit/s), means of 5 s"
set yrange [0:4]
set grid
set key noenhanced
plot for [i=2:3] "lossy-fairness.csv" using 1:i with lines linewidth 2 title columnheader(i)

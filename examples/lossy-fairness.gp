# SPDX-License-Identifier: GPL-2.0-only
#
# lossy-fairness >lossy-fairness.csv && gnuplot lossy-fairness.gp
set terminal svg size 640,360 font "sans,13" background "white"
set output "lossy-fairness.svg"
set datafile separator comma columnheaders missing NaN
set grid
set key noenhanced
set title "Two flows share 4 Mbit/s; 0.1 % is lost at random"
set xlabel "time (s)"
set ylabel "goodput (Mbit/s), means of 5 s"
set yrange [0:4]
variant(i) = system("grep -m 1 ^".i.", lossy-fairness.csv | cut -d , -f 2")
plot for [i=0:1] "lossy-fairness.csv" using "time_s":(column("flow") == i ? column("value") : NaN) with linespoints linewidth 2 pointtype 2 * i + 5 pointsize 0.5 title variant(i)

# SPDX-License-Identifier: GPL-2.0-only
load "experiments/choices.gp"
set multiplot layout 1,2 margins 0.06,0.985,0.13,0.9 spacing 0.07 title "B6: what the buffer paper's set-up leaves open, one choice at a time (a = 0.01, b = 0.125, B = 0.05 C RTT)"
eval(axis_of_choices)
set yrange [0:225]
set ylabel "goodput (Mbit/s)"
set key top right
set title "SACK"
plot data."sack.csv" using 1:2:xtic(5) with points pointtype mark("sack") pointsize 1.2 linecolor rgb colour("sack") title "Q as its bound says", \
     data."sack-5500.csv" using 1:2 with points pointtype 6 pointsize 1.2 linecolor rgb colour("sack") title "Q = 5500"
set title "NewReno, Q 3 % above eq. (1)"
plot data."newreno.csv" using 1:2:xtic(5) with points pointtype mark("newreno") pointsize 1.2 linecolor rgb colour("newreno") notitle
unset multiplot

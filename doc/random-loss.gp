# SPDX-License-Identifier: GPL-2.0-only
#
# README's figure, of rows of experiment V4; in the checkout's root: gnuplot doc/random-loss.gp
set terminal svg size 760,400 font "sans,14" background "white"
set output (exists("file") ? file : "doc/random-loss.svg")
load "experiments/common.gp"
set datafile columnheaders missing NaN
colour(v) = system("sed -n 's/^".v.",\\([^,]*\\),.*/\\1/p' experiments/variants.csv")
is_shown(v) = strcol("id") eq "V4" && strcol("quantity") eq "utilisation" && strcol("variant") eq v && strcol("x")[1:4] eq "n=1 " && word(strcol("x"), 3) eq "ack=each"
loss(v) = is_shown(v) ? 100 * real(substr(word(strcol("x"), 2), 3, -1)) : NaN

set title "One flow on a link of 1.6 Mbit/s, round trip 150 ms; 95 % intervals of ten runs, at 1 % of 110"
set xlabel "segments lost at random (%)"
set ylabel "part of the link used (%)"
set logscale x
set xrange [0.008:13]
set yrange [0:100]
set xtics (0.01, 0.03, 0.1, 0.3, 1, 3, 10)
plot for [v in "sack-veno sack"] "doc/validation/summary.csv" using (loss(v)):(100*column("mean")):(100*column("ci_low")):(100*column("ci_high")) with yerrorlines linewidth 2 pointtype (v eq "sack" ? 7 : 5) pointsize 0.7 linecolor rgb colour(v) title (v eq "sack" ? "SACK" : "SACK TCP Veno")

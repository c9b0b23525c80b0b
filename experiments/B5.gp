# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 1,2 title "B5: goodput of a lone flow, buffer-advisor against simulation"
variants = "sack sack+stock newreno newreno+stock fack cubic cubic+stock aimd-sack aimd-newreno"
table(quantity, v) = data.quantity."-".v.".csv"
both(v, ratio) = data.ratio."-pairs-".v.".csv"
bounds = "sack newreno aimd-newreno"
set logscale xy
set xrange [0.02:2000]
set yrange [0.02:2000]
set xlabel "expected (Mbit/s)"
set ylabel "simulated (Mbit/s)"
set title "44 paths, 1 Mbit/s to 1 Gbit/s, 10 to 600 ms"
set key top left
plot for [v in variants] both(v, "goodput_to_expected") using 1:2 with points pointtype mark(v) pointsize 0.9 linecolor rgb colour(v) title v, \
     for [v in bounds] both(v, "goodput_to_bound") using 1:2 with points pointtype 1 pointsize 1.5 linecolor rgb colour(v) notitle, \
     x linecolor rgb NEUTRAL title "equal", \
     1.1 * x dashtype 2 linecolor rgb NEUTRAL title "10 % off", \
     0.9 * x dashtype 2 linecolor rgb NEUTRAL notitle
unset logscale
set xrange [0:45]
set yrange [0.5:1.15]
set xlabel "path"
set ylabel "simulated / expected"
set title "their ratio (+: expected is a bound, recovery starves)"
plot for [v in variants] table("goodput_to_expected", v) using 1:2 with points pointtype mark(v) pointsize 0.9 linecolor rgb colour(v) notitle, \
     for [v in bounds] table("goodput_to_bound", v) using 1:2 with points pointtype 1 pointsize 1.5 linecolor rgb colour(v) notitle, \
     1 linecolor rgb NEUTRAL notitle, \
     1.1 dashtype 2 linecolor rgb NEUTRAL notitle, \
     0.9 dashtype 2 linecolor rgb NEUTRAL notitle
unset multiplot

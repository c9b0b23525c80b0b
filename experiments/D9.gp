# SPDX-License-Identifier: GPL-2.0-only
set title "D9: k flows of NewReno and 10 - k of VenoDR, 20 Mbit/s, no errors (VenoDR paper, Fig 9); 95 % intervals"
set xlabel "NewReno flows of ten"
set ylabel "throughput of a flow, a fair share being 1"
set xrange [0:10]
set yrange [0:1.8]
set key bottom left
# Tables begin with the columns k and p; with errors the latter is given.
without(v) = "< awk -F, '$2 == \"\"' '".data."throughput_share-".v.".csv'"
with_errors(v) = "< awk -F, '$2 == \"0.01\"' '".data."throughput_share-".v.".csv'"
plot for [v in "venodr newreno"] without(v) using 1:3:4:5 with yerrorlines pointtype 7 linecolor rgb colour(v) title v, \
     for [v in "venodr newreno"] with_errors(v) using ($1+0.15):3:4:5 with yerrorbars pointtype 6 linecolor rgb colour(v) title v.", 1 % errors", \
     1 dashtype 2 linecolor rgb "black" title "fair share", 0.7 dashtype 3 linecolor rgb "black" title "tolerable for NewReno: 0.7"

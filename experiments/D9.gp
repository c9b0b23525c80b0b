# SPDX-License-Identifier: GPL-2.0-only
set title "D9: k flows of NewReno and 10 - k of VenoDR, 20 Mbit/s, round trip 50 ms (VenoDR paper, Fig 9); 95 % intervals"
set xlabel "NewReno flows of ten"
set ylabel "throughput of a flow, a fair share being 1"
set xrange [0.5:9.5]
set yrange [0.7:1.3]
set xtics 1
set key bottom left
# Tables begin with the columns k and p; with errors the latter is given.
without(v) = "< awk -F, 'NF && $2 == \"\"' '".data."throughput_share-".v.".csv'"
with_errors(v) = "< awk -F, '$2 == \"0.01\"' '".data."throughput_share-".v.".csv'"
plot for [v in "venodr newreno"] without(v) using 1:3:4:5 with yerrorlines pointtype mark(v) linecolor rgb colour(v) title v.", no errors", \
     for [v in "venodr newreno"] with_errors(v) using ($1+0.15):3:4:5 with yerrorbars pointtype (mark(v) - 1) linecolor rgb colour(v) title v.", 1 % errors", \
     1 dashtype 2 linecolor rgb NEUTRAL title "fair share"

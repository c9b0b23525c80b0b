# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 1,2 title "D9: k flows of ns-2's Reno or NewReno and 10 - k of VenoDR, 20 Mbit/s, round trip 100 ms (VenoDR paper, Fig 9); 95 % intervals"
set ylabel "throughput of a flow, a fair share being 1"
set xrange [0.5:9.5]
set yrange [0.6:1.4]
set xtics 1
set key bottom left
share(v, others, p) = data.others."-".v."-".p.".csv"
set title "reno+ns2"
set xlabel "reno+ns2 flows of ten"
plot for [v in "venodr reno"] share(v, "reno", "0") using 1:2:3:4 with yerrorlines pointtype mark(v) linecolor rgb colour(v) title v.", no errors", \
     for [v in "venodr reno"] share(v, "reno", "0.01") using ($1+0.15):2:3:4 with yerrorbars pointtype (mark(v) - 1) linecolor rgb colour(v) title v.", 1 % errors", \
     1 dashtype 2 linecolor rgb NEUTRAL title "fair share"
set title "newreno"
set xlabel "newreno flows of ten"
plot for [v in "venodr newreno"] share(v, "newreno", "0") using 1:2:3:4 with yerrorlines pointtype mark(v) linecolor rgb colour(v) title v.", no errors", \
     1 dashtype 2 linecolor rgb NEUTRAL title "fair share"
unset multiplot

# SPDX-License-Identifier: GPL-2.0-only
#
# V5 and V6. "figure", "rate", "queue" and "paper" are set.
set multiplot layout 1,2 title figure.": n + n flows share ".rate." Mbit/s, round trip 150 ms, queue ".queue." (SACK TCP Veno paper, Fig ".paper."); 95 % intervals"
set logscale x 2
set xrange [1.5:45]
set yrange [0:2.2]
set xlabel "flows, n + n"
set ylabel "normalised throughput"
shift(v) = (v eq "sack") ? 0.93 : 1.07
do for [p in "0 0.01"] {
    set title "random loss ".p
    at(loss) = (loss == p + 0) ? 1 : 1/0
    plot for [v in "sack sack-veno"] data."flow_throughput-".v.".csv" using (2*$1*shift(v)*shift(v)*at($2)):4 with points pointtype (mark(v) - 1) pointsize 0.5 linecolor rgb colour(v) title v.", single flows", \
         for [v in "sack sack-veno"] data."normalised_throughput-".v.".csv" using (2*$1*shift(v)*at($2)):3:4:5 with yerrorbars pointtype mark(v) pointsize 1.2 linewidth 2 linecolor rgb colour(v) title v.", mean", \
         1 dashtype 2 linecolor rgb NEUTRAL title "fair share"
}
unset multiplot

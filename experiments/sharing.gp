# SPDX-License-Identifier: GPL-2.0-only
#
# V5 and V6. "figure", "rate" and "paper" are set.
set multiplot layout 1,2 title figure.": n + n flows share ".rate." Mbit/s (SACK TCP Veno paper, Fig ".paper.")"
set logscale x 2
set xrange [1.5:45]
set yrange [0:2.2]
set xlabel "flows, n + n"
set ylabel "normalised throughput"
do for [p in "0 0.01"] {
    set title "random loss ".p
    at(loss) = (loss == p + 0) ? 1 : 1/0
    plot data."flow_throughput-sack.csv" using (2*$1*0.96*at($2)):4 with points pointtype 1 pointsize 0.5 linecolor rgb SACK title "sack, single flows", \
         data."flow_throughput-sack-veno.csv" using (2*$1*1.04*at($2)):4 with points pointtype 2 pointsize 0.5 linecolor rgb VENO title "sack-veno, single flows", \
         for [v in "sack sack-veno"] data."normalised_throughput-".v.".csv" using (2*$1*at($2)):3:4:5 with yerrorbars pointtype 7 linewidth 2 linecolor rgb colour(v) title v.", mean", \
         1 dashtype 2 linecolor rgb "black" title "fair share"
}
unset multiplot

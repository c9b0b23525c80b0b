# SPDX-License-Identifier: GPL-2.0-only
#
# V5 and V6. "figure", "rate", "queue" and "paper" are set.
#
# One panel for each delay without random loss, and one with. Those of ns-3's own socket are not drawn.
shares(panel, v, reset) = data."panel-".panel."-".v."-".reset.".csv"
panels = 1
while (has(shares(panels + 1, "sack", 1))) { panels = panels + 1 }
array LOSS[panels]
array DELAY[panels]
do for [panel = 1:panels] {
    stats shares(panel, "sack", 1) using 5:6 nooutput
    LOSS[panel] = STATS_max_x
    DELAY[panel] = STATS_max_y
}
set multiplot layout (panels > 3 ? 2 : 1),(panels > 3 ? (panels + 1) / 2 : panels) title figure.": n + n flows share ".rate." Mbit/s, queue ".queue." (SACK TCP Veno paper, Fig ".paper."); 95 % intervals"
set logscale x 2
set xrange [1.5:45]
set yrange [0:2.2]
set xlabel "flows, n + n"
set ylabel "normalised throughput"
set key font ",11" samplen 2
shift(v) = (v eq "sack") ? 0.93 : 1.07
do for [panel = 1:panels] {
    set title sprintf(LOSS[panel] > 0 ? "%g ms each way, random loss %g" : "%g ms each way, no random loss", DELAY[panel], LOSS[panel])
    rows = system("grep -c -v '#' ".shares(panel, "sack", 0)) + 0
    plot for [v in "sack sack-veno"] shares(panel, v, 1) using (2*$1*shift(v)):2:3:4 with yerrorbars pointtype mark(v) pointsize 1.2 linewidth 2 linecolor rgb colour(v) title v, \
         for [v in "sack sack-veno"] shares(panel, v, 0) using (2*$1*shift(v)*shift(v)):2:3:4 with yerrorbars pointtype (mark(v) - 1) linecolor rgb colour(v) title (rows > 0) ? v.", BaseRTT not reset" : "", \
         1 dashtype 2 linecolor rgb NEUTRAL title "fair share"
}
unset multiplot

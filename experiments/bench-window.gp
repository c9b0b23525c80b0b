# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 2,2 title "bench-window: CPU time for each delivered segment"
set logscale xy
set xlabel "window, segments"
set ylabel "microseconds"
set key top left
sockets = "udp stock scoreboard-reno scoreboard-newreno scoreboard-sack scoreboard-fack scoreboard-rfc6675"
ours = "stock scoreboard-reno scoreboard-newreno scoreboard-sack scoreboard-fack scoreboard-rfc6675"
at(p, wanted, value) = (p == wanted) ? value : 1/0
do for [p in "0 0.001"] {
    set title (p eq "0") ? "no loss" : "0.1 % loss"
    plot for [s in sockets] data."cost-".s.".csv" using 1:(at($2, p + 0, $3)) with linespoints pointtype mark(s) linecolor rgb colour(s) title s
}
unset logscale y
set yrange [0:5]
set ylabel "ratio to UDP"
do for [p in "0 0.001"] {
    set title (p eq "0") ? "to UDP's cost in the same run, no loss" : "to UDP's cost in the same run, 0.1 % loss"
    plot for [s in ours] data."cost_to_udp-".s.".csv" using 1:(at($2, p + 0, $3)) with linespoints pointtype mark(s) linecolor rgb colour(s) title s, \
        1 dashtype 2 linecolor rgb NEUTRAL title "UDP"
}
unset multiplot

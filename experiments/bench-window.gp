# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 2,2 title "bench-window: CPU time for each delivered segment"
set logscale xy
set xlabel "window, segments"
set ylabel "microseconds"
set key top left
SOCKETS = "udp stock scoreboard-reno scoreboard-newreno scoreboard-sack scoreboard-fack"
socket_colour(s) = (s eq "udp") ? OTHER : (s eq "stock") ? FOURTH : (s eq "scoreboard-reno") ? "#bbbbbb" : \
    (s eq "scoreboard-newreno") ? THIRD : (s eq "scoreboard-sack") ? SACK : VENO
at(p, wanted, value) = (p == wanted) ? value : 1/0
do for [p in "0 0.001"] {
    set title (p eq "0") ? "no loss" : "0.1 % loss"
    plot for [s in SOCKETS] data."cost-".s.".csv" using 1:(at($2, p + 0, $3)) with linespoints pointtype 7 linecolor rgb socket_colour(s) title s
}
unset logscale y
set yrange [0:5]
set ylabel "ratio to UDP"
do for [p in "0 0.001"] {
    set title (p eq "0") ? "to UDP's cost in the same run, no loss" : "to UDP's cost in the same run, 0.1 % loss"
    plot for [s in "stock scoreboard-reno scoreboard-newreno scoreboard-sack scoreboard-fack"] data."cost_to_udp-".s.".csv" using 1:(at($2, p + 0, $3)) with linespoints pointtype 7 linecolor rgb socket_colour(s) title s, \
        3 dashtype 2 linecolor rgb "black" title "our bound: 3"
}
unset multiplot

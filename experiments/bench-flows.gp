# SPDX-License-Identifier: GPL-2.0-only
set title "bench-flows: instructions for each delivered segment, to UDP's"
set logscale x
set xlabel "flows of one node"
set ylabel "ratio to UDP"
set yrange [1:1.4]
set key top left
variants = "scoreboard-fack scoreboard-fack+no-timestamps"
titles(v) = (v eq "scoreboard-fack") ? "with timestamps" : "without"
plot for [v in variants] data."instructions_to_udp-".v.".csv" using 1:2 with linespoints pointtype mark(v) linecolor rgb colour(v) title titles(v)

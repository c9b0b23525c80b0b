# SPDX-License-Identifier: GPL-2.0-only
set title "bench-instructions: instructions for each delivered segment, to UDP's"
set logscale x
set xlabel "window, segments"
set ylabel "ratio to UDP"
set yrange [1:1.3]
set key top left
variants = "scoreboard-fack scoreboard-fack+no-timestamps scoreboard-rfc6675"
goal(v) = (v eq "scoreboard-fack") ? 1.25 : 1.12
titles(v) = (v eq "scoreboard-fack") ? "with timestamps" : (v eq "scoreboard-rfc6675") ? "Rfc6675, with timestamps" : "without"
plot for [v in variants] data."instructions_to_udp-".v.".csv" using 1:2 with linespoints pointtype mark(v) linecolor rgb colour(v) title titles(v), \
     goal("scoreboard-fack") dashtype 2 linecolor rgb NEUTRAL title "goal with timestamps", \
     goal("without") dashtype 3 linecolor rgb NEUTRAL title "goal without"

# SPDX-License-Identifier: GPL-2.0-only
set style data histograms
set style fill solid 0.8
set ylabel "instructions a segment"
set yrange [0:*]
# Tables begin with the column links; then comes the number.
plot for [v in "scoreboard-fack udp"] data."instructions-".v.".csv" using 2:xtic(1) linecolor rgb colour(v) title v

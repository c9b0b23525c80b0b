# SPDX-License-Identifier: GPL-2.0-only
set title "B7: SACK with ample buffers, B = 0.1 C RTT_m, a = 0.01 (TCP buffer paper, conditions i and ii)"
set xlabel "b, log"
set ylabel "part of the link"
set logscale x
set xrange [0.003:0.7]
set yrange [0:1.1]
set arrow from 0.0099, graph 0 to 0.0099, graph 1 nohead dashtype 2 linecolor rgb PAPER
set arrow from 0.0909, graph 0 to 0.0909, graph 1 nohead dashtype 2 linecolor rgb PAPER
set label "i)" at 0.0105, 0.1
set label "ii)" at 0.096, 0.1
# Tables begin with the columns B and b.
plot for [b in "0.1 0.5"] "< awk -F, '$1 == ".b."' '".data."share-sack.csv'" using 2:3 with linespoints pointtype (b eq "0.1" ? 7 : 5) linecolor rgb colour("sack") title "B = ".b." C RTT_m"

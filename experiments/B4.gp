# SPDX-License-Identifier: GPL-2.0-only
set title "B4: part of the link against internal buffers, RTT_m = 300 ms, B = 0.1 C RTT_m"
set xlabel "Q, in units of C RTT_m"
set ylabel "goodput, as a part of the largest"
set xrange [0:2.7]
set yrange [0:1.05]
set key bottom right
packets(c) = c * 25.0
rows(v, c, delack) = "< grep '^".c.",".delack.",' ".data."share-".v.".csv"
# The quick run at 10 Gbit/s has no whole cycle, so that its goodput means little.
fastest = (system("grep -c '^10000,' ".data."share-sack.csv") > 1) ? 1 : 0
plot rows("fack", 200, 0) using ($6 / packets($1)):7 with linespoints pointtype 5 linecolor rgb FACK title "Fack, 200 Mbit/s", \
     rows("sack", 200, 1) using ($6 / packets($1)):7 with linespoints pointtype 9 linecolor rgb FOURTH title "Sack, delayed ACKs, 200 Mbit/s", \
     rows("cubic+sack", 200, 0) using ($4 / packets($1)):5 with linespoints pointtype 11 linecolor rgb RENO title "CUBIC on Sack, 200 Mbit/s", \
     rows("sack", 1000, 0) using ($6 / packets($1)):7 with linespoints pointtype 7 linecolor rgb SACK title "Sack, 1 Gbit/s", \
     for [i = 1:fastest] rows("sack", 10000, 0) using ($6 / packets($1)):7 with linespoints pointtype 13 pointsize 1.5 linecolor rgb VENO title "Sack, 10 Gbit/s"

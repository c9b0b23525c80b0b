# SPDX-License-Identifier: GPL-2.0-only
set title "B4: part of the link against internal buffers, RTT_m = 300 ms, B = 0.1 C RTT_m"
set xlabel "Q, in units of C RTT_m"
set ylabel "goodput, as a part of the largest"
set xrange [0:2.7]
set yrange [0:1.05]
set key bottom right
packets(c) = c * 25.0
# Tables begin with the columns C, delack and Q.
rows(v, c, delack) = "< grep '^".c.",".delack.",' ".data."share-".v.".csv"
# The quick run at 10 Gbit/s has no whole cycle, so that its goodput means little.
fastest = (system("grep -c '^10000,' ".data."share-sack.csv") > 1) ? 1 : 0
plot rows("fack", 200, 0) using ($3 / packets($1)):4 with linespoints pointtype mark("fack") linecolor rgb colour("fack") title "Fack, 200 Mbit/s", \
     rows("cubic+sack", 200, 0) using ($3 / packets($1)):4 with linespoints pointtype mark("cubic") linecolor rgb colour("cubic") title "CUBIC on Sack, 200 Mbit/s", \
     rows("sack", 200, 1) using ($3 / packets($1)):4 with linespoints pointtype mark("+delack") dashtype 3 linecolor rgb colour("sack") title "Sack, delayed ACKs, 200 Mbit/s", \
     rows("sack", 1000, 0) using ($3 / packets($1)):4 with linespoints pointtype mark("sack") linecolor rgb colour("sack") title "Sack, 1 Gbit/s", \
     for [i = 1:fastest] rows("sack", 10000, 0) using ($3 / packets($1)):4 with linespoints pointtype 12 pointsize 1.5 dashtype 2 linecolor rgb colour("sack") title "Sack, 10 Gbit/s"

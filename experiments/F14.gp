# SPDX-License-Identifier: GPL-2.0-only
set title "F14: segments that Reno sends for nothing in Fig 2, by what the queue holds (FACK paper)"
set xlabel "packets that the queue holds"
set ylabel "segments sent for nothing"
set xrange [8:20]
set yrange [20:35]
set key top left
# Tables begin with the columns fig, holds and path.
plot "< awk -F, '$1 == 2 && $2 != \"\" && $3 == \"included\"' '".data."unnecessary_retransmissions-reno.csv'" using 2:4 with linespoints pointtype 5 linecolor rgb colour("reno") title "1000 octets on the link", \
     "< awk -F, '$1 == 2 && $2 != \"\" && $3 == \"headers\"' '".data."unnecessary_retransmissions-reno.csv'" using 2:4 with linespoints pointtype 4 linecolor rgb NEUTRAL title "1000 octets and 42 of headers", \
     30 dashtype 2 linecolor rgb PAPER title "paper, queue of length 17"

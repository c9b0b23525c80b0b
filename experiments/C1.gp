# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 2,3 title "C1: segments and ACKs lost in turn (compressed SACK paper, Table 1, Figs 3 and 4)"
FIRST = "#0072b2"
RESENT = "#e69f00"
RING = "#cc3377"
array POINTS[3] = ["", "-losslonger_senderfack_timestamps1_window20", "-losstable1_senderfack_timestamps1_window20_memorylatest"]
array WHAT[3] = ["Table 1, Reno+SACK", "up to 50, FACK", "Table 1, FACK, latest ACK only"]
panel(quantity, v, i) = data."series-".quantity."-".v.POINTS[i].".csv"
set xlabel "time (s)"
set ylabel "segment"
set yrange [33:56]
set ytics 35,2
set xtics 1.3,0.2
set xrange [1.25:1.95]
set key outside center bottom horizontal
do for [v in "rfc2018 compressed"] {
    do for [i = 1:3] {
        set title v.": ".WHAT[i] noenhanced
        plot panel("dequeue", v, i) using 1:2 with points pointtype 7 pointsize 0.4 linecolor rgb FIRST title "sent", \
             panel("resent_dequeue", v, i) using 1:2 with points pointtype 5 pointsize 0.8 linecolor rgb RESENT title "sent again", \
             panel("unnecessary", v, i) using 1:2 with points pointtype 6 pointsize 1.6 linewidth 1.5 linecolor rgb RING title "unnecessary", \
             panel("drop", v, i) using 1:2 with points pointtype 2 pointsize 1 linewidth 1.5 linecolor rgb PAPER title "lost"
    }
}
unset multiplot

# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 2,2 title "C1: segments and ACKs lost in turn (compressed SACK paper, Table 1, Figs 3 and 4)"
FIRST = "#0072b2"
RESENT = "#e69f00"
RING = "#cc3377"
LONGER = "-losslonger_senderfack_timestamps1_window20"
panel(quantity, v, point) = data."series-".quantity."-".v.point.".csv"
set xlabel "time (s)"
set ylabel "segment"
set yrange [33:56]
set ytics 35,2
set xrange [1.25:1.95]
set key bottom right opaque
do for [i = 1:4] {
    v = (i % 2 == 1) ? "rfc2018" : "compressed"
    point = (i <= 2) ? "" : LONGER
    set title v.((i <= 2) ? ", losses of Table 1, Reno+SACK" : ", losses up to segment 50, FACK") noenhanced
    plot panel("dequeue", v, point) using 1:2 with points pointtype 7 pointsize 0.4 linecolor rgb FIRST title "sent", \
         panel("resent_dequeue", v, point) using 1:2 with points pointtype 5 pointsize 0.8 linecolor rgb RESENT title "sent again", \
         panel("unnecessary", v, point) using 1:2 with points pointtype 6 pointsize 1.6 linewidth 1.5 linecolor rgb RING title "unnecessary", \
         panel("drop", v, point) using 1:2 with points pointtype 2 pointsize 1 linewidth 1.5 linecolor rgb PAPER title "lost"
}
unset multiplot

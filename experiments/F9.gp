# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 1,2 title "F9: lost opportunity of the beginning of a connection (FACK paper, Fig 9)"
set xlabel "queue (packets)"
set ylabel "lost opportunity (kB)"
set xrange [0:52]
set yrange [0:*]
set key outside center bottom horizontal
variants = "reno reno-1996 reno-modern sack fack fack-od fack-rd fack-od-rd"
table(v) = data."lost_opportunity-".v.".csv"
if (has(table("ns3-fack"))) { variants = variants." ns3-fack" }
published(d, low) = (d == 0) ? (low ? 300 : 500) : (low ? 650 : 900)
do for [d = 0:1] {
    set title (d == 0) ? "without delayed ACK" : "with delayed ACK"
    plot for [v in variants] "< grep ',".d.",' ".table(v) using 1:3 with linespoints pointtype 7 pointsize 0.6 linecolor rgb colour(v) title v, \
         published(d, 1) dashtype 2 linecolor rgb "black" title "paper, reno: least and largest", published(d, 0) dashtype 2 linecolor rgb "black" notitle
}
unset multiplot

# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 1,2 margins 0.07,0.985,0.22,0.90 spacing 0.07 title "F9: lost opportunity of the beginning of a connection (FACK paper, Fig 9)"
set xlabel "queue (packets)"
set ylabel "lost opportunity (kB, log)"
set xrange [0:52]
set logscale y
set yrange [50:1500]
set ytics (50, 70, 100, 150, 200, 300, 500, 700, 1000, 1500)
set key at screen 0.5,0.14 center top vertical maxrows 4
variants = "reno reno-1996 reno-1996+250ms reno-modern sack fack fack+wait fack-od fack-rd fack-rd+wait fack-od-rd"
table(v) = data."lost_opportunity-".v.".csv"
if (has(table("ns3-fack"))) { variants = variants." ns3-fack" }
published(d, low) = (d == 0) ? (low ? 300 : 500) : (low ? 650 : 900)
do for [d = 0:1] {
    set title (d == 0) ? "without delayed ACK" : "with delayed ACK"
    plot for [i = 1:words(variants)] "< grep ',".d.",' ".table(word(variants, i)) using 1:3 with linespoints pointtype mark(word(variants, i)) pointsize 0.8 linecolor rgb colour(word(variants, i)) title (d == 0 ? word(variants, i) : ""), \
         published(d, 1) dashtype 2 linecolor rgb PAPER title (d == 0 ? "paper, reno: least and largest" : ""), published(d, 0) dashtype 2 linecolor rgb PAPER notitle
}
unset multiplot

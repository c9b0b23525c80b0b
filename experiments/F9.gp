# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 1,2 @KEY_ROOM title "F9: lost opportunity of the beginning of a connection (FACK paper, Fig 9)"
eval(panel("", "queue (packets)", "lost opportunity (kB, log)"))
set logscale y
set ytics (50, 70, 100, 150, 200, 300, 500, 700, 1000, 1500)
set key at screen 0.5,0.12 center top vertical maxrows 4
variants = "reno reno-1996 reno-1996+250ms reno-modern sack fack fack-od fack-rd fack-od-rd"
if (has(at("lost_opportunity", "ns3-fack"))) { variants = variants." ns3-fack" }
do for [d = 0:1] {
    set title (d ? "with delayed ACKs" : "an ACK for each segment")
    plot [0:52][50:1500] for [v in variants] at("lost_opportunity", v) using (only("delack", d)*column("q")):"mean" with linespoints @STYLE title name(v), \
         for [y in (d ? "650 900" : "300 500")] y + 0 dashtype 2 linecolor rgb PAPER title (y % 500 ? "" : "paper, Reno: least and largest")
    unset key
}

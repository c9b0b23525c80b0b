# SPDX-License-Identifier: GPL-2.0-only
eval(panel("B4: part of the link against internal buffers, least round trip 300 ms, B = 0.1 C RTT", "Q, in units of C RTT", "goodput, as a part of the largest"))
set key bottom right
q(rate, delack) = only("C", rate) * only("delack", delack) * column("Q") / (25 * rate)
plot [0:2.7][0:1.05] at("share", "sack") using (q(1000, 0)):"mean" with linespoints pointtype 7 linecolor rgb colour("sack") title "Sack, 1 Gbit/s", \
     at("share", "fack") using (q(200, 0)):"mean" with linespoints pointtype 8 pointsize 1.6 dashtype 2 linecolor rgb colour("fack") title "Fack, 200 Mbit/s", \
     at("share", "sack") using (q(200, 1)):"mean" with linespoints pointtype 10 dashtype 3 linecolor rgb colour("sack") title "Sack, delayed ACKs, 200 Mbit/s", \
     at("share", "cubic+sack") using (q(200, 0)):"mean" with linespoints pointtype 13 linecolor rgb colour("cubic") title "CUBIC on Sack, 200 Mbit/s"

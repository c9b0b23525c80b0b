# SPDX-License-Identifier: GPL-2.0-only
eval(panel("B7: SACK with ample buffers, a = 0.01 (buffer paper: lines are its conditions i and ii for B = 0.1 C RTT)", "b, the part of the window that is cut (log)", "part of the link"))
set logscale x
set xtics (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
set key bottom left
set arrow from 0.0099, graph 0 to 0.0099, graph 1 nohead dashtype 2 linecolor rgb PAPER
set arrow from 0.0909, graph 0 to 0.0909, graph 1 nohead dashtype 2 linecolor rgb PAPER
set label "i)" at 0.0105, 0.5
set label "ii)" at 0.096, 0.5
plot [0.004:0.6][0:1.1] for [B in "0.1 0.5"] at("share", "sack") using (only("B", B + 0)*column("b")):"mean" with linespoints pointtype (B > 0.1 ? 4 : 7) pointsize 1.3 dashtype 1 + (B > 0.1) linecolor rgb (B > 0.1 ? "#0072b2" : colour("sack")) title "B = ".B." C RTT"

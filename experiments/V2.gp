# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 2,2 @KEY_ROOM title "V2: 800 kbit/s, 1 % loss in each dummynet pipe (SACK TCP Veno paper, Fig 3); 95 % intervals"
both = "sack sack-veno"
eval(panel("", "time (s)", "cwnd (segments)"))
do for [v in both] {
    set title v.", pipe passed twice, delayed ACKs"
    plot [0:100][0:30] at("series-cwnd", v."-double") using "time":"value" with steps linecolor rgb colour(v) notitle
}
place(i) = (strcol("x") eq "single") ? 1 : (strcol("delack") eq "1") ? 3 : 2
paper(v) = (v eq "sack") ? 22 : 38
eval(panel("throughput", "", "segments a second"))
set xtics ("pipe passed once" 1, "twice" 2, "twice, each ACKed" 3)
set key at screen 0.27,0.12 center top horizontal maxcols 2
plot [0.5:3.5][0:70] for [v in both] at("throughput", v) using (place(0) + side(both, v, 0.3)):@MEAN @BARS, \
     for [v in both] at("theory", v) using (place(0) + side(both, v, 0.3) + 0.06):"mean" with points pointtype 2 linecolor rgb colour(v) title (v eq "sack" ? "AIMD theory" : ""), \
     for [v in both] paper(v) dashtype 2 linecolor rgb colour(v) title (v eq "sack" ? "paper, once or twice" : "")
eval(panel("sack-veno to sack on the same socket; theory without timeouts", "", "ratio"))
set key at screen 0.77,0.12 center top horizontal maxcols 2
plot [0.5:3.5][0.9:2.4] at("ratio", "sack-veno_over_sack") using (place(0)):@MEAN with yerrorbars pointtype 5 linecolor rgb colour("sack-veno") title "our socket", \
     at("ratio", "sack-veno+stock_over_sack+stock") using (place(0) + 0.15):@MEAN with yerrorbars pointtype 4 linecolor rgb colour("sack-veno") title "ns-3's socket", \
     1.72 dashtype 2 linecolor rgb PAPER title "paper: 1.72", sqrt(3) dashtype 3 linecolor rgb NEUTRAL title "theory: 1.73"

# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 2,2 @ROOM title "V4: utilisation, 1.6 Mbit/s, 150 ms, 200 s, an ACK for each segment (SACK TCP Veno paper, Fig 5); 95 % intervals"
both = "sack sack-veno"
each(n) = strcol("ack") eq "each" ? only("n", n) : NaN
set logscale x
set xtics (0.0001, 0.001, 0.01, 0.1)
eval(panel("", "loss probability", "utilisation"))
set key bottom left
do for [n in "1 4 32"] {
    set title n.(n > 1 ? " connections" : " connection")
    plot [0.00007:0.15][0:1.05] for [v in both] at("utilisation", v) using (each(n + 0)*column("p")):@MEAN @CURVE, \
         for [v in both] at("theory", v) using (each(n + 0)*column("p")):"mean" dashtype 2 linecolor rgb colour(v) title "AIMD theory, cut by 1/".(v eq "sack" ? 2 : 5)
}
eval(panel("sack-veno to sack at 1 % loss", "connections", "ratio"))
set xtics (1, 2, 4, 8, 16, 32)
set key top right
v = "sack-veno"
plot [0.8:40][0.9:2.4] at("ratio", "sack-veno_over_sack") using (strcol("ack") eq "each" ? only("p", 0.01)*column("n") : NaN):@MEAN with yerrorbars @STYLE title "an ACK for each segment", \
     at("ratio", "sack-veno_over_sack") using (strcol("ack") eq "" ? only("p", 0.01)*column("n") : NaN):@MEAN with yerrorbars pointtype 6 linecolor rgb colour(v) title "delayed ACKs", \
     at("ratio", "sack-veno+stock_over_sack+stock") using (only("p", 0.01)*column("n")):@MEAN with yerrorbars pointtype 4 linecolor rgb colour(v) title "delayed ACKs, ns-3's socket", \
     1.72 dashtype 2 linecolor rgb PAPER title "paper, one connection: 1.72"

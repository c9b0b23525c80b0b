# SPDX-License-Identifier: GPL-2.0-only
set title "C6: throughput with two-state loss both ways, fresh seeds (compressed SACK paper, Table 5); 95 % intervals"
both = "rfc2018 compressed"
array PAPERS[2] = ["162.64 141.52 72.4 93.44 56.64", "169.84 156 124.24 94.48 72.72"]
times = "50 60 120 300 600"
set logscale x
set xtics (50, "" 60, 120, 300, 600)
set xlabel "length of a run (s)"
set ylabel "throughput (kbit/s)"
plot [42:720][0:200] for [v in both] at("throughput", v) using (column("t")*(1 + side(both, v, 0.04))):@MEAN @CURVE, \
     for [i = 1:2] "+" using (number(word(times, int($0) + 1))):(number(word(PAPERS[i], int($0) + 1))) every ::::4 with linespoints pointtype 2 * (3 - i) + 2 dashtype 2 linecolor rgb colour(word(both, i)) title (i == 1 ? "paper, No-Offset" : "paper, Offset")

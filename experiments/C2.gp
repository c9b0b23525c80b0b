# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 1,3 @KEY_ROOM title "C2: throughput with two-state loss both ways (compressed SACK paper, Table 5); 95 % intervals"
both = "rfc2018 compressed"
array PAPERS[2] = ["162.64 141.52 72.4 93.44 56.64", "169.84 156 124.24 94.48 72.72"]
times = "50 60 120 300 600"
set logscale x
set xtics (50, "" 60, 120, 300, 600)
eval(panel("", "length of a run (s)", "kbit/s"))
set key at screen 0.2,0.1 center top vertical maxrows 2 width -4
set title "mean over runs"
plot [42:720][0:200] for [v in both] at("throughput", v) using (column("t")*(1 + side(both, v, 0.04))):@MEAN @CURVE, \
     for [i = 1:2] "+" using (number(word(times, int($0) + 1))):(number(word(PAPERS[i], int($0) + 1))) every ::::4 with linespoints pointtype 2 * (3 - i) + 2 dashtype 2 linecolor rgb colour(word(both, i)) title (i == 1 ? "paper, No-Offset" : "paper, Offset")
unset key
set title "compressed less rfc2018, paired by seed"
plot [42:720] for [v in "compressed"] at("difference", "compressed-rfc2018") using "t":@MEAN @CURVE, 0 dashtype 2 linecolor rgb NEUTRAL
set title "runs of 600 s"
unset logscale x
set xlabel ""
names = "newreno rfc2018 compressed rfc2018+4blocks rfc2018+delack rfc2018+fack compressed+fack"
eval(XTICS)
set xtics rotate by 35 right
plot [0.4:7.6][0:*] for [v in names] at("throughput", v) using (only("t", 600)*rank(names, v)):@MEAN @BARS

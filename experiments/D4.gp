# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 1,2 @ROOM title "D4: one flow, 10 Mbit/s, round trip 20 ms (VenoDR paper, Fig 4); 95 % intervals"
rivals = "veno-reno+ns2 reno+ns2 westwood-plus+ns2 veno newreno westwood-plus"
set logscale x
set xtics (0.0001, 0.001, 0.01, 0.1)
set xlabel "packet error rate"
set key bottom left
eval(panel("mean throughput", "packet error rate", "throughput (Mbit/s)"))
plot [0.00008:0.13][0:10] for [v in "venodr ".rivals] at("throughput-at-p", v) using "p":@MEAN @CURVE
eval(panel("VenoDR to the others, paired by seed", "packet error rate", "ratio (log)"))
set key top left
set logscale y
set ytics (0.7, 1, 1.5, 2, 3, 4, 5, 6)
plot [0.00008:0.13][0.6:7] for [v in rivals] at("ratio-at-p", "venodr_over_".v) using "p":@MEAN @CURVE, \
     [0.00008:0.005] 1 dashtype 2 linecolor rgb PAPER title "paper, below 0.5 %: almost the same"

# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 1,2 @KEY_ROOM title "D5: one flow at 2 % errors, 10 Mbit/s, round trip 20 ms (VenoDR paper, Fig 5)"
names = "veno-reno+ns2 westwood-plus+ns2 reno+ns2 veno westwood-plus newreno ns3-veno sack-veno"
eval(panel("mean throughput since the start, first seed", "time (s)", "throughput (Mbit/s)"))
set key at screen 0.24,0.14 center top vertical maxrows 5
plot [0:40][0:10] for [v in "venodr ".names] at("series-throughput_so_far", v."-p0.02_bw10") using "time":"value" with linespoints @STYLE pointinterval 12 title name(v)
eval(panel("VenoDR to the others, 95 % intervals", "", "ratio"))
set key inside top right vertical
eval(XTICS)
set xtics rotate by 35 right
plot [0.3:8.7][0.6:2.6] for [v in names] at("ratio", "venodr_over_".v) using (rank(names, v)):@MEAN with yerrorbars @STYLE notitle, \
     "+" using ($0 + 1):(number(word("1.441 1.470 2.138", int($0) + 1))) every ::::2 with points pointtype 4 pointsize 2.2 linecolor rgb PAPER title "paper", \
     1 dashtype 2 linecolor rgb NEUTRAL title "equal"

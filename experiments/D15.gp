# SPDX-License-Identifier: GPL-2.0-only
set title "D15: VenoDR to its rivals, 5 Mbit/s, 20 ms, timer of 1 s, RFC 2581's Reno, 2 % errors (VenoDR paper, Fig 5); 95 % intervals"
names = "veno-reno westwood-plus reno"
set ylabel "throughput of VenoDR to that of the rival"
set key top left
eval(XTICS)
plot [0.4:3.6][0.8:3] for [i = 1:3] at("ratio", "venodr_over_".word(names, i)) using (only("p", 0.02)*i):@MEAN with yerrorbars pointtype 7 linecolor rgb colour("venodr") title (i == 1 ? "fresh seeds" : ""), \
     "+" using ($0 + 0.9):(number(word("1.441 1.470 2.138", int($0) + 1))) every ::::2 with points pointtype 4 pointsize 1.5 linecolor rgb PAPER title "paper"

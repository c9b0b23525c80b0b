# SPDX-License-Identifier: GPL-2.0-only
variants = "venodr veno-reno+ns2 reno+ns2 westwood-plus+ns2"
eval(panel("D7: ten equal flows, 20 Mbit/s, round trip 100 ms (VenoDR paper, Fig 7); 95 % intervals", "packet error rate", "Jain's index"))
set key bottom right
plot [0:0.055][0.97:1.001] for [v in variants] at("jain_index", v) using (column("p") + side(variants, v, 0.0004)):@MEAN @CURVE, \
     0.996 dashtype 2 linecolor rgb PAPER title "paper, VenoDR: above 0.996"

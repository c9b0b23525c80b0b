# SPDX-License-Identifier: GPL-2.0-only
eval(panel("D8: ten equal flows, 20 Mbit/s, round trip 100 ms (VenoDR paper, Fig 8); 95 % intervals", "packet error rate", "total throughput (Mbit/s)"))
set key bottom left
plot [0:0.055][0:20] for [v in "venodr veno-reno+ns2 reno+ns2 westwood-plus+ns2"] at("total_throughput", v) using "p":@MEAN @CURVE

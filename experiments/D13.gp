# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 1,3 @ROOM title "D13: VenoDR against alpha; 95 % intervals; dashed: the paper's 0.55"
v = "venodr"
set xlabel "alpha"
set xrange [0.05:0.95]
set arrow from first 0.55, graph 0 to first 0.55, graph 1 nohead dashtype 2 linecolor rgb PAPER
unset key
eval(panel("one flow, 2 % errors", "alpha", "throughput (Mbit/s)"))
plot [][0:7] at("throughput", "1-0.02") using "alpha":@MEAN with yerrorlines @STYLE
set title "ten flows, together"
set key at graph 0.98, 0.5 right
plot [][0:22] at("total_throughput", "10-0") using "alpha":@MEAN with yerrorlines @STYLE title "no errors", \
     at("total_throughput", "10-0.02") using "alpha":@MEAN with yerrorlines pointtype 6 dashtype 3 linecolor rgb colour(v) title "2 % errors"
unset key
eval(panel("ten flows (as beside)", "alpha", "Jain's index"))
plot [][0:1.05] at("jain_index", "10-0") using "alpha":@MEAN with yerrorlines @STYLE, \
     at("jain_index", "10-0.02") using "alpha":@MEAN with yerrorlines pointtype 6 dashtype 3 linecolor rgb colour(v)

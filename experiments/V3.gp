# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 2,2 margins 0.075,0.985,0.17,0.9 spacing 0.08,0.22 title "V3: sending rate at loss 1e-4 to 1e-1, 1.6 Mbit/s, 100 ms (SACK TCP Veno paper, Fig 4); 95 % intervals"
both = "sack sack-veno"
losses = "0.0001 0.001 0.01 0.1"
shades = "#000000 #0072b2 #e69f00 #cc79a7"
eval(panel("", "time (s)", "sending rate (kbit/s)"))
set key at screen 0.5,0.5 center center horizontal maxcols 4
do for [v in both] {
    set title v
    plot [][0:1800] for [p in losses] at("series-rate", v."-p".p) using "time":(column("value")/1000) with linespoints pointtype 2 * rank(losses, p) + 3 pointsize 0.6 pointinterval 5 linecolor rgb word(shades, rank(losses, p)) title "loss ".p
    unset key
}
set xtics (0.0001, 0.001, 0.01, 0.1)
set logscale x
eval(panel("throughput", "loss probability", "throughput (kbit/s)"))
set key at screen 0.5,0.09 center top vertical maxrows 2
# The theory is in segments a second.
plot [0.00007:0.15][0:1800] for [v in both] at("throughput", v) using "p":@MEAN @CURVE, \
     for [v in both] at("theory", v) using "p":(column("mean")*1460*8/1000) dashtype 2 linecolor rgb colour(v) title "AIMD theory, cut by 1/".(v eq "sack" ? 2 : 5)
unset key
eval(panel("sack-veno to sack; dotted: theory, 1.73", "loss probability", "ratio"))
plot [0.00007:0.15][0.9:2.4] for [v in "sack-veno"] at("ratio", "sack-veno_over_sack") using "p":@MEAN @CURVE, sqrt(3) dashtype 3 linecolor rgb NEUTRAL

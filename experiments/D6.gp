# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 2,2 @KEY_ROOM title "D6: one flow at 2 % errors (VenoDR paper, Fig 6); 95 % intervals; +: with a timer of 1 s"
variants = "veno-reno+ns2 reno+ns2 westwood-plus+ns2 veno newreno"
set logscale x
set key at screen 0.5,0.11 center top vertical maxrows 3
do for [axis in "bw rtt"] {
    left = (axis eq "bw") ? 1.7 : 8.5
    right = (axis eq "bw") ? 23 : 118
    eval(panel((axis eq "bw" ? "round trip of 20 ms" : "10 Mbit/s"), (axis eq "bw" ? "bandwidth (Mbit/s, log)" : "round trip of propagation (ms, log)"), ""))
    set xtics (2, 5, 10, 20, 50, 100)
    set ylabel "throughput (Mbit/s)"
    plot [left:right][0:9] for [v in "venodr ".variants] at(axis, v) using axis:@MEAN @CURVE
    unset key
    set ylabel "VenoDR to the others (log)"
    set logscale y
    set ytics (1, 1.5, 2, 3)
    plot [left:right][0.9:3.2] for [v in variants] at(axis, "venodr_over_".v) using axis:@MEAN @CURVE, \
         for [v in "veno-reno reno westwood-plus"] at("former", v) using (column("rtt")*(axis eq "rtt" ? 0.93 : NaN)):@MEAN with yerrorbars pointtype 1 linecolor rgb colour(v) notitle, \
         1 dashtype 2 linecolor rgb NEUTRAL
    unset logscale y
    set ytics autofreq
}

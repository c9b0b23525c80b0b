# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 2,2 title "B3: SACK's goodput against the size of the internal buffers (buffer paper, Fig 2b)"
v = "sack"
set yrange [0:210]
set xlabel "Q, packets"
set ylabel "goodput, Mbit/s"
set logscale x
set xrange [1000:1000000]
set key bottom right
a = "0.01"
b = "0.125"
heading = "a = 0.01, b = 0.125; B in units of C RTT_m; Q as in B2"
load "experiments/buffers.gp"
a = "0.005"
b = "0.2"
heading = "a = 0.005, b = 0.2; B in units of C RTT_m; Q as in B2"
load "experiments/buffers.gp"
unset logscale
set xrange [0:21000]
set xtics 5000
unset key
a = "0.01"
b = "0.125"
heading = "the same up to 21,000 packets: the knee"
set key at graph 0.98,0.05 bottom right
only_paced = 1
paced = "0.05"
load "experiments/buffers.gp"
undefine paced only_paced
unset key
a = "0.005"
b = "0.2"
heading = "the same up to 21,000 packets: the knee"
load "experiments/buffers.gp"
unset multiplot

# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 2,2 title "B3: SACK's goodput against the size of the internal buffers (buffer paper, Fig 2b)"
v = "sack"
set logscale x
set xrange [1000:700000]
set yrange [0:210]
set xlabel "Q, packets"
set ylabel "goodput, Mbit/s"
set key bottom right opaque
a = "0.01"
b = "0.125"
heading = "a = 0.01, b = 0.125; B in units of C RTT_m"
load "experiments/buffers.gp"
a = "0.005"
b = "0.2"
heading = "a = 0.005, b = 0.2; B in units of C RTT_m"
load "experiments/buffers.gp"
unset logscale
set xrange [0:21000]
set yrange [100:202]
unset key
set xtics 5000
a = "0.01"
b = "0.125"
heading = "a = 0.01, b = 0.125; the knee"
load "experiments/buffers.gp"
a = "0.005"
b = "0.2"
heading = "a = 0.005, b = 0.2; the knee"
load "experiments/buffers.gp"
unset multiplot

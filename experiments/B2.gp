# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 2,2 title "B2: NewReno's goodput against the size of the internal buffers (buffer paper, Fig 2a)"
v = "newreno"
set logscale x
set xrange [1000:1000000]
set yrange [0:210]
set xlabel "Q, packets"
set ylabel "goodput, Mbit/s"
set key at screen 0.5,0.545 center center horizontal maxrows 2
set tmargin at screen 0.91
set bmargin at screen 0.66
a = "0.01"
b = "0.125"
heading = "a = 0.01, b = 0.125; B in units of C RTT_m"
paced = "0.05"
load "experiments/buffers.gp"
undefine paced
unset key
a = "0.005"
b = "0.2"
heading = "a = 0.005, b = 0.2; B in units of C RTT_m"
load "experiments/buffers.gp"
unset logscale
set label 1 "Which sign has eq. (1)'s last term? The model less the measured largest number of unacknowledged packets; 0 is the flow itself" at screen 0.5,0.475 center
unset title
set xrange [-0.6:5.6]
set yrange [-6:9]
set xlabel ""
set ylabel "off by (%)"
set xtics scale 0
set key at screen 0.5,0.425 center center horizontal
set tmargin at screen 0.39
set bmargin at screen 0.08
set lmargin at screen 0.06
set rmargin at screen 0.985
unset grid
set xzeroaxis linetype -1 linewidth 1
set style fill solid 0.8
set boxwidth 0.25
OWN = "#bbbbbb"
off = data."off.csv"
plot off using ($0 - 0.25):4:xticlabels(sprintf("a = %g, b = %g\nB = %g C RTT_m", $1, $2, $3)) with boxes linecolor rgb colour("newreno-minus") title "a minus, as the paper prints it", \
     off using 0:5 with boxes linecolor rgb colour("newreno-plus") title "a plus, as its Table I needs it", \
     off using ($0 + 0.25):6 with boxes linecolor rgb OWN title "our model: a minus, and the two terms that it lacks", \
     off using ($0 - 0.25):4:(sprintf("%.1f", $4)) with labels offset 0,-0.7 notitle, \
     off using 0:5:(sprintf("%.1f", $5)) with labels offset 0,0.7 notitle, \
     off using ($0 + 0.25):6:(sprintf("%.2f", $6)) with labels offset 0,0.7 notitle
unset multiplot

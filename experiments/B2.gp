# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 2,2 title "B2: NewReno's goodput against the size of the internal buffers (buffer paper, Fig 2a)"
v = "newreno"
set logscale x
set xrange [1000:1000000]
set yrange [0:210]
set xlabel "Q, packets"
set ylabel "goodput, Mbit/s"
set key at graph 0.62,0.95
a = "0.01"
b = "0.125"
heading = "a = 0.01, b = 0.125; B in units of C RTT_m"
paced = "0.05"
load "experiments/buffers.gp"
undefine paced
a = "0.005"
b = "0.2"
heading = "a = 0.005, b = 0.2; B in units of C RTT_m"
load "experiments/buffers.gp"
unset logscale
set title "Which sign has eq. (1)'s last term? The model less the measured largest number of unacknowledged packets; 0 is the flow itself"
set xrange [-0.6:5.6]
set yrange [-6:9]
set xlabel ""
set ylabel "off by (%)"
set xtics scale 0
set key outside center top horizontal
set origin 0,0
set size 1,0.48
set bmargin 4
unset grid
set xzeroaxis linetype -1 linewidth 1
# The largest Q of a setting is ample: the largest number of unacknowledged packets is below it.
last = " | awk -F, '{setting = $1 FS $2 FS $3} !(setting in row) {order[++n] = setting} {row[setting] = $0} END {for (i = 1; i <= n; ++i) print row[order[i]]}'"
rows(quantity) = "< paste -d, ".data.quantity."-newreno.csv ".data."max_unacknowledged-newreno.csv | grep '^0'".last
off(model, measured) = 100.0 * (model / measured - 1.0)
set style fill solid 0.8
set boxwidth 0.25
OWN = "#bbbbbb"
plot rows("model_minus") using ($0 - 0.25):(off($5, $13)):xticlabels(sprintf("a = %g, b = %g\nB = %g C RTT_m", $1, $2, $3)) with boxes linecolor rgb colour("newreno-minus") title "a minus, as the paper prints it", \
     rows("model_plus") using 0:(off($5, $13)) with boxes linecolor rgb colour("newreno-plus") title "a plus, as its Table I needs it", \
     rows("model") using ($0 + 0.25):(off($5, $13)) with boxes linecolor rgb OWN title "our model: a minus, and the two terms that it lacks", \
     rows("model_minus") using ($0 - 0.25):(off($5, $13)):(sprintf("%.1f", off($5, $13))) with labels offset 0,-0.7 notitle, \
     rows("model_plus") using 0:(off($5, $13)):(sprintf("%.1f", off($5, $13))) with labels offset 0,0.7 notitle, \
     rows("model") using ($0 + 0.25):(off($5, $13)):(sprintf("%.2f", off($5, $13))) with labels offset 0,0.7 notitle
unset multiplot

# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 2,2 title "B2: NewReno's goodput against the size of the internal buffers (buffer paper, Fig 2a)"
set tmargin at screen 0.91
set bmargin at screen 0.66
variants = "newreno newreno+paced"
set key at screen 0.5,0.58 center top horizontal maxcols 4
load "experiments/buffers.gp"
set label 1 "Which sign has eq. (1)'s last term? The model less the measured largest number of unacknowledged packets" at screen 0.5,0.45 center
unset title
eval(panel("", "", "off by (%)"))
set xtics autofreq scale 0
set key at screen 0.5,0.43 center top horizontal maxcols 4
set tmargin at screen 0.37
set bmargin at screen 0.08
set lmargin at screen 0.06
set rmargin at screen 0.985
unset logscale
unset grid
set xzeroaxis linetype -1
set boxwidth 0.25
label(i) = sprintf("a = %g, b = %g\nB = %g C RTT", column("a"), column("b"), column("B"))
plot [-0.6:5.6][-6:9] at("off", "newreno") using 0:(1e9):xticlabels(label(0)) with points notitle, \
     for [i = 1:3] at("off", "newreno") using ($0 + 0.25 * (i - 2)):(column(word("model_minus model_plus model", i))) with boxes linecolor rgb word("#a95aa1 #85c0f9 #bbbbbb", i) title word("'a minus, as the paper prints it' 'a plus, as its Table I needs it' 'our model: a minus, and two terms that it lacks'", i), \
     for [i = 1:3] at("off", "newreno") using ($0 + 0.25 * (i - 2)):(column(word("model_minus model_plus model", i))):(sprintf(i == 3 ? "%.2f" : "%.1f", column(word("model_minus model_plus model", i)))) with labels offset 0,(i == 1 ? -0.7 : 0.7) notitle, \
     at("off", "newreno") using 0:"printed" with points pointtype 2 linecolor rgb PAPER title "paper, Table I"

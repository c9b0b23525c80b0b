# SPDX-License-Identifier: GPL-2.0-only
set title "B1: buffers by the model, in % of what Table I of the buffer paper prints"
set boxwidth 0.25
set ylabel "off by (%)"
set key bottom right
set bmargin 4
unset grid
set xtics scale 0
set xzeroaxis linetype -1
array WHAT[3] = ["NewReno, eq. (1) as printed", "NewReno, last term of eq. (1) with a plus", "SACK"]
variants = "newreno-minus newreno-plus sack"
label(i) = sprintf("a = %g, b = %g\nB = %g C RTT", column("a"), column("b"), column("B"))
plot [-0.6:5.6][-10:2] at("off", "sack") using 0:(1e9):xticlabels(label(0)) with points notitle, \
     for [i = 1:3] at("off", word(variants, i)) using ($0 + 0.25 * (i - 2)):"mean" with boxes linecolor rgb colour(word(variants, i)) title WHAT[i], \
     for [i = 1:3] at("off", word(variants, i)) using ($0 + 0.25 * (i - 2)):"mean":(sprintf(i == 1 ? "%.1f" : "%.3f", column("mean"))) with labels offset 0,(i == 1 ? -0.7 : i == 2 ? 0.7 : 1.7) notitle

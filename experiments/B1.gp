# SPDX-License-Identifier: GPL-2.0-only
set title "B1: buffers by the model, in % of what Table I of the buffer paper prints"
set style fill solid 0.8
set boxwidth 0.25
set ylabel "off by (%)"
set xrange [-0.6:5.6]
set yrange [-10:2]
set key bottom right
set bmargin 4
unset grid
set xtics scale 0
set xzeroaxis linetype -1 linewidth 1
variants = "newreno-minus newreno-plus sack"
titles(v) = (v eq "sack") ? "SACK" : (v eq "newreno-plus") ? "NewReno, last term of eq. (1) with a plus" : "NewReno, eq. (1) as printed"
# Columns a, b, B, mean and the rest, of what is required and, five further on, of what is printed.
rows(v) = "< paste -d, ".data."buffer-".v.".csv ".data."printed-".v.".csv | grep '^0'"
off(model, printed) = 100.0 * (model / printed - 1.0)
label(a, b, share) = sprintf("a = %g, b = %g\nB = %g C RTT_m", a, b, share)
plot rows(word(variants, 1)) using ($0 - 0.25):(off($4, $11)):xticlabels(label($1, $2, $3)) with boxes linecolor rgb colour(word(variants, 1)) title titles(word(variants, 1)), \
     for [i = 2:3] rows(word(variants, i)) using ($0 + 0.25 * (i - 2)):(off($4, $11)) with boxes linecolor rgb colour(word(variants, i)) title titles(word(variants, i)), \
     for [i = 1:3] rows(word(variants, i)) using ($0 + 0.25 * (i - 2)):(off($4, $11)):(sprintf(i == 1 ? "%.1f" : "%.3f", off($4, $11))) with labels offset 0,(i == 1 ? -0.7 : i == 2 ? 0.7 : 1.7) notitle

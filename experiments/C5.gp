# SPDX-License-Identifier: GPL-2.0-only
load "experiments/choices.gp"
set multiplot layout 1,3 margins 0.05,0.985,0.13,0.9 spacing 0.06 title "C5: what the compressed SACK paper leaves open, one choice at a time; 95 % intervals"
eval(axis_of_choices)
set title "Fig 5: throughput over 600 s"
set ylabel "kbit/s"
set yrange [0:200]
set key top left
variants = "rfc2018 compressed"
plot data."fig5-rfc2018.csv" using 1:(-1e9):xtic(5) with points notitle, \
     for [i = 1:2] data."fig5-".word(variants, i).".csv" using ($1 + 0.2 * (i - 1)):2:3:4 with yerrorbars pointtype mark(word(variants, i)) linecolor rgb colour(word(variants, i)) title word(variants, i)
set title "compressed - rfc2018, paired by seed"
set yrange [*:*]
plot data."difference.csv" using 1:2:3:4:xtic(5) with yerrorbars pointtype mark("compressed") linecolor rgb colour("compressed") title "measured", \
     16.08 dashtype 3 linecolor rgb PAPER title "paper, for its links", \
     0 dashtype 2 linecolor rgb NEUTRAL notitle
set title "Fig 3: segments sent again in vain; cases 1 to 3"
set ylabel "segments"
set yrange [-0.5:6]
plot data."fig3-rfc2018-1.csv" using 1:(-1e9):xtic(5) with points notitle, \
     for [c = 1:3] for [i = 1:2] data."fig3-".word(variants, i)."-".c.".csv" using ($1 + 0.2 * (c - 1)):2 with points pointtype mark(word(variants, i)) linecolor rgb colour(word(variants, i)) title (c == 1 ? word(variants, i) : "")
unset multiplot

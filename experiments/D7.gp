# SPDX-License-Identifier: GPL-2.0-only
set title "D7: ten equal flows, 20 Mbit/s, round trip 100 ms (VenoDR paper, Fig 7); 95 % intervals"
set xlabel "packet error rate"
set ylabel "Jain's index"
set xrange [0:0.055]
set yrange [0.97:1.001]
set key bottom left
variants = "venodr veno-reno+ns2 reno+ns2 westwood-plus+ns2"
plot for [i = 1:words(variants)] data."jain_index-".word(variants, i).".csv" using ($1 + 0.0002 * (i - 2.5)):2:3:4 with yerrorlines pointtype mark(word(variants, i)) linecolor rgb colour(word(variants, i)) title word(variants, i), \
     0.996 dashtype 2 linecolor rgb PAPER title "paper, VenoDR: above 0.996"

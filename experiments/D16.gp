# SPDX-License-Identifier: GPL-2.0-only
set title "D16: VenoDR by other readings of its text, to its rivals, 2 % errors (VenoDR paper, Fig 5); 95 % intervals"
set ylabel "ratio of the throughputs"
set xrange [0.5:5.5]
set yrange [0:2.6]
names = "venodr venodr+newest venodr+grow venodr+watch-deflation venodr+watch-early"
rivals = "veno-reno+ns2 reno+ns2 westwood-plus+ns2"
set xtics noenhanced
set for [i = 1:5] xtics add (word(names, i) i)
set key bottom center horizontal
# Tables begin with the columns p and bw.
plot for [r = 1:3] for [i = 1:5] data."ratio-".word(names, i)."_over_".word(rivals, r).".csv" using (i + 0.12 * (r - 2)):3:4:5 with yerrorbars pointtype mark(word(rivals, r)) linecolor rgb colour(word(rivals, r)) title (i == 1 ? word(rivals, r) : "")

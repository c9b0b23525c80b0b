# SPDX-License-Identifier: GPL-2.0-only
kinds = "random_below random_above congestion_below congestion_above"
words = "'at random, N at most 1' 'at random, N above 1' 'by the queue, N at most 1' 'by the queue, N above 1'"
set title "V10: losses of SACK TCP Veno by their cause and by the estimate then (its paper, section 2.2)"
set xlabel "loss probability"
set ylabel "recoveries in 200 s"
set logscale x
set key at screen 0.5,0.11 center top vertical maxrows 2
set bmargin at screen 0.22
plot [5e-5:0.2][0:*] for [i = 1:4] at(word(kinds, i), "sack-veno") using "p":@MEAN with yerrorlines pointtype 4 + 2 * ((i - 1) / 2) + i % 2 dashtype 1 + i % 2 linecolor rgb (i < 3 ? "#0072b2" : "#d55e00") title word(words, i)

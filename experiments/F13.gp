# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 2,2 margins 0.07,0.985,0.11,0.92 spacing 0.07,0.2 title "F13: what the FACK paper leaves open, one choice at a time; 95 % intervals"
# Tables begin with the columns fig and choice, those of Fig 9 go on with delack.
rows(fig, quantity, v) = "< grep '^".fig.",' '".data.quantity."-".v.".csv'"
set xtics rotate by 35 right noenhanced
set xrange [-0.5:*]
set key top right
set title "Fig 11: bursts of 4 kB on the reverse path"
set ylabel "forward path used (%)"
set yrange [0:135]
variants = "reno reno-1996 sack fack"
plot for [i = 1:words(variants)] rows(11, "forward_utilisation", word(variants, i)) using ($0 + 0.1 * (i - 2)):(100*$3):(100*$4):(100*$5):xticlabels(2) with yerrorbars pointtype mark(word(variants, i)) linecolor rgb colour(word(variants, i)) title word(variants, i)
set title "Fig 12: bursts of 2 kB, queue 18"
set ylabel "timeouts in 60 s"
set yrange [0:11]
variants = "reno fack-od-rd"
plot for [i = 1:words(variants)] rows(12, "timeouts", word(variants, i)) using ($0 + 0.2 * (i - 1)):3:4:5:xticlabels(2) with yerrorbars pointtype mark(word(variants, i)) linecolor rgb colour(word(variants, i)) title word(variants, i)
set title "Fig 6: repaired so much later than by FACK"
set ylabel "s"
set yrange [0:2]
variants = "sack sack+slow-start"
plot for [i = 1:words(variants)] rows(6, "difference", word(variants, i)."-fack") using ($0 + 0.2 * (i - 1)):3:4:5:xticlabels(2) with yerrorbars pointtype mark(word(variants, i)) linecolor rgb colour(word(variants, i)) title word(variants, i)
set title "Fig 9: lost opportunity as a part of Reno's, largest over the queues; hollow: delayed ACKs"
set ylabel "part"
set yrange [0:1.3]
variants = "sack fack fack-od fack-rd"
plot for [d = 0:1] for [i = 1:words(variants)] rows(9, "max_ratio", word(variants, i)."_over_reno")." | awk -F, '$3 == ".d."'" using ($0 + 0.1 * (i - 2)):4:xticlabels(2) with points pointtype (d == 0 ? mark(word(variants, i)) : mark(word(variants, i)) - 1) linecolor rgb colour(word(variants, i)) title (d == 0 ? word(variants, i) : "")
unset multiplot

# SPDX-License-Identifier: GPL-2.0-only
load "experiments/choices.gp"
set multiplot layout 2,2 margins 0.06,0.985,0.11,0.92 spacing 0.07,0.2 title "F13: what the FACK paper leaves open, one choice at a time; 95 % intervals"
# Tables begin with the columns fig and choice, those of Fig 9 go on with delack.
side(i) = 0.12 * (i - 1)
set title "Fig 11: bursts of 4 kB on the reverse path"
set ylabel "forward path used (%)"
set yrange [0:140]
set key top right maxrows 2
choices = "base uniform constant mean-0.25 mean-1 hosts"
eval(axis_of_choices)
variants = "reno reno-1996 sack fack"
plot for [i = 1:words(variants)] chosen("forward_utilisation", word(variants, i), 2, "$1 == 11") using ($1 + side(i)):(100*$2):(100*$3):(100*$4) with yerrorbars pointtype mark(word(variants, i)) linecolor rgb colour(word(variants, i)) title word(variants, i)
set title "Fig 12: bursts of 2 kB, queue 18"
set ylabel "timeouts in 60 s"
set yrange [-0.5:10]
choices = "base uniform constant mean-0.25 mean-1 hosts queue-14 queue-16 queue-20 queue-24"
eval(axis_of_choices)
variants = "reno fack-od-rd"
plot for [i = 1:words(variants)] chosen("timeouts", word(variants, i), 2, "$1 == 12") using ($1 + side(i)):2:3:4 with yerrorbars pointtype mark(word(variants, i)) linecolor rgb colour(word(variants, i)) title word(variants, i)
set title "Fig 6: all is repaired so much later than by FACK"
set ylabel "s"
set yrange [0:2]
choices = "base timer-0.2 tick keep"
eval(axis_of_choices)
variants = "sack sack+slow-start"
plot for [i = 1:words(variants)] chosen("difference", word(variants, i)."-fack", 2, "$1 == 6") using ($1 + side(i)):2:3:4 with yerrorbars pointtype mark(word(variants, i)) linecolor rgb colour(word(variants, i)) title word(variants, i)
set title "Fig 9: largest lost opportunity to Reno's; right: delayed ACKs"
set ylabel "part"
set yrange [0:1.3]
choices = "base timer-0.2 tick keep link"
eval(axis_of_choices)
variants = "sack fack fack-od fack-rd"
plot for [d = 0:1] for [i = 1:words(variants)] chosen("max_ratio", word(variants, i)."_over_reno", 2, "$1 == 9 && $3 == ".d) using ($1 + 0.4 * d):2 with points pointtype mark(word(variants, i)) linecolor rgb colour(word(variants, i)) title (d == 0 ? word(variants, i) : ""), \
     1 dashtype 2 linecolor rgb NEUTRAL notitle
unset multiplot

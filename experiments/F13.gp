# SPDX-License-Identifier: GPL-2.0-only
load "experiments/choices.gp"
eval(axis_of_choices)
set multiplot layout 2,2 margins 0.06,0.985,0.11,0.92 spacing 0.07,0.2 title "F13: what the FACK paper leaves open, one choice at a time; 95 % intervals"
side(i) = 0.12 * (i - 1)
set title "Fig 11: bursts of 4 kB on the reverse path"
set ylabel "forward path used (%)"
set yrange [0:140]
set key top right maxrows 2
variants = "reno reno-1996 sack fack"
plot data."fig11-reno.csv" using 1:(1e9):xtic(5) with points notitle, \
     for [i = 1:words(variants)] data."fig11-".word(variants, i).".csv" using ($1 + side(i)):(100*$2):(100*$3):(100*$4) with yerrorbars pointtype mark(word(variants, i)) linecolor rgb colour(word(variants, i)) title word(variants, i)
set title "Fig 12: bursts of 2 kB, queue 18"
set ylabel "timeouts in 60 s"
set yrange [-0.5:10]
variants = "reno fack-od-rd"
plot data."fig12-reno.csv" using 1:(1e9):xtic(5) with points notitle, \
     for [i = 1:words(variants)] data."fig12-".word(variants, i).".csv" using ($1 + side(i)):2:3:4 with yerrorbars pointtype mark(word(variants, i)) linecolor rgb colour(word(variants, i)) title word(variants, i)
set title "Fig 6: all is repaired so much later than by FACK"
set ylabel "s"
set yrange [0:2]
variants = "sack sack+slow-start"
plot data."fig6-sack-fack.csv" using 1:(1e9):xtic(5) with points notitle, \
     for [i = 1:words(variants)] data."fig6-".word(variants, i)."-fack.csv" using ($1 + side(i)):2:3:4 with yerrorbars pointtype mark(word(variants, i)) linecolor rgb colour(word(variants, i)) title word(variants, i)
set title "Fig 9: largest lost opportunity to Reno's; right: delayed ACKs"
set ylabel "part"
set yrange [0:1.3]
variants = "sack fack fack-od fack-rd"
plot data."fig9-0-sack.csv" using 1:(1e9):xtic(5) with points notitle, \
     for [d = 0:1] for [i = 1:words(variants)] data."fig9-".d."-".word(variants, i).".csv" using ($1 + 0.4 * d):2 with points pointtype mark(word(variants, i)) linecolor rgb colour(word(variants, i)) title (d == 0 ? word(variants, i) : ""), \
     1 dashtype 2 linecolor rgb NEUTRAL notitle
unset multiplot

# SPDX-License-Identifier: GPL-2.0-only
load "experiments/choices.gp"
set multiplot layout 1,3 margins 0.05,0.985,0.13,0.9 spacing 0.06 title "C5: what the compressed SACK paper leaves open, one choice at a time; 95 % intervals"
# Tables begin with the columns fig and choice; those of Fig 3 go on with case.
choices = "base rate-0.4 rate-1.6 rtt-50 rtt-200 segment-500 segment-1460 window-20 timer-1 fine"
eval(axis_of_choices)
set title "Fig 5: throughput over 600 s"
set ylabel "kbit/s"
set yrange [0:*]
set key top left
variants = "rfc2018 compressed"
plot for [i = 1:2] chosen("throughput", word(variants, i), 2, "$1 == 5") using ($1 + 0.2 * (i - 1)):2:3:4 with yerrorbars pointtype mark(word(variants, i)) linecolor rgb colour(word(variants, i)) title word(variants, i)
set title "compressed - rfc2018, paired by seed"
set yrange [*:*]
plot chosen("difference", "compressed-rfc2018", 2, "$1 == 5") using 1:2:3:4 with yerrorbars pointtype mark("compressed") linecolor rgb colour("compressed") title "measured", \
     16.08 dashtype 3 linecolor rgb PAPER title "paper, for its links", \
     0 dashtype 2 linecolor rgb NEUTRAL notitle
choices = "base rate-0.4 rate-1.6 delay-50 delay-200 segment-500 segment-1460"
eval(axis_of_choices)
set title "Fig 3: segments sent again in vain; cases 1 to 3"
set ylabel "segments"
set yrange [-0.5:6]
plot for [c = 1:3] for [i = 1:2] chosen("unnecessary_retransmissions", word(variants, i), 2, "$1 == 3 && $3 == ".c) using ($1 + 0.2 * (c - 1)):2 with points pointtype mark(word(variants, i)) linecolor rgb colour(word(variants, i)) title (c == 1 ? word(variants, i) : "")
unset multiplot

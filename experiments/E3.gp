# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 2,2 margins 0.08,0.985,0.19,0.92 spacing 0.08,0.13 title "E3: the FACK paper's figures with what came after it; 95 % intervals"
variants = "reno sack fack fack-od fack-rd fack-od-rd scoreboard-rfc6675 rack linux-reno linux"
set key at screen 0.5,0.09 center top vertical maxrows 2
set title "Figs 4, 5, 6, 8: when all is repaired"
set ylabel "s after the first segment"
set xlabel "the paper's set-up"
# Four set-ups side by side, no axis of numbers.
place(fig) = (fig == 8) ? 7 : fig
set xtics ("Fig 4" 4, "Fig 5" 5, "Fig 6" 6, "Fig 8" 7)
set xrange [3.5:7.5]
# Tables begin with the columns of the point, then come the mean and its interval.
ends(i) = data."recovery_end-".word(variants, i).".csv"
# Only Fig 6 is random: the others have no interval.
plot for [i = 1:words(variants)] ends(i) using (place($1) + 0.08*(i-5)):2 with points pointtype mark(word(variants, i)) linecolor rgb colour(word(variants, i)) title word(variants, i), \
     for [i = 1:words(variants)] ends(i) using (place($1) + 0.08*(i-5)):2:3:4 with yerrorbars pointtype mark(word(variants, i)) linecolor rgb colour(word(variants, i)) notitle
unset key
set title "Fig 9: lost opportunity"
# The tables have delayed ACKs, too.
set xlabel "queue (packets)"
set ylabel "kB, log"
set xtics auto
set xrange [0:52]
set logscale y
plot for [v in variants] data."lost_opportunity-".v.".csv" using ($2 == 0 ? $3 : NaN):4 with linespoints pointtype mark(v) linecolor rgb colour(v)
unset logscale y
do for [f = 11:12] {
    set title "Fig ".f.": bursts on the reverse path"
    set xlabel "kB in a burst"
    set ylabel (f == 11) ? "forward path used (%)" : "timeouts in 60 s"
    set xrange [0.5:6.5]
    q = (f == 11) ? "forward_utilisation" : "timeouts"
    k = (f == 11) ? 100 : 1
    # Other figures have timeouts, too, whose points have more parts.
    c = (f == 11) ? 2 : 4
    plot for [v in variants] "< grep '^".f.",' '".data.q."-".v.".csv'" using c:(k*column(c+1)):(k*column(c+2)):(k*column(c+3)) with yerrorlines pointtype mark(v) linecolor rgb colour(v)
}
unset multiplot

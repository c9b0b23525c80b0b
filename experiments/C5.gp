# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 1,3 title "C5: what the compressed SACK paper leaves open, one choice at a time; 95 % intervals"
# Tables begin with the columns fig and choice; those of Fig 3 go on with case.
rows(fig, quantity, v) = "< grep '^".fig.",' '".data.quantity."-".v.".csv'"
set xtics rotate by 50 right noenhanced
set xrange [-0.5:*]
set title "Fig 5: throughput over 600 s"
set ylabel "kbit/s"
set yrange [0:*]
set key top left
plot for [v in "rfc2018 compressed"] rows(5, "throughput", v) using ($0 + (v eq "compressed" ? 0.2 : 0)):4:5:6:xticlabels(2) with yerrorbars pointtype mark(v) linecolor rgb colour(v) title v
set title "compressed - rfc2018, paired by seed"
set yrange [*:*]
plot rows(5, "difference", "compressed-rfc2018") using 0:4:5:6:xticlabels(2) with yerrorbars pointtype mark("compressed") linecolor rgb colour("compressed") title "measured", \
     0 dashtype 2 linecolor rgb NEUTRAL notitle
set title "Fig 3: segments sent again in vain"
set ylabel "segments"
set yrange [-0.5:6]
plot for [c = 1:3] for [v in "rfc2018 compressed"] rows(3, "unnecessary_retransmissions", v)." | awk -F, '$3 == ".c."'" using ($0 + 0.15 * (c - 2)):4:xticlabels(2) with points pointtype mark(v) pointsize 0.5 + 0.3 * c linecolor rgb colour(v) title (c == 3 ? v.", case 1 to 3 by size" : "")
unset multiplot

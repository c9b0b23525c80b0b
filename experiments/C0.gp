# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 1,2 title "C0: size of SACK options (compressed SACK paper, Tables 2 and 3)"
variants = "rfc2018 compressed-form-1 compressed-form-2"
table(quantity, v) = data.quantity."-".v.".csv"
set title "octets of the option: segments of 500 octets, every other one lost"
set xlabel "blocks that the receiver holds"
set ylabel "octets"
set yrange [0:42]
set xrange [0.5:12.5]
set key bottom right
plot for [v in variants] "< grep . ".table("octets", v) using 1:3 with linespoints pointtype mark(v) pointsize 0.7 linecolor rgb colour(v) title v, \
     40 dashtype 2 linecolor rgb "black" title "room without timestamp", \
     30 dashtype 3 linecolor rgb "black" title "room with timestamp", \
     "< printf '5,22\n'" using 1:2 with points pointtype 4 pointsize 2 linecolor rgb PAPER title "paper: 22 octets"
set title "blocks that fit, evenly over the window: 40 octets (filled), 30 (open)"
set xlabel "largest offset (octets)"
set ylabel "blocks"
set logscale x 2
set xtics ()
set for [i = 6:30:4] xtics add (sprintf("2^{%d}", i) 2**i)
set xrange [50:2**31]
set yrange [0:30]
set key top right
plot for [v in variants] "< grep '^40,' ".table("blocks", v) using 2:3 with linespoints pointtype mark(v) pointsize 0.7 linecolor rgb colour(v) title v, \
     for [v in variants] "< grep '^30,' ".table("blocks", v) using 2:3 with linespoints pointtype (mark(v) - 1) pointsize 0.7 dashtype 2 linecolor rgb colour(v) notitle
unset multiplot

# SPDX-License-Identifier: GPL-2.0-only
#
# lossy-narrow-return >lossy-narrow-return.csv && gnuplot lossy-narrow-return.gp
set terminal svg size 640,360 font "sans,13" background "white"
set output "lossy-narrow-return.svg"
set datafile separator comma
set datafile columnheaders
set title "Slow start overruns a queue: segments sent again in vain"
set xlabel "ACKs lost at random (%)"
set ylabel "segments, means of ten runs"
set yrange [0:*]
set grid
set key top left
plot "lossy-narrow-return.csv" using (100*$1):2 with linespoints linewidth 2 pointtype 7 title "SACK option of RFC 2018", \
     "" using (100*$1):3 with linespoints linewidth 2 pointtype 7 title "compressed offsets"

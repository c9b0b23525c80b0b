# SPDX-License-Identifier: GPL-2.0-only
#
# lossy-fack-rampdown >lossy-fack-rampdown.csv && gnuplot lossy-fack-rampdown.gp
set terminal svg size 640,360 font "sans,13" background "white"
set output "lossy-fack-rampdown.svg"
set datafile separator comma
set datafile columnheaders
set title "Segments 40 to 49 are lost: FACK without and with Rampdown"
set xlabel "time (s)"
set ylabel "segments sent, and sent again"
set xrange [0.4:0.9]
set yrange [40:120]
set grid
set key top left
of(v) = strcol(2) eq v && strcol(3) eq "sent" ? $4 : NaN
plot "lossy-fack-rampdown.csv" using 1:(of("fack")) with points pointtype 7 pointsize 0.5 title "FACK", \
     "" using 1:(of("fack-rd")) with points pointtype 7 pointsize 0.5 title "FACK with Rampdown"

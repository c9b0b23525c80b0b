# SPDX-License-Identifier: GPL-2.0-only
#
# lossy-window-trace >lossy-window-trace.csv && gnuplot lossy-window-trace.gp
set terminal pngcairo size 800,450 font "sans,12" background "white"
set output "lossy-window-trace.png"
set datafile separator comma
set datafile columnheaders
set title "FACK on a link that loses 0.3 % at random"
set xlabel "time (s)"
set ylabel "KiB"
set grid
of(q) = strcol(2) eq q ? $3 / 1024 : NaN
plot "lossy-window-trace.csv" using 1:(of("awnd")) with points pointtype 7 pointsize 0.3 linecolor rgb "#ff7f0e" title "awnd: in the network", \
     "" using 1:(of("cwnd")) with points pointtype 7 pointsize 0.35 linecolor rgb "#1f77b4" title "cwnd: the window"

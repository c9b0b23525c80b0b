# SPDX-License-Identifier: GPL-2.0-only
#
# lossy-window-trace >lossy-window-trace.csv && gnuplot lossy-window-trace.gp
set terminal pngcairo size 800,450 font "sans,12" background "white"
set output "lossy-window-trace.png"
set datafile separator comma columnheaders missing NaN
set grid
set key noenhanced
set title "FACK on a link that loses 0.3 % at random"
set xlabel "time (s)"
set ylabel "KiB"
of(q) = strcol("quantity") eq q ? column("value") / 1024 : NaN
plot "lossy-window-trace.csv" using "time_s":(of("awnd")) with points pointtype 7 pointsize 0.3 linecolor rgb "#e69f00" title "awnd: in the network", \
     "" using "time_s":(of("cwnd")) with points pointtype 7 pointsize 0.35 linecolor rgb "#0072b2" title "cwnd: the window"

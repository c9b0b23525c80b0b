# SPDX-License-Identifier: GPL-2.0-only
#
# lossy-long-fat-path >lossy-long-fat-path.csv && gnuplot lossy-long-fat-path.gp
set terminal svg size 640,360 font "sans,13" background "white"
set output "lossy-long-fat-path.svg"
set datafile separator comma
set datafile columnheaders
set title "CUBIC over 50 Mbit/s, round trip 200 ms"
set xlabel "time (s)"
set ylabel "goodput (Mbit/s)"
set yrange [0:70]
set grid
set key top left
plot "lossy-long-fat-path.csv" using 1:2 with lines linewidth 2 title "ns-3's default buffers", \
     "" using 1:3 with lines linewidth 2 title "buffers by TcpBufferHelper"

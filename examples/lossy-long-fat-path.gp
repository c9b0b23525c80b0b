# SPDX-License-Identifier: GPL-2.0-only
#
# lossy-long-fat-path >lossy-long-fat-path.csv && gnuplot lossy-long-fat-path.gp
set terminal svg size 640,360 font "sans,13" background "white"
set output "lossy-long-fat-path.svg"
set datafile separator comma columnheaders missing NaN
set grid
set key noenhanced
set title "CUBIC over 50 Mbit/s, round trip 200 ms"
set xlabel "time (s)"
set ylabel "goodput (Mbit/s)"
set yrange [0:70]
set key top left
of(buffers) = strcol("buffers") eq buffers ? column("value") : NaN
plot "lossy-long-fat-path.csv" using "time_s":(of("default")) with lines linewidth 2 dashtype 2 title "ns-3's default buffers", \
     "" using "time_s":(of("required")) with lines linewidth 2 title "buffers by TcpBufferHelper"

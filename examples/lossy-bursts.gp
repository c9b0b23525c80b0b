# SPDX-License-Identifier: GPL-2.0-only
#
# lossy-bursts >lossy-bursts.csv && gnuplot lossy-bursts.gp
set terminal svg size 640,360 font "sans,13" background "white"
set output "lossy-bursts.svg"
set datafile separator comma
set title "1 % of the packets lost one by one, and in bursts: 10 Mbit/s, 100 s of one run"
set ylabel "throughput (kbit/s)"
set yrange [0:*]
set style data histograms
set style fill solid
set boxwidth 0.9
set grid y
set key top left
plot "lossy-bursts.csv" using 2:xtic(1) skip 1 title "one by one", "" using 3 skip 1 title "in bursts"

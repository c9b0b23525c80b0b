# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 1,2 title "D5: one flow at 2 % errors, 10 Mbit/s, round trip 10 ms (VenoDR paper, Fig 5)"
all = "venodr veno veno-reno ns3-veno sack-veno newreno reno westwood-plus"
set title "mean throughput since the start, first seed"
set xlabel "time (s)"
set ylabel "Mbit/s"
set yrange [0:10]
set xrange [0:100]
set key outside center bottom horizontal
plot for [v in all] data."series-throughput_so_far-".v."-p0.02_bw10.csv" using 1:2 linecolor rgb colour(v) title v
set title "VenoDR to the others at 100 s, 95 % intervals"
set ylabel "ratio"
set xlabel ""
set yrange [0.8:3.2]
set xrange [-0.7:6.7]
rivals = "veno veno-reno ns3-veno sack-veno westwood-plus newreno reno"
set xtics rotate by -35 ("veno" 0, "veno-reno" 1, "ns3-veno" 2, "sack-veno" 3, "westwood-plus" 4, "newreno" 5, "reno" 6) noenhanced
set key top left inside vertical
plot for [i=1:7] data."ratio-venodr_over_".word(rivals,i).".csv" using (i-1):3:4:5 with yerrorbars pointtype 7 linecolor rgb colour(word(rivals,i)) notitle, \
     "+" using (1):(1.441) every ::0::0 with points pointtype 4 pointsize 1.5 linecolor rgb "black" title "paper", \
     "+" using (4):(1.470) every ::0::0 with points pointtype 4 pointsize 1.5 linecolor rgb "black" notitle, \
     "+" using (6):(2.138) every ::0::0 with points pointtype 4 pointsize 1.5 linecolor rgb "black" notitle, \
     1 dashtype 2 linecolor rgb "black" notitle
unset multiplot

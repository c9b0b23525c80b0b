# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 2,2 margins 0.07,0.985,0.17,0.92 spacing 0.07,0.12 title "D6: one flow at 2 % errors (VenoDR paper, Fig 6); 95 % intervals"
rivals = "veno-reno+ns2 reno+ns2 westwood-plus+ns2 veno newreno"
set key at screen 0.5,0.075 center top vertical maxrows 2
rate(v) = data."bw-".v.".csv"
trip(v) = data."rtt-".v.".csv"
former(v) = data."former-".v.".csv"
# The full grid has 50 Mbit/s, and 4 and 200 ms.
FULL = system("grep -c '^50' '".data."full.csv'") > 0
set logscale x
set yrange [0:*]
set title "round trip of 20 ms"
set xlabel "bandwidth (Mbit/s)"
set ylabel "Mbit/s"
set xtics (2, 5, 10, 20, 50)
set xrange [1.7:FULL ? 58 : 23]
plot for [v in "venodr ".rivals] rate(v) using 1:2:3:4 with yerrorlines pointtype mark(v) pointsize 0.8 linecolor rgb colour(v) title v
set ylabel "VenoDR to the others"
set yrange [0:3.5]
plot for [v in rivals] rate("venodr_over_".v) using 1:2:3:4 with yerrorlines pointtype mark(v) pointsize 0.8 linecolor rgb colour(v) notitle, 1 dashtype 2 linecolor rgb NEUTRAL notitle
set title "10 Mbit/s"
set xlabel "round trip of propagation (ms)"
set ylabel "Mbit/s"
set yrange [0:*]
set xtics (4, 10, 20, 50, 100, 200)
set xrange [FULL ? 3.4 : 8.5:FULL ? 235 : 115]
plot for [v in "venodr ".rivals] trip(v) using 1:2:3:4 with yerrorlines pointtype mark(v) pointsize 0.8 linecolor rgb colour(v) notitle
set ylabel "VenoDR to the others"
set yrange [0:4.5]
set key inside top right vertical maxrows 3
plot for [v in rivals] trip("venodr_over_".v) using 1:2:3:4 with yerrorlines pointtype mark(v) pointsize 0.8 linecolor rgb colour(v) notitle, \
     for [v in "veno-reno reno westwood-plus"] former(v) using ($1 * 0.94):2:3:4 with yerrorbars pointtype mark(v) pointsize 1.2 linecolor rgb colour(v) title v.", timer 1 s", \
     1 dashtype 2 linecolor rgb NEUTRAL notitle
unset multiplot

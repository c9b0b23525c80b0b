# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 2,2 margins 0.07,0.985,0.17,0.92 spacing 0.07,0.12 title "D6: one flow at 2 % errors (VenoDR paper, Fig 6); 95 % intervals"
rivals = "veno veno-reno newreno reno westwood-plus"
set key at screen 0.5,0.075 center top vertical maxrows 2
# Tables begin with the columns p, bw, delack, rto, rtt; only what a panel is about is given or not.
rate(v, file) = "< awk -F, '$1 == 0.02 && $3 == \"\" && $4 == \"\" && $5 == \"\"' '".data.file.v.".csv'"
trip(v, file) = "< awk -F, 'BEGIN {OFS = \",\"} $1 == 0.02 && $2 == 10 && $3 == \"\" && $4 == \"\" {if ($5 == \"\") $5 = 10; print}' '".data.file.v.".csv' | sort -t , -k 5 -g"
set logscale x
set yrange [0:*]
set title "round trip of 10 ms"
set xlabel "bandwidth (Mbit/s)"
set ylabel "Mbit/s"
set xtics (2, 5, 10, 20, 50)
set xrange [1.7:*]
plot for [v in "venodr ".rivals] rate(v, "throughput-") using 2:6:7:8 with yerrorlines pointtype mark(v) pointsize 0.8 linecolor rgb colour(v) title v
set ylabel "VenoDR to the others"
plot for [v in rivals] rate(v, "ratio-venodr_over_") using 2:6:7:8 with yerrorlines pointtype mark(v) pointsize 0.8 linecolor rgb colour(v) notitle, 1 dashtype 2 linecolor rgb NEUTRAL notitle
set title "10 Mbit/s"
set xlabel "round trip of propagation (ms)"
set ylabel "Mbit/s"
set xtics (4, 10, 20, 50, 100, 200)
set xrange [*:*]
plot for [v in "venodr ".rivals] trip(v, "throughput-") using 5:6:7:8 with yerrorlines pointtype mark(v) pointsize 0.8 linecolor rgb colour(v) notitle
set ylabel "VenoDR to the others"
plot for [v in rivals] trip(v, "ratio-venodr_over_") using 5:6:7:8 with yerrorlines pointtype mark(v) pointsize 0.8 linecolor rgb colour(v) notitle, 1 dashtype 2 linecolor rgb NEUTRAL notitle
unset multiplot

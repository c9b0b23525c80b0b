# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 2,2 title "V3: sending rate at loss 1e-4 to 1e-1, 1.6 Mbit/s, 100 ms (SACK TCP Veno paper, Fig 4)"
set xlabel "time (s)"
set ylabel "sending rate (kbit/s)"
set yrange [0:1800]
set key outside center bottom horizontal
do for [v in "sack sack-veno"] {
    set title v noenhanced
    plot for [p in "0.0001 0.001 0.01 0.1"] data."series-rate-".v."-p".p.".csv" using 1:($2/1000) linewidth 2 title "loss ".p
}
set xtics (0.0001, 0.001, 0.01, 0.1)
set title "throughput, 95 % intervals"
set xlabel "loss probability"
set ylabel "kbit/s"
set logscale x
set xrange [0.00007:0.15]
# The theory is in segments a second.
plot for [v in "sack sack-veno"] data."throughput-".v.".csv" using 1:2:3:4 with yerrorlines pointtype 7 linecolor rgb colour(v) title v, \
     data."theory-sack.csv" using 1:($2*1460*8/1000) dashtype 2 linecolor rgb SACK title "AIMD theory, b = 1/2", \
     data."theory-sack-veno.csv" using 1:($2*1460*8/1000) dashtype 2 linecolor rgb VENO title "AIMD theory, b = 1/5"
set title "ratio sack-veno/sack"
set ylabel "ratio"
set yrange [0.9:2.4]
plot data."ratio-sack-veno_over_sack.csv" using 1:2:3:4 with yerrorlines pointtype 7 linecolor rgb VENO notitle, \
     sqrt(3) dashtype 3 linecolor rgb OTHER title "AIMD theory: 1.73"
unset multiplot

# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 2,2 title "V3: sending rate at loss 1e-4 to 1e-1, 1.6 Mbit/s, 100 ms (SACK TCP Veno paper, Fig 4)"
set xlabel "time (s)"
set ylabel "sending rate (kbit/s)"
set yrange [0:1800]
set key outside center bottom horizontal
set bmargin 6
losses = "0.0001 0.001 0.01 0.1"
shade(p) = (p eq "0.0001") ? "#08306b" : (p eq "0.001") ? "#2171b5" : (p eq "0.01") ? "#6baed6" : "#e69f00"
do for [v in "sack sack-veno"] {
    set title v noenhanced
    plot for [i = 1:4] data."series-rate-".v."-p".word(losses, i).".csv" using 1:($2/1000) with linespoints pointtype (2 * i + 3) pointsize 0.5 pointinterval 5 linewidth 1.5 linecolor rgb shade(word(losses, i)) title "loss ".word(losses, i)
}
set xtics (0.0001, 0.001, 0.01, 0.1)
set format x "%g"
set title "throughput, 95 % intervals"
set xlabel "loss probability"
set ylabel "kbit/s"
set logscale x
set xrange [0.00007:0.15]
set key outside center bottom horizontal maxcols 2
# The theory is in segments a second.
plot for [v in "sack sack-veno"] data."throughput-".v.".csv" using 1:2:3:4 with yerrorlines pointtype mark(v) linecolor rgb colour(v) title v, \
     data."theory-sack.csv" using 1:($2*1460*8/1000) dashtype 2 linecolor rgb colour("sack") title "AIMD theory, b = 1/2", \
     data."theory-sack-veno.csv" using 1:($2*1460*8/1000) dashtype 2 linecolor rgb colour("sack-veno") title "AIMD theory, b = 1/5"
set title "ratio sack-veno/sack"
set ylabel "ratio"
set yrange [0.9:2.4]
plot data."ratio-sack-veno_over_sack.csv" using 1:2:3:4 with yerrorlines pointtype mark("sack-veno") linecolor rgb colour("sack-veno") notitle, \
     sqrt(3) dashtype 3 linecolor rgb NEUTRAL title "AIMD theory: 1.73"
unset multiplot

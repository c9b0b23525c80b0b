# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 3,2 columnsfirst title "V1: one flow on a modem line, 33.6 kbit/s, 150 ms (SACK TCP Veno paper, Fig 1)"
set xrange [20:80]
do for [v in "sack sack-veno"] {
    set title v noenhanced
    set xlabel ""
    set ylabel "cwnd (segments)"
    set yrange [0:25]
    plot data."series-cwnd-".v."-q10.csv" using 1:2 with steps linecolor rgb colour(v) notitle
    set title ""
    set ylabel "backlog (segments)"
    set yrange [0:15]
    if (v eq "sack") {
        plot data."series-queue-".v."-q10.csv" using 1:2 with steps linecolor rgb NEUTRAL title "queue"
    } else {
        plot data."series-queue-".v."-q10.csv" using 1:2 with steps linecolor rgb NEUTRAL title "queue", \
             data."series-backlog-".v."-q10.csv" using 1:2 with steps linewidth 2 linecolor rgb colour(v) title "estimate N"
    }
    set xlabel "time (s)"
    set ylabel "sending rate (kbit/s)"
    set yrange [0:60]
    plot data."series-rate-".v."-q10.csv" using 1:($2/1000) with histeps linecolor rgb colour(v) notitle
}
unset multiplot

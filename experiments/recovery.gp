# SPDX-License-Identifier: GPL-2.0-only
#
# Time-sequence plots: F2 to F8 and F12. "heading", "variants" (a list), "point" (the suffix of the
# tables' names), "from" and "to" (seconds) are set.
#
# As in the paper each segment is shown when it enters the bottleneck's queue and when it leaves it.
FIRST = "#1b6ca8"
RESENT = "#d95f02"
DROP = "#c00000"
set multiplot title heading
set xrange [from:to]
columns = words(variants)
width = 1.0 / columns
table(quantity, v) = data."series-".quantity."-".v."-".point.".csv"
do for [i = 1:columns] {
    v = word(variants, i)
    set lmargin at screen (i - 1) * width + 0.07
    set rmargin at screen i * width - 0.015
    set tmargin at screen 0.90
    set bmargin at screen 0.44
    set title v noenhanced
    set xlabel ""
    set format x ""
    set ylabel "segment"
    set key top left Left reverse opaque
    plot table("enqueue", v) using 1:2 with points pointtype 6 pointsize 0.35 linecolor rgb FIRST title "enqueued", \
         table("dequeue", v) using 1:2 with points pointtype 7 pointsize 0.35 linecolor rgb FIRST title "dequeued", \
         table("resent_enqueue", v) using 1:2 with points pointtype 6 pointsize 0.6 linecolor rgb RESENT title "retransmission enqueued", \
         table("resent_dequeue", v) using 1:2 with points pointtype 7 pointsize 0.6 linecolor rgb RESENT title "retransmission dequeued", \
         table("drop", v) using 1:2 with points pointtype 2 pointsize 0.9 linewidth 1.5 linecolor rgb DROP title "dropped"
    set title ""
    unset key
    set tmargin at screen 0.42
    set bmargin at screen 0.25
    set ylabel "cwnd, ssthresh (- -)"
    # Before the first loss ssthresh has no limit.
    plot table("cwnd", v) using 1:2 with steps linecolor rgb colour(v) linewidth 1.5, \
         table("ssthresh", v) using 1:($2 < 1000 ? $2 : 1/0) with steps dashtype 2 linecolor rgb OTHER
    set tmargin at screen 0.23
    set bmargin at screen 0.07
    set format x "%g"
    set xlabel "time (s)"
    set ylabel "queue (packets)"
    plot table("queue", v) using 1:2 with steps linecolor rgb OTHER
}
unset multiplot

# SPDX-License-Identifier: GPL-2.0-only
#
# Time-sequence plots: F2 to F8 and F12. "heading", "variants" (a list), "point" (the suffix of the
# tables' names), "from" and "to" (seconds) are set. "paper_drop", if it is set, has a word for each
# variant: when the paper's next drop comes, or - for none. "highest" is the last segment to be seen, if
# several figures are to have one scale; "ring" the size of the rings, and "key_place" where
# the key is.
#
# As in the paper each segment is shown when it enters the bottleneck's queue and when it leaves it.
# All panels of a row have one scale.
FIRST = "#0072b2"
RESENT = "#e69f00"
RING = "#cc3377"
if (!exists("paper_drop")) { paper_drop = "- - -" }
if (!exists("ring")) { ring = 1.2 }
if (!exists("key_place")) { key_place = "top left" }
set xrange [from:to]
columns = words(variants)
width = 1.0 / columns
table(quantity, v) = data."series-".quantity."-".v."-".point.".csv"
some(quantity, v) = has(table(quantity, v)) ? table(quantity, v) : "/dev/null"
# The only number in a table: that of the experiment's one point.
only(quantity, v) = 0.0 + system("tail -n 1 '".data.quantity."-".v.".csv' | cut -d , -f 3")
# Largest and least value of all panels that is seen and below a limit.
top = exists("highest") ? highest : 0
bottom = 1000000
window = 0
longest = 0
do for [v in variants] {
    stats [from:to][0.000001:1000000] table("enqueue", v) using 1:2 nooutput
    if (!exists("highest") && STATS_max_y > top) { top = STATS_max_y }
    stats [from:to][0.000001:1000000] table("dequeue", v) using 1:2 nooutput
    if (STATS_min_y < bottom) { bottom = STATS_min_y }
    stats [from:to][0.000001:1000] table("cwnd", v) using 1:2 nooutput
    if (STATS_max_y > window) { window = STATS_max_y }
    stats [from:to][0.000001:1000] table("queue", v) using 1:2 nooutput
    if (STATS_max_y > longest) { longest = STATS_max_y }
}
set multiplot title heading
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
    set yrange [bottom - 0.03 * (top - bottom):bottom + 1.05 * (top - bottom)]
    eval("set key ".key_place." Left reverse opaque")
    unset arrow
    unset label
    paper = word(paper_drop, i)
    ours = (has(data."next_drop-".v.".csv")) ? only("next_drop", v) : 0
    if (paper ne "-") {
        theirs = 0.0 + paper
        said = "paper: next drop ".paper." s"
        set arrow 1 from theirs, graph 0 to theirs, graph 1 nohead dashtype 2 linewidth 1.5 linecolor rgb PAPER
        set arrow 2 from ours, graph 0 to ours, graph 1 nohead linewidth 1.5 linecolor rgb colour(v)
        if (ours < theirs) {
            set label 1 said left at theirs, graph 0.04 offset 0.7,0
            set label 2 sprintf("ours: %.2f s", ours) right at ours, graph 0.04 offset -0.7,0
        } else {
            set label 1 said right at theirs, graph 0.04 offset -0.7,0
            set label 2 sprintf("ours: %.2f s", ours) left at ours, graph 0.04 offset 0.7,0
        }
    }
    plot table("enqueue", v) using 1:2 with points pointtype 6 pointsize 0.35 linecolor rgb FIRST title "enqueued", \
         table("dequeue", v) using 1:2 with points pointtype 7 pointsize 0.35 linecolor rgb FIRST title "dequeued", \
         some("resent_enqueue", v) using 1:2 with points pointtype 4 pointsize 0.5 linecolor rgb RESENT title "retransmission enqueued", \
         some("resent_dequeue", v) using 1:2 with points pointtype 5 pointsize 0.5 linecolor rgb RESENT title "retransmission dequeued", \
         some("unnecessary", v) using 1:2 with points pointtype 6 pointsize ring linewidth (ring < 1 ? 1 : 1.5) linecolor rgb RING title "unnecessary", \
         some("drop", v) using 1:2 with points pointtype 2 pointsize 0.9 linewidth 1.5 linecolor rgb PAPER title "dropped"
    unset arrow
    unset label
    set title ""
    unset key
    set tmargin at screen 0.42
    set bmargin at screen 0.25
    set yrange [0:1.05 * window]
    set ylabel "cwnd, ssthresh (- -)"
    # Before the first loss ssthresh has no limit.
    plot table("cwnd", v) using 1:2 with steps linecolor rgb colour(v) linewidth 1.5, \
         table("ssthresh", v) using 1:($2 < 1000 ? $2 : 1/0) with steps dashtype 2 linecolor rgb NEUTRAL
    set tmargin at screen 0.23
    set bmargin at screen 0.07
    set format x "%g"
    set xlabel "time (s)"
    set yrange [0:1.1 * longest]
    set ylabel "queue (packets)"
    plot table("queue", v) using 1:2 with steps linecolor rgb NEUTRAL
}
unset multiplot

# SPDX-License-Identifier: GPL-2.0-only
#
# Time-sequence plots, F2 to F8 and F12: title, variants, suffix of the tables' names, range of time, and the first and the last segment
# to be seen, and how far window and queue go. "paper_drop", if it is set, has a word for each variant: when the paper's next drop comes, or - for none; "ring" is the size of the rings, "key_place" where the key is.
#
# As in the paper each segment is shown when it enters the bottleneck's queue and when it leaves it.
FIRST = "#0072b2"
RESENT = "#e69f00"
RING = "#cc3377"
eval("set xrange ".ARG4)
if (!exists("paper_drop")) { paper_drop = "- - -" }
if (!exists("ring")) { ring = 1.2 }
if (!exists("key_place")) { key_place = "top left" }
series(quantity, v) = has(at("series-".quantity, v."-".ARG3)) ? at("series-".quantity, v."-".ARG3) : "/dev/null"
top(i) = number(word(ARG5, i))
variants = ""
do for [v in ARG2] { if (series("enqueue", v) ne "/dev/null") { variants = variants." ".v } }
columns = words(variants)
DOTS = "with points pointtype"
set multiplot layout 3,columns title ARG1
do for [i = 1:columns] {
    v = word(variants, i)
    drop = (word(paper_drop, i) eq "-") ? "" : word(paper_drop, i)
    set lmargin at screen (i - 1.0) / columns + 0.07
    set rmargin at screen (i + 0.0) / columns - 0.015
    set tmargin at screen 0.90
    set bmargin at screen 0.44
    set title name(v)
    set xlabel ""
    set format x ""
    set ylabel "segment"
    eval("set key ".key_place." Left reverse opaque")
    plot [][top(1):top(2)] series("enqueue", v) using "time":"value" @DOTS 6 pointsize 0.35 linecolor rgb FIRST title "enters the queue", \
         series("dequeue", v) using "time":"value" @DOTS 7 pointsize 0.35 linecolor rgb FIRST title "leaves the queue", \
         series("resent_enqueue", v) using "time":"value" @DOTS 4 pointsize 0.5 linecolor rgb RESENT title "retransmission enters", \
         series("resent_dequeue", v) using "time":"value" @DOTS 5 pointsize 0.5 linecolor rgb RESENT title "retransmission leaves", \
         series("unnecessary", v) using "time":"value" @DOTS 6 pointsize ring linewidth (ring < 1 ? 1 : 1.5) linecolor rgb RING title "unnecessary", \
         series("drop", v) using "time":"value" @DOTS 2 pointsize 0.9 linewidth 1.5 linecolor rgb PAPER title "dropped", \
         for [k = 1:words(drop)] at("next_drop", v) using "mean":(0):(0):(top(2)) with vectors nohead linewidth 1.5 linecolor rgb colour(v) title (words(drop) ? "next drop" : ""), \
         for [k = 1:words(drop)] "+" using (number(drop)):(0):(0):(top(2)) every ::::0 with vectors nohead dashtype 2 linewidth 1.5 linecolor rgb PAPER title (words(drop) ? "next drop in the paper: ".drop." s" : "")
    set title ""
    unset key
    set tmargin at screen 0.42
    set bmargin at screen 0.25
    set ylabel "cwnd, ssthresh (- -)"
    # Before the first loss ssthresh has no limit.
    plot [][0:top(3)] series("cwnd", v) using "time":(column("value") < 1000 ? column("value") : NaN) with steps linecolor rgb colour(v) linewidth 1.5, \
         series("ssthresh", v) using "time":(column("value") < 1000 ? column("value") : NaN) with steps dashtype 2 linecolor rgb NEUTRAL
    set tmargin at screen 0.23
    set bmargin at screen 0.07
    set format x "%g"
    set xlabel "time (s)"
    set ylabel "queue (packets)"
    plot [][0:top(4)] series("queue", v) using "time":"value" with steps linecolor rgb NEUTRAL
}

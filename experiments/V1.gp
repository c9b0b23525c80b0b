# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 3,2 columnsfirst margins 0.07,0.985,0.08,0.9 spacing 0.08,0.08 title "V1: one flow on a modem line, 33.6 kbit/s, 150 ms (SACK TCP Veno paper, Fig 1)"
set xrange [20:80]
paper(v) = (v eq "sack") ? 5 : 3
do for [v in "sack sack-veno"] {
    eval(panel(v, "", "cwnd (segments)"))
    plot [][0:25] at("series-cwnd", v."-q10") using "time":"value" with steps linecolor rgb colour(v) notitle, \
         at("cycles", v) using (50*only("q", 10)):(20):(sprintf("%g cycles, about %g in the paper", column("mean"), paper(v))) with labels notitle
    eval(panel("", "", "backlog (segments)"))
    plot [][0:15] at("series-queue", v."-q10") using "time":"value" with steps linecolor rgb NEUTRAL title "queue", \
         for [i = 2:words("sack ".v)] at("series-backlog", v."-q10") using "time":"value" with steps linewidth 2 linecolor rgb colour(v) title "estimate N"
    eval(panel("", "time (s)", "sending rate (kbit/s)"))
    plot [][0:60] at("series-rate", v."-q10") using "time":(column("value")/1000) with histeps linecolor rgb colour(v) notitle
}

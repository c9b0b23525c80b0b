# SPDX-License-Identifier: GPL-2.0-only
set title "bench-buffers: CPU time for each delivered segment to UDP's in the same run, Q = 250000 packets"
set ylabel "ratio to UDP"
set yrange [0:2]
set xrange [-0.6:2.6]
set xtics ("newreno" 0, "sack" 1, "fack" 2) scale 0
set style fill solid 0.8
set boxwidth 0.5
senders = "newreno sack fack"
rows(v) = "< grep '^0' ".data."cost_to_udp-".v.".csv"
plot for [i = 1:3] rows(word(senders, i)) using (i - 1):5 with boxes linecolor rgb colour(word(senders, i)) notitle, \
     1 dashtype 2 linecolor rgb NEUTRAL title "UDP"

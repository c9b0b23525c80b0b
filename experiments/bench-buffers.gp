# SPDX-License-Identifier: GPL-2.0-only
set title "bench-buffers: CPU time for each delivered segment to UDP's in the same run, Q = 250000 packets"
set ylabel "ratio to UDP"
set yrange [0:3.5]
set xrange [-0.6:2.6]
set xtics ("newreno" 0, "sack" 1, "fack" 2) scale 0
set style fill solid 0.8
set boxwidth 0.5
rows(v) = "< grep '^0' ".data."cost_to_udp-".v.".csv"
plot rows("newreno") using (0):5 with boxes linecolor rgb THIRD notitle, \
     rows("sack") using (1):5 with boxes linecolor rgb SACK notitle, \
     rows("fack") using (2):5 with boxes linecolor rgb FACK notitle, \
     3 dashtype 2 linecolor rgb "black" title "our bound: 3"

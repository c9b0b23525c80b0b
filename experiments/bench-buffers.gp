# SPDX-License-Identifier: GPL-2.0-only
eval(panel("bench-buffers: CPU time for each delivered segment to UDP's in the same run, Q = 250000 packets", "", "ratio to UDP"))
names = "newreno sack fack"
eval(XTICS)
set boxwidth 0.5
plot [0.4:3.6][0:2] for [v in names] at("cost_to_udp", v) using (rank(names, v)):"mean" with boxes linecolor rgb colour(v) notitle, \
     1 dashtype 2 linecolor rgb NEUTRAL title "UDP"

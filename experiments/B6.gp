# SPDX-License-Identifier: GPL-2.0-only
titles = "'SACK, Q as its bound says' 'SACK, Q = 5500' 'NewReno, Q 3 % above eq. (1)'"
units = "'goodput (Mbit/s)' 'goodput (Mbit/s)' 'goodput (Mbit/s)'"
axes = "'[0:210]; set xtics 50' '[0:210]; set xtics 50' '[-5:210]; set xtics 50'"
array of[3] = ["sack", "sack", "newreno"]
call "experiments/choices.gp" "B6: what the buffer paper's set-up leaves open, one choice at a time (a = 0.01, b = 0.125, B = 0.05 C RTT)" "bound 5500 ample" "sack" "- - -"

# SPDX-License-Identifier: GPL-2.0-only
set title "bench-controls: instructions for each delivered segment, to UDP's; a window of up to 1000"
set ylabel "ratio to UDP"
set yrange [0.9:2.4]
set key top right
set xtics rotate by -45
set xrange [-0.5:19.5]
variants = "stock scoreboard-rfc6675"
losses = "0 0.001"
name(v) = (v eq "stock") ? "ns-3's own socket" : "Rfc6675"
plot for [v in variants] for [p in losses] "< grep ',".p.",' '".data."instructions_to_udp-".v.".csv'" using 0:3:xtic(1) with points pointtype mark(v) pointsize (p eq "0") ? 0.6 : 1.1 linecolor rgb colour(v) title name(v).((p eq "0") ? ", nothing lost" : ", 0.1 % lost")

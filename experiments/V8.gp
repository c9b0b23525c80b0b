# SPDX-License-Identifier: GPL-2.0-only
set title "V8: SACK-Veno to SACK, one reading of the text made otherwise (SACK TCP Veno paper, Fig 3); 95 % intervals"
set xlabel "throughput of SACK-Veno to that of SACK"
set yrange [*:*] reverse
set offsets 0,0,0.7,0.7
set ytics noenhanced
set xrange [0.9:2.1]
set arrow from 1, graph 0 to 1, graph 1 nohead linecolor rgb NEUTRAL
unset key
plot data."choices-sack-veno_over_sack-3.csv" using 2:0:3:4:ytic(1) with xerrorbars pointtype mark("sack-veno") linecolor rgb colour("sack-veno")

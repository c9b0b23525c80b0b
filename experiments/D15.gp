# SPDX-License-Identifier: GPL-2.0-only
set title "D15: VenoDR to its rivals, 5 Mbit/s, 20 ms, timer of 1 s, RFC 2581's Reno (VenoDR paper, Fig 5), 2 % errors; 95 % intervals"
set ylabel "throughput of VenoDR to that of the rival"
set xrange [0.4:3.6]
set yrange [0.8:3]
set xtics ("Veno" 1, "Westwood" 2, "Reno" 3)
set key top left
rivals = "veno-reno westwood-plus reno"
# Tables begin with the columns p, bw and rtt.
plot for [i = 1:3] data."ratio-venodr_over_".word(rivals, i).".csv" using (i):4:5:6 with yerrorbars pointtype 7 linecolor rgb colour("venodr") title (i == 1 ? "thirty fresh seeds" : ""), \
     "< printf '1,1.441\\n2,1.470\\n3,2.138\\n'" using ($1 - 0.1):2 with points pointtype 4 pointsize 1.5 linecolor rgb PAPER title "paper"

# SPDX-License-Identifier: GPL-2.0-only
set title "D10: what each half of VenoDR gains, on three senders, at 2 % errors; 95 % intervals"
set ylabel "throughput (Mbit/s)"
set xrange [-0.7:3.7]
set yrange [0:10]
set xtics ("veno" 0, "threshold only" 1, "recovery only" 2, "venodr" 3)
set key bottom right
variants = "veno venodr-threshold-only venodr-recovery-only venodr"
array hue[3] = ["#d95f02", "#1b6ca8", "#1b9e77"]
senders = "newreno sack fack"
plot for [s=1:3] for [i=1:4] data."throughput-".word(variants,i)."+".word(senders,s).".csv" using (i-1+0.15*(s-2)):3:4:5 with yerrorbars pointtype 7 linecolor rgb hue[s] title (i == 1 ? word(senders,s) : "")

# SPDX-License-Identifier: GPL-2.0-only
set title "D10: what each half of VenoDR gains, on three senders, at 2 % errors; 95 % intervals"
set ylabel "throughput (Mbit/s)"
set xlabel "sender"
set xrange [-0.6:2.6]
set yrange [0:10]
set xtics ("NewReno" 0, "Sack" 1, "Fack" 2)
set key bottom right
variants = "veno venodr-threshold-only venodr-recovery-only venodr"
senders = "newreno sack fack"
plot for [i = 1:4] for [s = 1:3] data."throughput-".word(variants, i)."+".word(senders, s).".csv" using (s - 1 + 0.15 * (i - 2.5)):3:4:5 with yerrorbars pointtype mark(word(variants, i)) linecolor rgb colour(word(variants, i)) title (s == 1 ? word(variants, i) : "")

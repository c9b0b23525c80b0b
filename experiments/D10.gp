# SPDX-License-Identifier: GPL-2.0-only
set title "D10: what each half of VenoDR gains, on three senders, at 2 % errors; 95 % intervals"
variants = "veno venodr-threshold-only venodr-recovery-only venodr"
set ylabel "throughput (Mbit/s)"
set xtics ("sender NewReno" 1, "sender Sack" 2, "sender Fack" 3)
set key top left
plot [0.4:3.6][5:7] for [s in "newreno sack fack"] for [v in variants] at("throughput", v."+".s) using (rank("newreno sack fack", s) + side(variants, v, 0.15)):@MEAN with yerrorbars @STYLE title (s eq "newreno" ? v : "")

# SPDX-License-Identifier: GPL-2.0-only
#
# lossy-own-recovery >lossy-own-recovery.csv && gnuplot lossy-own-recovery.gp
set terminal svg size 640,360 font "sans,13" background "white"
set output "lossy-own-recovery.svg"
set datafile separator comma columnheaders missing NaN
set grid
set key noenhanced
set title "One flow on a link of 1.6 Mbit/s that loses nothing at random"
set xlabel "segments come up to so much later (ms)"
set ylabel "throughput (kbit/s)"
set yrange [0:*]
set key bottom left
of(recovery) = strcol("recovery") eq recovery ? column("value") : NaN
plot "lossy-own-recovery.csv" using "jitter_ms":(of("Rfc6675")) with linespoints linewidth 2 pointtype 7 title "RFC 6675", \
     "" using "jitter_ms":(of("AdaptiveRecovery")) with linespoints linewidth 2 pointtype 5 title "DupThresh that D-SACKs raise"

# SPDX-License-Identifier: GPL-2.0-only
#
# lossy-own-recovery >lossy-own-recovery.csv && gnuplot lossy-own-recovery.gp
call system("dirname ".ARG0)."/style.gp" "lossy-own-recovery" "One flow on a link of 1.6 Mbit/s that loses nothing at random" "segments come up to so much later (ms)" "throughput (kbit/s)"
set yrange [0:*]
set key bottom left
of(recovery) = strcol("recovery") eq recovery ? column("value") : NaN
plot "lossy-own-recovery.csv" using "jitter_ms":(of("Rfc6675")) with linespoints linewidth 2 pointtype 7 title "RFC 6675", \
     "" using "jitter_ms":(of("AdaptiveRecovery")) with linespoints linewidth 2 pointtype 5 title "DupThresh that D-SACKs raise"

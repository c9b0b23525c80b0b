# SPDX-License-Identifier: GPL-2.0-only
#
# lossy-fack-rampdown >lossy-fack-rampdown.csv && gnuplot lossy-fack-rampdown.gp
call system("dirname ".ARG0)."/style.gp" "lossy-fack-rampdown" "Segments 40 to 49 are lost: FACK without and with Rampdown" "time (s)" "segments sent, and sent again"
set xrange [0.4:1.1]
set yrange [40:120]
set key top left
of(v) = strcol("variant") eq v && strcol("quantity") eq "sent" ? column("value") : NaN
plot "lossy-fack-rampdown.csv" using "time_s":(of("fack")) with points pointtype 7 pointsize 0.5 title "FACK", \
     "" using "time_s":(of("fack-rd")) with points pointtype 4 pointsize 0.5 title "FACK with Rampdown"

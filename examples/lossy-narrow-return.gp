# SPDX-License-Identifier: GPL-2.0-only
#
# lossy-narrow-return >lossy-narrow-return.csv && gnuplot lossy-narrow-return.gp
call system("dirname ".ARG0)."/style.gp" "lossy-narrow-return" "Slow start overruns a queue: segments sent again in vain" "ACKs lost at random (%)" "segments: ten runs, and their means"
set yrange [0:*]
set key top left
of(encoding) = strcol("encoding") eq encoding ? column("value") : NaN
names = "Rfc2018 Compressed"
plot for [i=1:2] "lossy-narrow-return.csv" using (100*column("ack_loss")):(of(word(names, i))) smooth unique with linespoints linewidth 2 pointtype 2 * i + 3 linecolor i title word("'SACK option of RFC 2018' 'compressed offsets'", i), \
     for [i=1:2] "" using (100*column("ack_loss") + i - 1.5):(of(word(names, i))) with points pointtype 6 pointsize 0.5 linecolor i notitle

# SPDX-License-Identifier: GPL-2.0-only
#
# lossy-two-variants >lossy-two-variants.csv && gnuplot lossy-two-variants.gp
call system("dirname ".ARG0)."/style.gp" "lossy-two-variants" "One flow on a link of 1.6 Mbit/s, 60 s: runs, and their means" "segments lost at random" "throughput (kbit/s)"
set yrange [0:*]
set logscale x
set xrange [0.0002:0.15]
set key bottom left
variants = system("tail -n +2 lossy-two-variants.csv | cut -d , -f 1 | sort -u")
of(v) = strcol("variant") eq v ? column("value") : NaN
plot for [i=1:words(variants)] "lossy-two-variants.csv" using "loss":(of(word(variants, i))) smooth unique with linespoints linewidth 2 pointtype 2 * i + 3 linecolor i title word(variants, i), \
     for [i=1:words(variants)] "" using "loss":(of(word(variants, i))) with points pointtype 6 pointsize 0.7 linecolor i notitle

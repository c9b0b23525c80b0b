# SPDX-License-Identifier: GPL-2.0-only
#
# lossy-bursts >lossy-bursts.csv && gnuplot lossy-bursts.gp
call system("dirname ".ARG0)."/style.gp" "lossy-bursts" "1 % of the packets lost one by one, and in bursts: 10 Mbit/s, three runs of 50 s" "" "throughput (kbit/s)"
set yrange [0:*]
variants = system("tail -n +2 lossy-bursts.csv | cut -d , -f 1 | uniq")
set xrange [0.5:words(variants) + 0.5]
set xtics noenhanced
set for [i=1:words(variants)] xtics add (word(variants, i) i)
of(v, losses) = strcol("variant") eq v && strcol("losses") eq losses ? column("value") : NaN
set key top left
plot for [i=1:words(variants)] "lossy-bursts.csv" using (i - 0.1):(of(word(variants, i), "one by one")) with points pointtype 7 linecolor 1 title (i == 1 ? "one by one" : ""), \
     for [i=1:words(variants)] "" using (i + 0.1):(of(word(variants, i), "in bursts")) with points pointtype 4 linecolor 2 title (i == 1 ? "in bursts" : "")

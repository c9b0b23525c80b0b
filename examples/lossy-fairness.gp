# SPDX-License-Identifier: GPL-2.0-only
#
# lossy-fairness >lossy-fairness.csv && gnuplot lossy-fairness.gp
call system("dirname ".ARG0)."/style.gp" "lossy-fairness" "Two flows share 4 Mbit/s; 0.1 % is lost at random" "time (s)" "goodput (Mbit/s), means of 5 s"
set yrange [0:4]
variant(i) = system("grep -m 1 ^".i.", lossy-fairness.csv | cut -d , -f 2")
plot for [i=0:1] "lossy-fairness.csv" using "time_s":(column("flow") == i ? column("value") : NaN) with linespoints linewidth 2 pointtype 2 * i + 5 pointsize 0.5 title variant(i)

# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 1,2 title "F11: bursts on the reverse path, queue 20 (FACK paper, Fig 11); 95 % intervals"
set key at graph 0.98, graph 0.9 top right
set title "two bursts a second of 1 to 6 kB"
set xlabel "reverse utilisation (%)"
set ylabel "forward utilisation (%)"
set xrange [4:12]
set yrange [40:102]
# Columns 1 to 5 are those of the reverse direction, 6 to 10 those of the forward direction.
both(v) = "< paste -d , '".data."reverse_utilisation-".v.".csv' '".data."forward_utilisation-".v.".csv'"
plot for [v in "reno-1996 reno sack fack fack-od-rd"] both(v) using (100*$2):(100*$7):(100*$3):(100*$4):(100*$8):(100*$9) with xyerrorlines pointtype mark(v) pointsize 0.8 linecolor rgb colour(v) title v, \
     "< echo 7,55" using 1:2 with points pointtype 4 pointsize 1.8 linecolor rgb PAPER title "paper, Reno at 7 %"
set title "Reno with bursts of 6 kB"
set key bottom left
set xlabel "tick: the timer expires on its multiples (s)"
set ylabel "forward path idle (%)"
set xrange [0:0.55]
set yrange [0:60]
plot for [v in "reno-1996 reno"] data."forward_idle-".v.".csv" using 1:(100*$2):(100*$3):(100*$4) with yerrorlines pointtype mark(v) linecolor rgb colour(v) title v, \
     45 dashtype 2 linecolor rgb PAPER title "paper: 45 %"
unset multiplot

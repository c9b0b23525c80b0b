# SPDX-License-Identifier: GPL-2.0-only
load "experiments/choices.gp"
set multiplot layout 1,2 margins 0.06,0.985,0.13,0.9 spacing 0.07 title "B6: what the buffer paper's set-up leaves open, one choice at a time (a = 0.01, b = 0.125, B = 0.05 C RTT)"
# Tables begin with the columns choice and Q.
set yrange [0:225]
set ylabel "goodput (Mbit/s)"
set key top right
set title "SACK"
choices = "base exact wide no-limited packet-1502 packet-576 packet-9000 slow slow-late"
eval(axis_of_choices)
plot chosen("goodput", "sack", 1, "$2 != 5500 && $2 != 20000") using 1:2 with points pointtype mark("sack") pointsize 1.2 linecolor rgb colour("sack") title "Q as its bound says", \
     chosen("goodput", "sack", 1, "$2 == 5500") using 1:2 with points pointtype 6 pointsize 1.2 linecolor rgb colour("sack") title "Q = 5500"
set title "NewReno, Q 3 % above eq. (1)"
choices = "base exact wide no-limited packet-9000 impatient slow"
eval(axis_of_choices)
plot chosen("goodput", "newreno", 1, "$2 > 0") using 1:2 with points pointtype mark("newreno") pointsize 1.2 linecolor rgb colour("newreno") notitle
unset multiplot

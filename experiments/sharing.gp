# SPDX-License-Identifier: GPL-2.0-only
#
# V5 and V6. "figure", "rate", "queue" and "paper" are set.
#
# Columns: n, p, delay, reset, then mean and interval. One panel for each delay without random loss,
# and one with.
delays = system("grep '^[0-9]' '".data."normalised_throughput-sack.csv' | cut -d , -f 3 | sort -nu | tr '\\n' ' '")
panels = words(delays) + 1
set multiplot layout (panels > 3 ? 2 : 1),(panels > 3 ? (panels + 1) / 2 : panels) title figure.": n + n flows share ".rate." Mbit/s, queue ".queue." (SACK TCP Veno paper, Fig ".paper."); 95 % intervals"
set logscale x 2
set xrange [1.5:45]
set yrange [0:2.2]
set xlabel "flows, n + n"
set ylabel "normalised throughput"
set key font ",9" samplen 2
shift(v) = (v eq "sack") ? 0.93 : 1.07
share(v) = data."normalised_throughput-".v.".csv"
do for [panel = 1:panels] {
    loss = (panel < panels) ? 0 : 0.01
    delay = (panel < panels) ? word(delays, panel) + 0 : 75
    set title (panel < panels) ? sprintf("%g ms each way, no random loss", delay) : "75 ms each way, random loss 0.01"
    at(p, d, r, reset) = (p == loss && d == delay && r == reset) ? 1 : 1/0
    rows = system(sprintf("awk -F, '$2 == %g && $3 == %g && $4 == \"0\"' '%s' | wc -l", loss, delay, share("sack"))) + 0
    plot for [v in "sack sack-veno"] share(v) using (2*$1*shift(v)*at($2,$3,$4,1)):5:6:7 with yerrorbars pointtype mark(v) pointsize 1.2 linewidth 2 linecolor rgb colour(v) title v, \
         for [v in "sack sack-veno"] share(v) using (2*$1*shift(v)*shift(v)*at($2,$3,$4,0)):5:6:7 with yerrorbars pointtype (mark(v) - 1) linecolor rgb colour(v) title rows > 0 ? v.", BaseRTT not reset" : "", \
         1 dashtype 2 linecolor rgb NEUTRAL title "fair share"
}
unset multiplot

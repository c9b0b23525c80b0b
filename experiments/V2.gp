# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 2,2 title "V2: 800 kbit/s, 1 % loss in each dummynet pipe (SACK TCP Veno paper, Fig 3)"
set ylabel "cwnd (segments)"
set xlabel "time (s)"
set yrange [0:30]
set xrange [0:100]
do for [v in "sack sack-veno"] {
    set title v.", pipe passed twice, delayed ACKs" noenhanced
    plot data."series-cwnd-".v."-double.csv" using 1:2 with steps linecolor rgb colour(v) notitle
}
set title "throughput, 95 % intervals, and AIMD theory"
set ylabel "pkt/s"
set xlabel ""
set yrange [0:70]
set xrange [-0.5:2.5]
set xtics ("once" 0, "twice" 1, "twice, no delack" 2)
set key outside center bottom vertical maxrows 5 samplen 2 width -2
# Place of a point on the axis, by its columns x and delack.
where(x, d) = (x eq "single") ? 0 : (d eq "1") ? 2 : 1
# The tables have the stock socket, ns3-veno and westwood-plus, too. A colour is a sender; the kind of mark is in the key once.
variants = "sack sack-veno"
place(x, d, i) = where(x, d) + 0.16 * (2 * i - 3)
printed(v) = (v eq "sack") ? 22 : 38
plot for [v in variants] printed(v) dashtype 2 linecolor rgb colour(v) title (v eq "sack" ? "paper, pipe passed once or twice" : ""), \
     for [i = 1:2] data."theory-".word(variants, i).".csv" using (place(strcol(1), strcol(2), i) + 0.05):3 with points pointtype 2 linecolor rgb colour(word(variants, i)) title (i == 1 ? "AIMD theory" : ""), \
     for [i = 1:2] data."throughput-".word(variants, i).".csv" using (place(strcol(1), strcol(2), i)):3:4:5 with yerrorbars pointtype mark(word(variants, i)) pointsize 1.2 linecolor rgb colour(word(variants, i)) title word(variants, i)
set title "ratio to sack on the same socket, and AIMD theory without timeouts"
set ylabel "ratio"
set yrange [0.9:2.4]
ratios = "sack-veno_over_sack sack-veno+stock_over_sack+stock"
style = "sack-veno sack-veno+stock"
plot for [i = 1:2] data."ratio-".word(ratios, i).".csv" using (where(strcol(1), strcol(2)) + 0.15 * (i - 1)):3:4:5 with yerrorbars pointtype mark(word(style, i)) linecolor rgb colour(word(style, i)) title word(style, i), \
     1.72 dashtype 2 linecolor rgb PAPER title "paper: 1.72", sqrt(3) dashtype 3 linecolor rgb NEUTRAL title "theory: 1.73"
unset multiplot

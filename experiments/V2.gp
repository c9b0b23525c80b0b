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
set key outside center bottom vertical maxrows 5 font ",10" samplen 2 width -2
# Place of a point on the axis, by its columns x and delack.
where(x, d) = (x eq "single") ? 0 : (d eq "1") ? 2 : 1
bar(v) = data."throughput-".v.".csv"
plot bar("sack") using (where(strcol(1), strcol(2)) - 0.30):3:4:5 with yerrorbars pointtype 7 linecolor rgb SACK title "sack", \
     bar("sack-window") using (where(strcol(1), strcol(2)) - 0.15):3:4:5 with yerrorbars pointtype 7 linecolor rgb THIRD title "sack-window", \
     bar("sack-veno") using (where(strcol(1), strcol(2))):3:4:5 with yerrorbars pointtype 7 linecolor rgb VENO title "sack-veno", \
     bar("ns3-veno") using (where(strcol(1), strcol(2)) + 0.15):3:4:5 with yerrorbars pointtype 7 linecolor rgb FOURTH title "ns3-veno", \
     bar("westwood-plus") using (where(strcol(1), strcol(2)) + 0.30):3:4:5 with yerrorbars pointtype 7 linecolor rgb OTHER title "westwood-plus", \
     data."theory-sack.csv" using (where(strcol(1), strcol(2)) - 0.30):3 with points pointtype 6 linecolor rgb SACK title "theory, b = 1/2", \
     data."theory-sack-veno.csv" using (where(strcol(1), strcol(2))):3 with points pointtype 6 linecolor rgb VENO title "theory, b = 1/5", \
     22 dashtype 2 linecolor rgb SACK title "paper: SACK 22", 38 dashtype 2 linecolor rgb VENO title "paper: Veno 38"
set title "ratio to sack, and AIMD theory without timeouts"
set ylabel "ratio"
set yrange [0.9:2.4]
plot data."ratio-sack-veno_over_sack.csv" using (where(strcol(1), strcol(2))):3:4:5 with yerrorbars pointtype 7 linecolor rgb VENO title "sack-veno/sack", \
     data."ratio-sack-veno_over_sack-window.csv" using (where(strcol(1), strcol(2)) + 0.15):3:4:5 with yerrorbars pointtype 7 linecolor rgb THIRD title "sack-veno/sack-window", \
     data."ratio-ns3-veno_over_sack.csv" using (where(strcol(1), strcol(2)) + 0.30):3:4:5 with yerrorbars pointtype 7 linecolor rgb FOURTH title "ns3-veno/sack", \
     1.72 dashtype 2 linecolor rgb "black" title "paper: 1.72", sqrt(3) dashtype 3 linecolor rgb OTHER title "theory: 1.73"
unset multiplot

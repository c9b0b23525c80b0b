# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 2,2 title "C4: packets that overtake one another; window 100, 5 s, 95 % intervals"
set xlabel "jitter (ms; 2 ms are one packet)"
set key outside bottom center maxrows 3
set xrange [-1:21]
set xtics (0, 2, 5, 20)
table(quantity, v) = data.quantity."-".v.".csv"
shade(v) = (strstrt(v, "rfc2018") == 1) ? SACK : VENO
# What is not random has no interval.
end(i) = valid(i) ? column(i) : column(3)
at(loss, quantity, v) = "< grep ',".loss.",' ".table(quantity, v)
do for [s in "sack fack"] {
    suffix = (s eq "sack") ? "" : "+fack"
    set title "throughput, sender ".s
    set ylabel "kbit/s"
    set yrange [0:4200]
    plot for [loss in "0 0.2 0.5"] for [v in "rfc2018 compressed"] at(loss, "throughput", v.suffix) using 1:3:(end(4)):(end(5)) with yerrorlines pointtype (loss eq "0" ? 4 : loss eq "0.2" ? 6 : 8) pointsize 0.9 linecolor rgb shade(v) title v.", ACK loss ".loss
}
do for [s in "sack fack"] {
    suffix = (s eq "sack") ? "" : "+fack"
    set title "unnecessary retransmissions, sender ".s
    set ylabel "segments"
    set yrange [0:*]
    plot for [loss in "0 0.2 0.5"] for [v in "rfc2018 compressed"] at(loss, "unnecessary_retransmissions", v.suffix) using 1:3:(end(4)):(end(5)) with yerrorlines pointtype (loss eq "0" ? 4 : loss eq "0.2" ? 6 : 8) pointsize 0.9 linecolor rgb shade(v) title v.", ACK loss ".loss
}
unset multiplot

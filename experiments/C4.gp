# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 2,2 margins 0.07,0.985,0.17,0.90 spacing 0.07,0.12 title "C4: packets that overtake one another; window 100, 5 s, 95 % intervals (the tables have an ACK loss of 0.5, too)"
set xrange [-1:21]
set xtics (0, 2, 5, 10, 20)
set key at screen 0.5,0.10 center top vertical maxrows 2
table(quantity, v) = data.quantity."-".v.".csv"
# What is not random has no interval.
end(i) = valid(i) ? column(i) : column(3)
at(loss, quantity, v) = "< grep ',".loss.",' ".table(quantity, v)
form(loss, v) = (loss eq "0" ? 4 : 6) + (v eq "rfc2018" ? 0 : 1)
shift(v) = (v eq "rfc2018") ? -0.12 : 0.12
do for [row = 1:2] {
    quantity = (row == 1) ? "throughput" : "unnecessary_retransmissions"
    set ylabel (row == 1) ? "throughput (kbit/s)" : "unnecessary retransmissions"
    set xlabel (row == 1) ? "" : "jitter (ms; 2 ms are one packet)"
    if (row == 1) { set yrange [0:4300] } else { set yrange [0:110] }
    do for [s in "sack fack"] {
        suffix = (s eq "sack") ? "" : "+fack"
        set title "sender ".s
        plot for [v in "rfc2018 compressed"] for [loss in "0 0.2"] at(loss, quantity, v.suffix) using ($1 + shift(v)):3:(end(4)):(end(5)) with yerrorlines pointtype form(loss, v) pointsize 0.9 linecolor rgb colour(v) title (row == 1 && s eq "sack" ? v.", ACK loss ".loss : "")
    }
}
unset multiplot

# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 1,2 title "C3: ACK-path loss, slow start overruns the queue; 5 s, 95 % intervals"
set xlabel "loss probability of an ACK"
set xrange [-0.03:0.53]
set key outside bottom center maxrows 4
table(quantity, v) = data.quantity."-".v.".csv"
windows = system("grep -v '^#' ".table("throughput", "rfc2018")." | tail -n +2 | cut -d , -f 2 | sort -nu | grep .")
# What is not random has no interval.
end(i) = valid(i) ? column(i) : column(3)
shade(i, v) = (strstrt(v, "rfc2018") == 1) ? SACK : VENO
do for [s in "sack fack"] {
    suffix = (s eq "sack") ? "" : "+fack"
    set title "unnecessary retransmissions, sender ".s
    set ylabel "segments (log, + 1)"
    set logscale y
    set yrange [0.8:*]
    plot for [i = 1:words(windows)] for [v in "rfc2018 compressed"] "< grep ',".word(windows, i).",' ".table("unnecessary_retransmissions", v.suffix) using 1:($3+1):(end(4)+1):(end(5)+1) with yerrorlines pointtype (2 * i + 2) pointsize 0.9 linecolor rgb shade(i, v) title v.", window ".word(windows, i)
}
unset multiplot

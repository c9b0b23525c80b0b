# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 1,2 title "C3: ACK-path loss, slow start overruns the queue; 5 s, 95 % intervals"
set xlabel "loss probability of an ACK"
set xrange [-0.03:0.53]
set bmargin 12
set key at screen 0.5,0.13 center top vertical maxrows 4
table(quantity, v) = data.quantity."-".v.".csv"
windows = system("grep -v '^#' ".table("throughput", "rfc2018")." | tail -n +2 | cut -d , -f 2 | sort -nu | grep .")
# What is not random has no interval.
end(i) = valid(i) ? column(i) : column(3)
do for [s in "sack fack"] {
    suffix = (s eq "sack") ? "" : "+fack"
    set title "unnecessary retransmissions, sender ".s
    set ylabel "segments (log, + 1)"
    set logscale y
    set yrange [0.8:20000]
    plot for [v in "rfc2018 compressed"] for [i = 1:words(windows)] "< grep ',".word(windows, i).",' ".table("unnecessary_retransmissions", v.suffix) using ($1 + (v eq "rfc2018" ? -0.004 : 0.004)):($3+1):(end(4)+1):(end(5)+1) with yerrorlines pointtype (2 * i + (v eq "rfc2018" ? 2 : 3)) pointsize 0.9 linecolor rgb colour(v) title (s eq "sack" ? v.", window ".word(windows, i) : "")
}
unset multiplot

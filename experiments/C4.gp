# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 2,2 @KEY_ROOM title "C4: packets that overtake one another; window 100, 5 s, 95 % intervals (the tables have an ACK loss of 0.5, too)"
both = "rfc2018 compressed"
array WHAT[2] = ["throughput", "unnecessary_retransmissions"]
array TOP[2] = [4300, 110]
array UNIT[2] = ["throughput (kbit/s)", "segments sent again for nothing"]
set xtics (0, 2, 5, 10, 20)
set xlabel "jitter (ms; 2 ms are one packet)"
set key at screen 0.5,0.1 center top vertical maxrows 2
do for [row = 1:2] {
    set ylabel UNIT[row]
    do for [suffix in "'' +fack"] {
        set title (strlen(suffix) ? "sender Fack" : "sender Sack")
        plot [-1:21][0:TOP[row]] for [v in both] for [p in "0 0.2"] at(WHAT[row], v.suffix) using (only("loss", p + 0)*(column("jitter") + side(both, v, 0.4) + (p > 0 ? 0.1 : -0.1))):@MEAN with yerrorlines pointtype (p > 0 ? 5 : 3) + rank(both, v) pointsize 0.9 dashtype 1 + (p > 0) linecolor rgb colour(v) title v.", ACK loss ".p
        unset key
    }
}

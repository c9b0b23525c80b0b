# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 1,2 @KEY_ROOM title "C3: segments sent again for nothing; ACK-path loss, slow start overruns the queue; 5 s, 95 % intervals"
both = "rfc2018 compressed"
windows = "10 100 1000 10000"
eval(panel("", "loss probability of an ACK", "segments; below 1 linear"))
set key at screen 0.5,0.12 center top vertical maxrows 4
# As the logarithm of many, and with a place for none.
set nonlinear y via (y < 1 ? y : 1 + log10(y)) inverse (y < 1 ? y : 10**(y - 1))
set ytics (0, 1, 10, 100, 1000, 10000)
do for [suffix in "'' +fack"] {
    set title (strlen(suffix) ? "sender Fack" : "sender Sack")
    plot [-0.03:0.53][0:20000] for [v in both] for [w in windows] at("unnecessary_retransmissions", v.suffix) using (only("window", w + 0)*(column("loss") + side(both, v, 0.008))):@MEAN with yerrorlines pointtype 2 * rank(windows, w) + 1 + rank(both, v) pointsize 0.9 linecolor rgb colour(v) title v.", window ".w
    unset key
}

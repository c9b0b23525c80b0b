# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 2,2 @ROOM title "bench-window: CPU time for each delivered segment"
ours = "stock scoreboard-reno scoreboard-newreno scoreboard-sack scoreboard-fack scoreboard-rfc6675"
set logscale xy
set key top left
do for [p in "0 0.001"] {
    eval(panel(p > 0 ? "0.1 % loss" : "no loss", "window, segments", "microseconds"))
    plot for [v in "udp ".ours] at("cost", v) using (only("p", p + 0)*column("window")):"mean" with linespoints @STYLE title name(v)
}
unset logscale y
do for [p in "0 0.001"] {
    eval(panel(p > 0 ? "0.1 % loss" : "no loss", "window, segments", "ratio to UDP in the same run"))
    plot [][0:5] for [v in ours] at("cost_to_udp", v) using (only("p", p + 0)*column("window")):"mean" with linespoints @STYLE title name(v), \
         1 dashtype 2 linecolor rgb NEUTRAL title "UDP"
}

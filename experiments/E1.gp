# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 2,2 @ROOM title "E1: ns-3's own socket (across) and ours by stock-fast (up), a mark for each path"
controls = "NewReno Cubic LinuxReno Bbr Dctcp"
quantities = "goodput resent timeouts window"
titles = "'goodput, Mbit/s' 'segments sent again, % of those delivered' 'timeouts in a run' 'mean window, segments'"
set key top left
do for [q in quantities] {
    set title word(titles, rank(quantities, q))
    scale = (q eq "goodput") ? 1e-6 : 1
    if (q eq "timeouts") { unset logscale } else { set logscale xy }
    plot for [c in controls] at(q."-both", c) using (column("stock")*scale):(column("mean")*scale):(end("ci_low", scale)):(end("ci_high", scale)) with yerrorbars pointtype 4 + 2*rank(controls, c) linecolor rank(controls, c) title c, \
         x linecolor rgb NEUTRAL notitle
    unset key
}

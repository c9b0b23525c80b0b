# SPDX-License-Identifier: GPL-2.0-only
#
# V5 and V6, with their title: a panel for each delay without random loss, and one with. ns-3's own socket is not drawn.
both = "sack sack-veno"
panels = 1
while (has(at("panel-".(panels + 1), "sack-1"))) { panels = panels + 1 }
array LOSS[panels]
array DELAY[panels]
do for [panel = 1:panels] {
    stats at("panel-".panel, "sack-1") using "p":"delay" nooutput
    LOSS[panel] = STATS_max_x
    DELAY[panel] = STATS_max_y
}
set multiplot layout (panels > 3 ? 2 : 1),(panels > 3 ? (panels + 1) / 2 : panels) @ROOM title ARG1."; 95 % intervals"
set logscale x 2
eval(panel("", "flows, n + n", "share, a fair one being 1"))
do for [panel = 1:panels] {
    set title sprintf(LOSS[panel] > 0 ? "%g ms each way, random loss %g" : "%g ms each way, no random loss", DELAY[panel], LOSS[panel])
    plot [1.5:45][0:2.4] for [v in both] at("panel-".panel, v."-1") using (2*column("n")*(1 + side(both, v, 0.14))):@MEAN @BARS, \
         for [v in both] at("panel-".panel, v."-0") using (2*column("n")*(1 + side(both, v, 0.28))):@MEAN with yerrorbars pointtype mark(v) - 1 linecolor rgb colour(v) title (system("grep -vc '#' ".at("panel-".panel, v."-0")) > 1 ? v.", BaseRTT not reset" : ""), \
         1 dashtype 2 linecolor rgb NEUTRAL notitle
}

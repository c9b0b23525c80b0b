# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 3,2 margins 0.07,0.895,0.07,0.9 spacing 0.06,0.1 title "D12: VenoDR to its rivals at 2 % errors; colour: more or less than the paper's ratio; ring: within 10 % of it; square: where D4 to D11 are"
rivals = "veno-reno veno-reno+ns2 reno reno+ns2 westwood-plus westwood-plus+ns2"
set logscale xy
set xtics (4, 6, 8, 12, 16, 20)
set ytics (2, 5, 10, 20, 50, 100)
unset key
set palette defined (-60 "#2166ac", -10 "#d1e5f0", 10 "#fddbc7", 60 "#b2182b")
set cbrange [-60:60]
set format cb "%+.0f %%"
set colorbox user origin 0.92,0.1 size 0.015,0.78
do for [v in rivals] {
    paper = word("1.441 2.138 1.470", (rank(rivals, v) + 1) / 2)
    eval(panel(name(v).", paper ".paper, rank(rivals, v) > 4 ? "pipe (segments)" : "", rank(rivals, v) % 2 ? "least RTO to RTT" : ""))
    more(i) = 100 * (column("mean") / paper - 1)
    # The numbers of 2 Mbit/s and those at the square stand to the left of their places.
    beside(bw) = ((column("bw") == 2) == bw) ? column("pipe") : NaN
    plot [3:24][1:220] at("map", v) using "pipe":"timeout":(more(0)) with points pointtype 7 pointsize 1.6 linecolor palette, \
         at("map", v) using (abs(more(0)) <= 10 ? column("pipe") : NaN):"timeout" with points pointtype 6 pointsize 2.1 linewidth 1.5 linecolor rgb PAPER, \
         at("map", v) using (beside(0)):"timeout":(sprintf("%.2f", column("mean"))) with labels left offset 2.2,0, \
         at("map", v) using (beside(1)):"timeout":(sprintf("%.2f", column("mean"))) with labels right offset -1.6,0, \
         "+" using (17.1):(10) every ::::0 with points pointtype 4 pointsize 2.6 linecolor rgb PAPER
    unset colorbox
}

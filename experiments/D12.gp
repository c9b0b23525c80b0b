# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 3,2 margins 0.07,0.895,0.07,0.9 spacing 0.06,0.1 title "D12: VenoDR to its rivals at 2 % errors; colour: more or less than the paper's ratio; ring: within 10 % of it; square: where D4 to D11 are"
# The colour says how much more the ratio is than the paper's; the numbers of 2 Mbit/s stand to the left of their places.
more(r, paper) = 100 * (r / paper - 1)
side(bw, slow, x) = ((bw == 2) == slow) ? x : NaN
near(r, paper) = abs(r / paper - 1) <= 0.1
set logscale xy
set xrange [3:24]
set yrange [1:220]
set xtics (4, 6, 8, 12, 16, 20)
set ytics (2, 5, 10, 20, 50, 100)
unset key
set palette defined (-60 "#2166ac", -10 "#d1e5f0", 10 "#fddbc7", 60 "#b2182b")
set cbrange [-60:60]
set format cb "%+.0f %%"
rivals = "veno-reno veno-reno+ns2 reno reno+ns2 westwood-plus westwood-plus+ns2"
printed = "1.441 1.441 2.138 2.138 1.470 1.470"
do for [i = 1:6] {
    v = word(rivals, i)
    paper = real(word(printed, i))
    set title v.", paper ".word(printed, i) noenhanced
    set ylabel i % 2 ? "least RTO to RTT" : ""
    set xlabel i > 4 ? "pipe (segments)" : ""
    if (i == 1) { set colorbox user origin 0.92,0.1 size 0.015,0.78 } else { unset colorbox }
    plot data."map-".v.".csv" using 1:2:(more($3, paper)) with points pointtype 7 pointsize 1.6 linecolor palette, \
         data."map-".v.".csv" using (near($3, paper) ? $1 : NaN):2 with points pointtype 6 pointsize 2.1 linewidth 1.5 linecolor rgb PAPER, \
         data."map-".v.".csv" using (side($4, 0, $1)):2:(sprintf("%.2f", $3)) with labels left offset 1.6,0 textcolor rgb NEUTRAL, \
         data."map-".v.".csv" using (side($4, 1, $1)):2:(sprintf("%.2f", $3)) with labels right offset -1.6,0 textcolor rgb NEUTRAL, \
         "+" using (17.1):(10) every ::::0 with points pointtype 4 pointsize 3.2 linecolor rgb PAPER
}
unset multiplot

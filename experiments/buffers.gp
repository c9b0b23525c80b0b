# SPDX-License-Identifier: GPL-2.0-only
#
# B2 and B3: goodput of the first of "variants" against Q for two settings and three sizes of the bottleneck's buffer; of the second, the same paced.
# What the model requires is a vertical line in the colour of the curve.
shares = "0.05 0.1 0.5"
shades = "#009e73 #0072b2 #cc79a7"
eval(panel("", "Q (packets, log)", "goodput (Mbit/s)"))
if (!exists("done")) { set logscale x; set xrange [1000:1000000]; set xtics ("1,000" 1000, "10,000" 10000, "100,000" 100000, "1,000,000" 1000000) } else { set xlabel "Q (packets)" }
q(i) = only("a", a) * only("b", b) * only("B", word(shares, i) + 0) * column("Q")
do for [a in "0.01 0.005"] {
    a = a + 0
    b = (a > 0.005) ? 0.125 : 0.2
    set title sprintf("a = %g, b = %g", a, b)
    plot [][0:210] for [i = 1:3] at("goodput", word(variants, 1)) using (q(i)):"mean" with linespoints pointtype 2 * i + 3 linecolor rgb word(shades, i) title "B = ".word(shares, i)." C RTT", \
         for [i = 1:(a > 0.005)] at("goodput", word(variants, 2)) using (q(i)):"mean" with linespoints pointtype 4 dashtype 3 linecolor rgb word(shades, i) title "the same, paced", \
         for [i = 1:3] at("model", word(variants, 1)) using (q(i) > 0 ? column("mean") : NaN):(0):(0):(200) with vectors nohead dashtype 2 linecolor rgb word(shades, i) title "model, B = ".word(shares, i)." C RTT"
    unset key
}
done = 1

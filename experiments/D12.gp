# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 3,2 margins 0.08,0.985,0.07,0.9 spacing 0.06,0.1 title "D12: VenoDR to its rivals at 2 % errors; filled: within 10 % of the paper's ratio; square: where D4 to D11 are"
# Tables name their columns. A packet has 1462 octets. The numbers of 2 Mbit/s stand to the left of their places,
# the others to the right.
map(v, slow) = "< awk -F, 'function at(n) {return c[n] ? $c[n] : \"\"} /^#/ || !NF {next} \
    !h {for (i = 1; i <= NF; ++i) c[$i] = i; h = 1; next} \
    at(\"p\") == 0.02 && at(\"bw\") ".slow." 2 && at(\"limited\") == \"\" && at(\"window\") == \"\" \
    {printf \"%g,%g,%s\\n\", at(\"bw\") * at(\"rtt\") / 11.696, 1000 * at(\"rto\") / at(\"rtt\"), at(\"mean\")}' '".data."ratio-venodr_over_".v.".csv'"
near(r, paper) = abs(r / paper - 1) <= 0.1
set logscale xy
set xrange [3:24]
set yrange [1:220]
set xtics (4, 6, 8, 12, 16, 20)
set ytics (2, 5, 10, 20, 50, 100)
unset key
rivals = "veno-reno veno-reno+ns2 reno reno+ns2 westwood-plus westwood-plus+ns2"
printed = "1.441 1.441 2.138 2.138 1.470 1.470"
do for [i = 1:6] {
    v = word(rivals, i)
    paper = real(word(printed, i))
    set title v.", paper ".word(printed, i) noenhanced
    set ylabel i % 2 ? "least RTO to RTT" : ""
    set xlabel i > 4 ? "pipe (segments)" : ""
    # Filled where the ratio is near the paper's.
    plot for [slow in "!= =="] map(v, slow) using 1:2:(near($3, paper) ? 7 : 6) with points pointtype variable pointsize 1 linecolor rgb PAPER, \
         map(v, "!=") using 1:2:(sprintf("%.2f", $3)) with labels left offset 1.3,0 textcolor rgb NEUTRAL, \
         map(v, "==") using 1:2:(sprintf("%.2f", $3)) with labels right offset -1.3,0 textcolor rgb NEUTRAL, \
         "< echo 17.1,10" using 1:2 with points pointtype 4 pointsize 2.2 linecolor rgb PAPER
}
unset multiplot

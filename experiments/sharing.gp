# SPDX-License-Identifier: GPL-2.0-only
#
# V5 and V6. "figure", "rate", "queue" and "paper" are set.
#
# One panel for each delay without random loss, and one with. Tables name their columns; those of ns-3's own socket are
# not drawn.
table(v) = data."normalised_throughput-".v.".csv"
shares(v, loss, delay, reset) = sprintf("< awk -F, 'function at(n) {return c[n] ? $c[n] : \"\"} /^#/ || !NF {next} \
    !h {for (i = 1; i <= NF; ++i) c[$i] = i; h = 1; next} \
    at(\"p\") == %g && at(\"delay\") == %g && at(\"reset\") == \"%d\" && at(\"socket\") == \"\" \
    {print at(\"n\") \",\" at(\"mean\") \",\" at(\"ci_low\") \",\" at(\"ci_high\")}' '%s'", loss, delay, reset, table(v))
delays = system("grep '^[0-9]' '".table("sack")."' | cut -d , -f 3 | sort -nu | tr '\\n' ' '")
panels = words(delays) + 1
set multiplot layout (panels > 3 ? 2 : 1),(panels > 3 ? (panels + 1) / 2 : panels) title figure.": n + n flows share ".rate." Mbit/s, queue ".queue." (SACK TCP Veno paper, Fig ".paper."); 95 % intervals"
set logscale x 2
set xrange [1.5:45]
set yrange [0:2.2]
set xlabel "flows, n + n"
set ylabel "normalised throughput"
set key font ",9" samplen 2
shift(v) = (v eq "sack") ? 0.93 : 1.07
do for [panel = 1:panels] {
    loss = (panel < panels) ? 0 : 0.01
    delay = (panel < panels) ? word(delays, panel) + 0 : 75
    set title (panel < panels) ? sprintf("%g ms each way, no random loss", delay) : "75 ms each way, random loss 0.01"
    rows = system(shares("sack", loss, delay, 0)[3:*]." | wc -l") + 0
    plot for [v in "sack sack-veno"] shares(v, loss, delay, 1) using (2*$1*shift(v)):2:3:4 with yerrorbars pointtype mark(v) pointsize 1.2 linewidth 2 linecolor rgb colour(v) title v, \
         for [v in "sack sack-veno"] shares(v, loss, delay, 0) using (2*$1*shift(v)*shift(v)):2:3:4 with yerrorbars pointtype (mark(v) - 1) linecolor rgb colour(v) title (rows > 0) ? v.", BaseRTT not reset" : "", \
         1 dashtype 2 linecolor rgb NEUTRAL title "fair share"
}
unset multiplot

# SPDX-License-Identifier: GPL-2.0-only
#
# What a paper leaves open, one choice after the other: V7 and D14. "heading", "figures" (of the paper), "pairs"
# (tables of ratios) and "against" (the variants they are drawn as) are set.
#
# Tables name their columns: fig, choice, p, then the mean and its interval. A panel for each figure, a row for each
# choice; base is that of the paper's experiment. Rows of largest are for their mean.
choices(pair, fig) = "< awk -F, 'function at(n) {return c[n] ? $c[n] : \"\"} /^#/ || !NF {next} \
    !h {for (i = 1; i <= NF; ++i) c[$i] = i; h = 1; next} at(\"fig\") == ".fig." && at(\"mean\") != \"\" && at(\"choice\") !~ /^largest/ \
    {p = (at(\"fig\") == 4) ? \" p=\" at(\"p\") : \"\"; \
    print at(\"choice\") p \",\" at(\"mean\") \",\" at(\"ci_low\") \",\" at(\"ci_high\")}' '".data."ratio-".pair.".csv'"
load "experiments/rivals.gp"
# gnuplot looks at an empty range's body, too.
nth(list, k) = word(list, k > words(list) ? 1 : k)
set multiplot layout (words(figures) > 2 ? 2 : 1),(words(figures) > 2 ? 3 : 2) title heading
set yrange [*:*] reverse
set offsets 0,0,0.7,0.7
set key bmargin center horizontal font ",9" samplen 1
set ytics noenhanced font ",9"
set xlabel "ratio"
set xrange [0.7:2.3]
set xtics 0.4
set arrow from 1, graph 0 to 1, graph 1 nohead linecolor rgb NEUTRAL
do for [i = 1:words(figures)] {
    fig = word(figures, i)
    set title "Fig ".fig
    plot choices(word(pairs, 1), fig) using 2:0:3:4:ytic(1) with xerrorbars pointtype marker(word(against, 1)) linecolor rgb colour(word(against, 1)) title (words(pairs) > 1) ? "to ".word(against, 1) : "", \
         for [k = 2:words(pairs)] choices(nth(pairs, k), fig) using 2:($0 + 0.2 * (k - 1)):3:4 with xerrorbars pointtype marker(nth(against, k)) linecolor rgb colour(nth(against, k)) title "to ".nth(against, k)
}
unset multiplot

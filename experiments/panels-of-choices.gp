# SPDX-License-Identifier: GPL-2.0-only
#
# What a paper leaves open, one choice after the other: V7 and D14. "heading", "figures" (of the paper), "pairs"
# (tables of ratios) and "against" (the variants they are drawn as) are set.
#
# A panel for each figure, a row for each choice; base is that of the paper's experiment. One key is enough.
choices(pair, fig) = data."choices-".pair."-".fig.".csv"
load "experiments/rivals.gp"
# gnuplot looks at an empty range's body, too.
nth(list, k) = word(list, k > words(list) ? 1 : k)
panels = words(figures)
across = panels > 2 ? 3 : 2
set multiplot title heading
set yrange [*:*] reverse
set offsets 0,0,0.7,0.7
set key at screen 0.5,0.03 center bottom horizontal samplen 1
set ytics noenhanced
set xlabel "ratio"
set xrange [0.7:2.3]
set xtics 0.4
set arrow from 1, graph 0 to 1, graph 1 nohead linecolor rgb NEUTRAL
do for [i = 1:words(figures)] {
    fig = word(figures, i)
    set title "Fig ".fig
    # The names of the choices have the same room in all.
    set lmargin at screen ((i - 1) % across + 0.1 * (across + 1)) / across
    set rmargin at screen ((i - 1) % across + 0.97) / across
    set tmargin at screen (panels <= across || i <= across) ? 0.9 : 0.44
    set bmargin at screen (panels > across && i <= across) ? 0.57 : 0.12
    if (i > 1) { unset key }
    plot choices(word(pairs, 1), fig) using 2:0:3:4:ytic(1) with xerrorbars pointtype marker(word(against, 1)) linecolor rgb colour(word(against, 1)) title (words(pairs) > 1) ? "to ".word(against, 1) : "", \
         for [k = 2:words(pairs)] choices(nth(pairs, k), fig) using 2:($0 + 0.2 * (k - 1)):3:4 with xerrorbars pointtype marker(nth(against, k)) linecolor rgb colour(nth(against, k)) title "to ".nth(against, k)
}
unset multiplot

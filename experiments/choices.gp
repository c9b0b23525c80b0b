# SPDX-License-Identifier: GPL-2.0-only
#
# What a paper leaves open, one choice after the other, a row for each: title, panels, variants, and what the paper prints for each panel, - for
# nothing. The tables are PANEL-VARIANT, a panel being a figure of the paper where it is a number. For other things than ratios "titles", "units"
# and "axes" of the panels are set, and "of", each panel's variants.
panels = ARG2
variants = ARG3
if (!exists("titles")) { titles = ""; units = ""; axes = ""; array of[words(panels)]; do for [i = 1:words(panels)] { of[i] = variants } }
across = words(panels) > 4 ? 3 : words(panels) > 1 ? 2 : 1
down = (words(panels) + across - 1) / across
set multiplot layout down,across title ARG1."; 95 % intervals"
set yrange [*:*] reverse
set offsets 0,0,0.7,0.7
set ytics font ",12"
unset key
do for [i = 1:words(panels)] {
    eval(panel(words(titles) ? word(titles, i) : "Fig ".word(panels, i), words(units) ? word(units, i) : "ratio", ""))
    eval("set xrange ".(words(axes) ? word(axes, i) : "[0.7:2.3]; set xtics 0.4"))
    set lmargin at screen 1.0 * ((i - 1) % across) / across + 0.17
    set rmargin at screen 1.0 * ((i - 1) % across + 1) / across - 0.015
    set tmargin at screen 1 - 0.09 - 0.83 * ((i - 1) / across) / down
    set bmargin at screen 1 + 0.045 - 0.83 * ((i - 1) / across + 1) / down
    said = (word(ARG4, i) eq "-") ? "" : word(ARG4, i)
    unset arrow
    set for [k = 1:words(said)] arrow from number(word(said, k)), graph 0 to number(word(said, k)), graph 1 nohead dashtype 2 linecolor rgb PAPER
    if (i == words(panels) && words(variants) > 1) { set key at screen (across == 3 ? 0.85 : 0.5), screen (across == 3 ? 0.35 : 0.11) center top vertical }
    # The first one only has the names of the rows.
    plot at(word(panels, i), word(of[i], 1)) using (1e9):"place":ytic(strcol("choice")) with points notitle, \
         for [v in of[i]] at(word(panels, i), v) using "mean":(column("place") + side(of[i], v, 0.2)):(end("ci_low", 1)):(end("ci_high", 1)) with xerrorbars @STYLE notitle, \
         for [v in variants] keyentry with points @STYLE title name(v)
}

# SPDX-License-Identifier: GPL-2.0-only
#
# Flows over paths that change in time: E4 and E6. "heading" and "paths", the words of the points' coordinate
# path, are set.
set multiplot layout 3,words(paths) margins 0.07,0.985,0.16,0.93 spacing 0.06,0.05 title heading."; 95 % intervals"
variants = "sack rack dynamic linux"
rows(q, v, path) = data.q."-on-".path."-".v.".csv"
set xrange [0.5:7.5]
set key at screen 0.5,0.045 center top horizontal
do for [row = 1:3] {
    quantity = word("throughput delay share", row)
    do for [p = 1:words(paths)] {
        path = word(paths, p)
        set title (row == 1 ? path : "") noenhanced
        set ylabel (p > 1 ? "" : (row == 1 ? "Mbit/s" : (row == 2 ? "95 % of packets within (ms)" : "share beside cubic")))
        if (row == 3) { set xtics ("reno" 1, "veno" 2, "veno-keep" 3, "venodr" 4, "cubic" 5, "fack" 6, "bbr" 7) rotate by 45 right } else { set xtics ("" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7) }
        set yrange [0:*]
        if (row == 1 && p == 1) { set key } else { unset key }
        plot for [i = 1:4] rows(quantity, word(variants, i), path) using ($1 + 0.15 * (i - 2.5)):2:3:4 with yerrorbars pointtype mark(word(variants, i)) linecolor rgb colour(word(variants, i)) title word(variants, i)
    }
}
unset multiplot

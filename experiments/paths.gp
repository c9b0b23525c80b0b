# SPDX-License-Identifier: GPL-2.0-only
#
# Flows over paths that change in time, E4 and E6: title, the words of the points' coordinate path, and their names.
set multiplot layout 3,words(ARG2) margins 0.07,0.985,0.16,0.9 spacing 0.06,0.05 title ARG1."; 95 % intervals"
variants = "sack rack dynamic linux"
quantities = "throughput delay share"
units = "'throughput (Mbit/s)' '95 % of packets within (ms)' 'share beside CUBIC'"
set key at screen 0.5,0.04 center top vertical maxrows 1
do for [q in quantities] {
    do for [p in ARG2] {
        set title (q eq "throughput") ? word(ARG3, rank(ARG2, p)) : ""
        set ylabel (p eq word(ARG2, 1)) ? word(units, rank(quantities, q)) : ""
        set xtics ("" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7)
        if (q eq "share") { set xtics ("Reno" 1, "Veno" 2, "Veno that keeps" 3, "VenoDR" 4, "CUBIC" 5, "FACK" 6, "BBR" 7) rotate by 45 right }
        plot [0.5:7.5][0:*] for [v in variants] at(q."-on-".p, v) using (column("place") + side(variants, v, 0.15)):@MEAN @BARS
        unset key
    }
}

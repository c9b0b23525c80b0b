# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 1,2 title "D9: k flows of NewReno or Reno and 10 - k of VenoDR, 20 Mbit/s, round trip 50 ms (VenoDR paper, Fig 9); 95 % intervals"
set ylabel "throughput of a flow, a fair share being 1"
set xrange [0.5:9.5]
set yrange [0.7:1.4]
set xtics 1
set key bottom left
# Tables name their columns: k, with errors p, and with RFC 2581's Reno "with".
pick(v, with, p) = "< awk -F, -v w='".with."' -v e='".p."' '/^#/ || !NF {next} !h {for (i = 1; i <= NF; ++i) c[$i] = i; h = 1; next} \
    (c[\"with\"] ? $c[\"with\"] : \"\") == w && (c[\"p\"] ? $c[\"p\"] : \"\") == e {print $c[\"k\"] \",\" $c[\"mean\"] \",\" $c[\"ci_low\"] \",\" $c[\"ci_high\"]}' '".data."throughput_share-".v.".csv'"
do for [rival in "newreno reno"] {
    with = rival eq "reno" ? "reno" : ""
    set title rival
    set xlabel rival." flows of ten"
    plot for [v in "venodr ".rival] pick(v, with, "") using 1:2:3:4 with yerrorlines pointtype mark(v) linecolor rgb colour(v) title v.", no errors", \
         for [v in "venodr ".rival] pick(v, with, "0.01") using ($1+0.15):2:3:4 with yerrorbars pointtype (mark(v) - 1) linecolor rgb colour(v) title v.", 1 % errors", \
         1 dashtype 2 linecolor rgb NEUTRAL title "fair share"
}
unset multiplot

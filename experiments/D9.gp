# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 1,2 @ROOM title "D9: k flows of Reno or NewReno and 10 - k of VenoDR, 20 Mbit/s, round trip 100 ms (VenoDR paper, Fig 9); 95 % intervals"
set ylabel "throughput of a flow, a fair share being 1"
set xtics 1
set key bottom left
do for [rival in "reno newreno"] {
    eval(panel((rival eq "reno" ? "Reno of ns-2" : "NewReno"), "flows of the rival, of ten", "throughput of a flow, a fair share being 1"))
    plot [0.5:9.5][0.6:1.4] for [v in "venodr ".rival] at(rival, v."-0") using "k":@MEAN with yerrorlines @STYLE title v.", no errors", \
         for [v in "venodr ".rival] at(rival, v."-0.01") using (column("k") + 0.15):@MEAN with yerrorbars pointtype mark(v) + (v eq "reno" ? 1 : -1) linecolor rgb colour(v) title (rival eq "reno" ? v.", 1 % errors" : ""), \
         1 dashtype 2 linecolor rgb NEUTRAL title "fair share"
}

# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 1,2 @KEY_ROOM title "B5: goodput of a lone flow, buffer-advisor against simulation"
variants = "sack sack+stock newreno newreno+stock fack cubic cubic+stock aimd-sack aimd-newreno"
bounds = "sack newreno aimd-newreno"
set key at screen 0.5,0.11 center top vertical maxrows 4
eval(panel("44 paths, 1 Mbit/s to 1 Gbit/s, 10 to 600 ms", "expected (Mbit/s)", "simulated (Mbit/s)"))
set logscale xy
plot [0.02:2000][0.02:2000] for [v in variants] at("goodput_to_expected-pairs", v) using "expected":"goodput" @MARKS, \
     for [v in bounds] at("goodput_to_bound-pairs", v) using "expected":"goodput" with points pointtype 1 pointsize 1.5 linecolor rgb colour(v) title (v eq "sack" ? "expected is a bound, recovery starves" : ""), \
     x linecolor rgb NEUTRAL title "equal", 1.1 * x dashtype 2 linecolor rgb NEUTRAL title "10 % off", 0.9 * x dashtype 2 linecolor rgb NEUTRAL notitle
unset key
unset logscale
eval(panel("their ratio", "path", "simulated / expected"))
plot [0:45][0.5:1.15] for [v in variants] at("goodput_to_expected", v) using "path":"mean" @MARKS, \
     for [v in bounds] at("goodput_to_bound", v) using "path":"mean" with points pointtype 1 pointsize 1.5 linecolor rgb colour(v), \
     1 linecolor rgb NEUTRAL, 1.1 dashtype 2 linecolor rgb NEUTRAL, 0.9 dashtype 2 linecolor rgb NEUTRAL

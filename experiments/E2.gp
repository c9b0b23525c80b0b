# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 2,7 margins 0.115,0.92,0.11,0.9 spacing 0.008,0.06 title "E2: throughput to the best of the path without BBR, % (BBR may have more); grey: not run"
# Rows and columns of the cells are numbered by E2.py.
paths = "random-0.0001 random-0.001 random-0.01 random-0.1 burst-0.001 burst-0.01 late late-0.01 10ms-0.01 600ms-0.001 overflow acks cubic"
array WHAT[13] = ["loss 0.01 %", "loss 0.1 %", "loss 1 %", "loss 10 %", "bursts, 0.1 %", "bursts, 1 %", "reordering", "reordering, loss 1 %", "10 ms, loss 1 %", "600 ms, loss 0.1 %", "overflow alone", "loss 1 %, ACKs 20 %", "beside CUBIC"]
# From dark to light, so that grey is none of its colours.
set palette defined (0 "#440154", 25 "#3b528b", 50 "#21918c", 75 "#5ec962", 100 "#fde725")
# A cell that was not run has its place.
set datafile missing
set cbrange [0:100]
set colorbox user origin 0.935,0.1 size 0.015,0.8
unset key
unset grid
set object rectangle from graph 0,0 to graph 1,1 behind fillcolor rgb "#c8c8c8" fillstyle solid noborder
# Between controls.
set for [i = 1:5] arrow from 0.5, 4 * i + 0.5 to 5.5, 4 * i + 0.5 nohead front linewidth 2 linecolor rgb "#ffffff"
set xtics scale 0
set ytics scale 0
laws = "'Reno: classic' PRR Rampdown Dynamic 'Veno: classic' PRR Rampdown Dynamic 'VenoDR: classic' PRR Rampdown Dynamic 'CUBIC: classic' PRR Rampdown Dynamic 'FACK: classic' PRR Rampdown Dynamic BBR"
do for [i = 1:13] {
    set title WHAT[i]
    set ytics ("" 0)
    set xtics ("" 0)
    set for [r = 1:(i % 7 == 1 ? 21 : 0)] ytics add (word(laws, r) r)
    if (i > 6) { set xtics ("NewReno" 1, "Sack" 2, "RFC 6675" 3, "Fack" 4, "RACK" 5) rotate by 90 right }
    plot [0.5:5.5][21.5:0.5] at("cells", word(paths, i)) using "sender":"row":"percent" with image pixels
    unset colorbox
}

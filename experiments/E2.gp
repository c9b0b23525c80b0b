# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 3,5 margins 0.08,0.92,0.1,0.92 spacing 0.02,0.06 title "E2: throughput to the best of the path without BBR, % (BBR may have more); grey: not run"
# Rows and columns of the cells are numbered by E2.py.
paths = "random-0.0001 random-0.001 random-0.01 random-0.1 burst-0.001 burst-0.01 late late-0.01 10ms-0.01 600ms-0.001 overflow acks cubic"
# From dark to light, so that grey is none of its colours.
set palette defined (0 "#440154", 25 "#3b528b", 50 "#21918c", 75 "#5ec962", 100 "#fde725")
set cbrange [0:100]
set xrange [0.5:5.5]
set yrange [21.5:0.5]
unset key
unset grid
set object rectangle from graph 0,0 to graph 1,1 behind fillcolor rgb "#c8c8c8" fillstyle solid noborder
# Between controls.
set for [i = 1:5] arrow from 0.5, 4 * i + 0.5 to 5.5, 4 * i + 0.5 nohead front linewidth 2 linecolor rgb "#ffffff"
do for [i = 1:words(paths)] {
    set title (word(paths, i) eq "cubic" ? "beside cubic" : word(paths, i)) noenhanced
    if (i % 5 == 1) { set ytics ("reno" 2.5, "veno" 6.5, "venodr" 10.5, "cubic" 14.5, "fack" 18.5, "bbr" 21) } else { set ytics ("" 1) }
    if (i > 8) { set xtics ("newreno" 1, "sack" 2, "6675" 3, "fack" 4, "rack" 5) rotate by 45 right } else { set xtics ("" 1) }
    if (i == 1) { set colorbox user origin 0.935,0.1 size 0.015,0.8 } else { unset colorbox }
    plot data."cells-".word(paths, i).".csv" using 1:2:3 with image pixels
}
unset multiplot

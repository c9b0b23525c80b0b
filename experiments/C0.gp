# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 1,2 @ROOM title "C0: size of SACK options (compressed SACK paper, Tables 2 and 3)"
variants = "rfc2018 compressed-form-1 compressed-form-2"
eval(panel("octets of the option: segments of 500 octets, every other one lost", "blocks that the receiver holds", "octets"))
set key bottom right
plot [0.5:12.5][0:42] for [v in variants] at("octets", v) using "blocks":"mean" with linespoints @STYLE title name(v), \
     40 dashtype 2 linecolor rgb NEUTRAL title "room without timestamp", \
     30 dashtype 3 linecolor rgb NEUTRAL title "room with timestamp", \
     "+" using (5):(22) every ::::0 with points pointtype 4 pointsize 2 linecolor rgb PAPER title "paper: 22 octets"
set title "blocks that fit, evenly over the window: 40 octets (filled), 30 (open)"
set xlabel "largest offset (octets)"
set ylabel "blocks (log)"
set logscale x 2
set logscale y
set xtics ("64" 2**6, "1 Ki" 2**10, "16 Ki" 2**14, "256 Ki" 2**18, "4 Mi" 2**22, "64 Mi" 2**26, "1 Gi" 2**30)
set ytics (3, 4, 5, 7, 10, 20, 50, 100, 200)
set key top right
plot [50:2**31][2.5:300] for [v in variants] at("blocks", v) using (only("capacity", 40)*column("window")):"mean" with linespoints @STYLE title name(v), \
     for [v in variants] at("blocks", v) using (only("capacity", 30)*column("window")):"mean" with linespoints pointtype mark(v) - 1 dashtype 2 linecolor rgb colour(v) notitle

# SPDX-License-Identifier: GPL-2.0-only
eval(panel("F14: segments that Reno sends for nothing in Fig 2, by what the queue holds (FACK paper)", "packets that the queue holds", "segments sent for nothing"))
set key top left
on(path) = only("fig", 2) * is("path", path) * column("holds")
plot [8:20][20:35] at("unnecessary_retransmissions", "reno") using (on("included")):"mean" with linespoints pointtype 5 linecolor rgb colour("reno") title "1000 octets on the link", \
     at("unnecessary_retransmissions", "reno") using (on("headers")):"mean" with linespoints pointtype 4 linecolor rgb NEUTRAL title "1000 octets and 42 of headers", \
     30 dashtype 2 linecolor rgb PAPER title "paper, queue of length 17: 30"

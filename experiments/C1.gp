# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 2,3 title "C1: segments and ACKs lost in turn (compressed SACK paper, Table 1, Figs 3 and 4)"
array POINTS[3] = ["", "-losslonger_senderfack_timestamps1_window20", "-losstable1_senderfack_timestamps1_window20_memorylatest"]
array WHAT[3] = ["Table 1, Reno+SACK", "up to 50, FACK", "Table 1, FACK, latest ACK only"]
DOTS = "with points pointtype"
eval(panel("", "time (s)", "segment"))
set ytics 35,2
set xtics 1.3,0.2
set key outside center bottom horizontal
do for [v in "rfc2018 compressed"] {
    do for [i = 1:3] {
        set title v.": ".WHAT[i]
        plot [1.25:1.95][33:56] at("series-dequeue", v.POINTS[i]) using "time":"value" @DOTS 7 pointsize 0.4 linecolor rgb "#0072b2" title "sent", \
             at("series-resent_dequeue", v.POINTS[i]) using "time":"value" @DOTS 5 pointsize 0.8 linecolor rgb "#e69f00" title "sent again", \
             at("series-unnecessary", v.POINTS[i]) using "time":"value" @DOTS 6 pointsize 1.6 linewidth 1.5 linecolor rgb "#cc3377" title "unnecessary", \
             at("series-drop", v.POINTS[i]) using "time":"value" @DOTS 2 pointsize 1 linewidth 1.5 linecolor rgb PAPER title "lost"
    }
}

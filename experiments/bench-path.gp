# SPDX-License-Identifier: GPL-2.0-only
set style data histograms
set ylabel "instructions a segment"
plot [][0:*] for [v in "scoreboard-fack udp"] at("instructions", v) using "mean":xtic(1) linecolor rgb colour(v) title v

# SPDX-License-Identifier: GPL-2.0-only
eval(panel("bench-instructions: instructions for each delivered segment, to UDP's", "window, segments", "ratio to UDP"))
set logscale x
set key top left
plot [][1:1.3] for [v in "scoreboard-fack scoreboard-fack+no-timestamps scoreboard-rfc6675"] at("instructions_to_udp", v) using "window":"mean" with points @STYLE title name(v), \
     1.25 dashtype 2 linecolor rgb NEUTRAL title "goal with timestamps", 1.12 dashtype 3 linecolor rgb NEUTRAL title "goal without"

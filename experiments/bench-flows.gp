# SPDX-License-Identifier: GPL-2.0-only
eval(panel("bench-flows: instructions for each delivered segment, to UDP's", "flows of one node", "ratio to UDP"))
set logscale x
set key top left
plot [][1:1.4] for [v in "scoreboard-fack scoreboard-fack+no-timestamps"] at("instructions_to_udp", v) using "flows":"mean" with linespoints @STYLE title name(v)

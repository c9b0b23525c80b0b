# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 1,2 @ROOM title "F11: bursts on the reverse path, queue 20 (FACK paper, Fig 11); 95 % intervals"
set key bottom left
eval(panel("two bursts a second", "kB in a burst", "forward path used (%)"))
plot [0.5:6.5][30:104] for [v in "reno-1996 reno sack fack fack-od-rd"] at("forward_utilisation", v) using "burst":@PERCENT @CURVE, \
     "+" using (4):(55) every ::::0 with points pointtype 4 pointsize 1.8 linecolor rgb PAPER title "paper, Reno at 7 % of reverse load"
eval(panel("Reno with bursts of 6 kB", "tick: the timer expires on its multiples (s)", "forward path idle (%)"))
plot [0:0.55][0:60] for [v in "reno-1996 reno"] at("forward_idle", v) using "tick":@PERCENT @CURVE, \
     45 dashtype 2 linecolor rgb PAPER title "paper: 45 %"

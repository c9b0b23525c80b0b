# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 2,2 margins 0.075,0.985,0.2,0.9 spacing 0.08,0.2 title "E3: the FACK paper's figures with what came after it; 95 % intervals"
variants = "reno sack fack fack-od fack-rd fack-od-rd scoreboard-rfc6675 rack linux-reno linux"
set key at screen 0.5,0.09 center top vertical maxrows 2
eval(panel("Figs 4, 5, 6, 8: when all is repaired", "", "s after the first segment"))
set xtics ("Fig 4" 4, "Fig 5" 5, "Fig 6" 6, "Fig 8" 7)
place(i) = column("fig") == 8 ? 7 : column("fig")
plot [3.5:7.5][0:3] for [v in variants] at("recovery_end", v) using (place(0) + side(variants, v, 0.08)):@MEAN @BARS
unset key
eval(panel("Fig 9: lost opportunity of a beginning, a queue of 17", "", "kB"))
names = variants
eval(XTICS)
set xtics rotate by 35 right
plot [0.4:10.6][0:400] for [v in variants] at("lost_opportunity", v) using (only("delack", 0)*only("q", 17)*rank(variants, v)):"mean" @MARKS
eval(panel("Fig 11: bursts of 6 kB on the reverse path", "", "forward path used (%)"))
plot [0.4:10.6][70:101] for [v in variants] at("forward_utilisation", v) using (only("fig", 11)*only("burst", 6)*rank(variants, v)):@PERCENT @BARS
eval(panel("Fig 12: bursts of 6 kB, queue 18", "", "timeouts in 60 s"))
plot [0.4:10.6][-0.5:9] for [v in variants] at("timeouts", v) using (only("fig", 12)*only("burst", 6)*rank(variants, v)):@MEAN @BARS

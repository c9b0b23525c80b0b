# SPDX-License-Identifier: GPL-2.0-only
eval(panel("bench-controls: instructions for each delivered segment, to UDP's; a window of up to 1000", "", "ratio to UDP"))
names = "Bbr Bic Cubic Dctcp Fack HighSpeed Htcp Hybla Illinois Ledbat LinuxReno Lp NewReno SackVeno Scalable Vegas Veno VenoDr WestwoodPlus Yeah"
eval(XTICS)
set xtics rotate by -45
plot [0.5:20.5][0.9:2.4] for [v in "stock scoreboard-rfc6675"] for [p in "0 0.001"] at("instructions_to_udp", v) using (only("p", p + 0)*rank(names, strcol("control"))):"mean" with points @STYLE pointsize (p > 0 ? 1.1 : 0.6) title v.(p > 0 ? ", 0.1 % lost" : ", nothing lost")

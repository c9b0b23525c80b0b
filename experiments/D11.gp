# SPDX-License-Identifier: GPL-2.0-only
variants = "venodr veno veno-reno+ns2 reno+ns2 westwood-plus+ns2"
eval(panel("D11: one flow over Wi-Fi at 13 Mbit/s, 2 % frame errors; 95 % intervals", "retries of the link layer", "throughput (Mbit/s)"))
set xtics (0, 1, 2, 3, 4, 5, 6)
set key bottom right
plot [-0.5:6.5][0:*] for [v in variants] at("throughput", v) using "retries":@MEAN @CURVE

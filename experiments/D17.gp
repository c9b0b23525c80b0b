# SPDX-License-Identifier: GPL-2.0-only
titles = "'5 Mbit/s, timer 1 s' '10 Mbit/s, timer 0.2 s'"
units = "ratio ratio"
axes = "'[0.8:2.6]; set xtics 0.4' '[0.8:2.6]; set xtics 0.4'"
array of[2] = ["veno-reno reno westwood-plus", "veno-reno reno westwood-plus"]
call "experiments/choices.gp" "D17: VenoDR's throughput to its rivals', by its paper, ours, and by the letter of the paper" "1 0.2" "veno-reno reno westwood-plus" "- -"

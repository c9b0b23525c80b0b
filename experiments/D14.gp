# SPDX-License-Identifier: GPL-2.0-only
call "experiments/choices.gp" "D14: VenoDR's throughput to its rivals', one choice made otherwise; dashed: the paper" "5 8" "veno-reno+ns2 reno+ns2 westwood-plus+ns2" "'1.441 2.138 1.470' -"

# SPDX-License-Identifier: GPL-2.0-only
call "experiments/choices.gp" "D14: VenoDR's throughput to its rivals', one choice made otherwise" "5 8" "veno-reno+ns2 reno+ns2 westwood-plus+ns2" "- -"

# SPDX-License-Identifier: GPL-2.0-only
call "experiments/choices.gp" "V7: SACK TCP Veno's throughput to SACK's, one choice made otherwise; dashed: the paper" "3 4 5 6 7" "sack-veno" "1.72 - 1.72 1 1"

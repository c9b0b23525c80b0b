# SPDX-License-Identifier: GPL-2.0-only
call "experiments/choices.gp" "V8: SACK TCP Veno's throughput to SACK's, one reading of the text made otherwise; dashed: the paper" "3" "sack-veno" "1.72"

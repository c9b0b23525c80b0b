# SPDX-License-Identifier: GPL-2.0-only
paper_drop = "1.7 3.4"
call "experiments/recovery.gp" "F7: FACK without and with Overdamping, queue 17 (FACK paper, Figs 4 and 7: no timeout)" "fack fack-od" "q17_delack0" "[0:5]" "0 1250 70 18"

# SPDX-License-Identifier: GPL-2.0-only
heading = "F7: FACK without and with Overdamping, queue 17 (FACK paper, Figs 4 and 7)"
variants = "fack fack-od"
point = "q17_delack0"
from = 0
to = 5
highest = 850
paper_drop = "1.7 3.4"
load "experiments/recovery.gp"

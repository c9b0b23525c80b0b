# SPDX-License-Identifier: GPL-2.0-only
heading = "F3: Reno+SACK in slow start, queue 17 (FACK paper, Fig 3)"
variants = "sack"
point = "q17_delack0"
from = 0
to = 5
highest = 850
load "experiments/recovery.gp"

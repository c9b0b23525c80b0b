# SPDX-License-Identifier: GPL-2.0-only
heading = "F2: Reno in slow start, queue 17 (FACK paper, Fig 2)"
variants = "reno reno-1996"
point = "q17_delack0"
from = 0
to = 5
highest = 850
load "experiments/recovery.gp"

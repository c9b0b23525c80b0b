# SPDX-License-Identifier: GPL-2.0-only
heading = "F6: four more losses, more than half a window, queue 17 (FACK paper, Fig 6)"
variants = "sack sack+slow-start fack"
point = "q17_delack0"
from = 0.4
to = 3.6
highest = 850
load "experiments/recovery.gp"

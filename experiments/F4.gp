# SPDX-License-Identifier: GPL-2.0-only
heading = "F4: FACK in slow start, queue 17 (FACK paper, Fig 4)"
variants = "fack"
point = "q17_delack0"
from = 0
to = 5
highest = 850
if (has(data."series-enqueue-ns3-fack-".point.".csv")) { variants = variants." ns3-fack" }
paper_drop = "1.7 -"
load "experiments/recovery.gp"

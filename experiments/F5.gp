# SPDX-License-Identifier: GPL-2.0-only
heading = "F5: SACK and FACK, queue 10, ssthresh preset to 35 (FACK paper, Fig 5)"
variants = "sack fack"
point = "q10_delack0"
from = 0.4
to = 1.4
load "experiments/recovery.gp"

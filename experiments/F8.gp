# SPDX-License-Identifier: GPL-2.0-only
heading = "F8: FACK with Overdamping, without and with Rampdown, queue 6 (FACK paper, Fig 8)"
variants = "fack-od fack-od-rd"
point = "q6_delack0"
from = 0.4
to = 1.4
load "experiments/recovery.gp"

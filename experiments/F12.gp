# SPDX-License-Identifier: GPL-2.0-only
heading = "F12: bursts of 2 kB on the reverse path, queue 18 (FACK paper, Fig 12)"
variants = "reno fack-od-rd"
point = "burst2"
from = 12
to = 20
load "experiments/recovery.gp"

# SPDX-License-Identifier: GPL-2.0-only
heading = "F2: Reno in slow start, queue 17 (FACK paper, Fig 2)"
variants = "reno reno-1996"
point = "q17_delack0"
from = 0.3
to = 3.9
# What is repaired, on a scale of its own: F3 and F4 go on to 850. So many segments are unnecessary that rings of the usual
# size would run into one another.
highest = 140
ring = 0.8
key_place = "bottom right"
load "experiments/recovery.gp"

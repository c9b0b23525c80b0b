# SPDX-License-Identifier: GPL-2.0-only
# Rings of the usual size would run into one another.
ring = 0.8
key_place = "bottom right"
call "experiments/recovery.gp" "F2: Reno in slow start, queue 17 (FACK paper, Fig 2: 30 segments for nothing, 1 timeout)" "reno reno-1996" "q17_delack0" "[0.3:3.9]" "0 146 70 18"

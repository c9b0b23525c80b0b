# SPDX-License-Identifier: GPL-2.0-only
# The narrower key leaves the line of FACK uncovered.
key_place = "top left width -7"
call "experiments/recovery.gp" "F6: four more losses, more than half a window, queue 17 (FACK paper, Fig 6: 25 segments for nothing with SACK)" "sack sack+slow-start fack" "q17_delack0" "[0.4:2.6]" "0 480 70 18"

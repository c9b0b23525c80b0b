# SPDX-License-Identifier: GPL-2.0-only
call "experiments/recovery.gp" "F3: Reno+SACK in slow start, queue 17 (FACK paper, Fig 3: none for nothing, no timeout)" "sack" "q17_delack0" "[0:5]" "0 890 70 18"

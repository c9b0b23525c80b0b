# SPDX-License-Identifier: GPL-2.0-only
paper_drop = "1.7 -"
call "experiments/recovery.gp" "F4: FACK in slow start, queue 17 (FACK paper, Fig 4)" "fack ns3-fack" "q17_delack0" "[0:5]" "0 890 70 18"

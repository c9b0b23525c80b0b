# SPDX-License-Identifier: GPL-2.0-only
call "experiments/recovery.gp" "F5: SACK and FACK, queue 10, ssthresh preset to 35 (FACK paper, Fig 5: none for nothing, no timeout)" "sack fack" "q10_delack0" "[0.4:1.4]" "25 175 45 12"

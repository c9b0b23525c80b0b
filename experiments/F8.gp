# SPDX-License-Identifier: GPL-2.0-only
call "experiments/recovery.gp" "F8: FACK with Overdamping, without and with Rampdown, queue 6 (FACK paper, Fig 8: none for nothing, no timeout)" "fack-od fack-od-rd" "q6_delack0" "[0.4:1.4]" "25 175 45 8"

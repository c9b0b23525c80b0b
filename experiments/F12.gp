# SPDX-License-Identifier: GPL-2.0-only
call "experiments/recovery.gp" "F12: bursts of 2 kB on the reverse path, queue 18 (FACK paper, Fig 12: FACK with both, no timeout)" "reno fack-od-rd" "burst2" "[12:20]" "1700 4600 36 20"

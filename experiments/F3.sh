# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# F3, FACK paper, Fig 3: F2 with Reno+SACK.

F3_title='Reno+SACK in slow start: time-sequence plot'

F3_runs()
{
    recovery_runs F3 17 sack
}

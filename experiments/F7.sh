# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# F7, FACK paper, Fig 7: FACK with Overdamping, queue of 17 packets; beside it FACK without (Fig 4).

F7_title='FACK with Overdamping'

F7_runs()
{
    recovery_runs F7 17 'fack fack-od'
}

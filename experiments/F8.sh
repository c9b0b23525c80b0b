# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# F8, FACK paper, Fig 8: FACK with Overdamping without and with Rampdown, queue of 6 packets.

F8_title='FACK with Overdamping, without and with Rampdown'

F8_runs()
{
    recovery_runs F8 6 'fack-od fack-od-rd'
}

# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# F4, FACK paper, Fig 4: F2 with FACK. Beside it FACK of ns-3 itself, where the release has it.

F4_title='FACK in slow start: time-sequence plot'

F4_runs()
{
    local variants=fack
    has_variant ns3-fack && variants+=' ns3-fack'
    recovery_runs F4 17 "$variants"
}

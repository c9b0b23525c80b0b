# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# F5, FACK paper, Fig 5: SACK and FACK side by side, queue of 10 packets, ssthresh preset to 35.

F5_title='SACK and FACK in detail, ssthresh preset'

F5_runs()
{
    recovery_runs F5 10 'sack fack' --initialSsthresh=35
}

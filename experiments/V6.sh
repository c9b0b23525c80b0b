# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# V6, SACK TCP Veno paper, Fig 7: V5 at ten times the rate with ten times the queue.

V6_title='SACK and SACK-Veno share 16 Mbit/s'

V6_runs()
{
    local counts='1 4'
    [[ $PROFILE == full ]] && counts='1 2 4 8 16'
    share_runs V6 "$counts" --rate=16Mbps --queue=150
}

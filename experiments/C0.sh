# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# C0, compressed SACK paper, Tables 2 and 3 and section IV: octets of the option against the number of
# blocks, and blocks that fit into the 40 octets of TCP's options or the 30 that a timestamp leaves,
# against the largest offset. Segments of 500 octets of which every other one is lost, as there. The
# codec alone: no simulation, nothing random.
#
# compressed-form-1 and compressed-form-2 are the paper's two alternatives; compressed is the better
# one, which the option uses. octets_by_paper_count adds the 16 bits that the paper counts for a
# timestamp, octets_with_timestamp the 10 octets of RFC 7323.

C0_title='octets of SACK options, and blocks that fit'

C0_runs()
{
    run 1 compressed-sack-size --id=C0 --blocks=12
}

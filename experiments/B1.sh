# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# B1, buffer paper, Table I: buffers by its formulas, with both readings of the sign in eq. (1). No
# simulation.

B1_title='buffers that NewReno and SACK require, by the model'

B1_runs()
{
    run 1 buffer-table
}

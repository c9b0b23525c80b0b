# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import differences, ratios, sweep

from shared import twostate as _twostate

title = "Table 5 with seeds that did not choose its setting"
paper = "compressed SACK paper, Table 5"
see = "Both options carry the same at all durations. These seeds decide on the paper's numbers."
unstated = """As in C2, whose seeds chose the setting among four: here RngSeed is 2. 640 seeds: C2's 300 left open whether what RFC 2018
carries in 50 s is within a tenth of the paper's; with their mean and spread 426 would tell, and half of that is added. Fixed before
they were run."""
program = "compressed-sack-flow"
by_default = False
seeds = 640, 640
checkpoint = "t"
runs = [
    sweep(
        _twostate.pair("", "sack", timestamps=True),
        RngSeed=2,
        **_twostate.until,
        **_twostate.common,
    )
]
derived = differences("throughput", "compressed", "rfc2018") + ratios("throughput", "compressed", "rfc2018")
numbers = [row for t in _twostate.table for row in _twostate.printed(t, True)]

# SPDX-License-Identifier: GPL-2.0-only
_sharing = shared("sharing")

title = "SACK and SACK-Veno share 16 Mbit/s"
paper = "SACK TCP Veno paper, Fig 7"
see = "At ten times the rate and the queue shares stay near 1."
unstated = _sharing.unstated
program = "sack-veno-sharing"
inner = ("flow",)
runs = _sharing.share(pick("1 4", "1 2 4 8 16"), rate="16Mbps", queue=150)
derived = ratios("normalised_throughput", "sack-veno", "sack")
numbers = _sharing.fair(
    (1, 4), "Fig 7", "A few per cent off, either way: the paper's figure does not resolve them."
)

# SPDX-License-Identifier: GPL-2.0-only
_sharing = shared("sharing")

title = "SACK and SACK-Veno share 1.6 Mbit/s"
paper = "SACK TCP Veno paper, Fig 6"
see = "Without random loss shares stay near 1 with few flows; with 8 + 8 SACK-Veno takes a quarter more."
unstated = _sharing.unstated
program = "sack-veno-sharing"
inner = ("flow",)
runs = _sharing.share("1 2 4 8 16", rate="1.6Mbps", queue=15)
derived = ratios("normalised_throughput", "sack-veno", "sack")
numbers = _sharing.fair(
    (1, 2, 4, 8, 16),
    "Fig 6",
    "Among many flows the queue never drains: BaseRTT is reset with the queue in it, and congestive "
    "losses are judged random.",
)

# SPDX-License-Identifier: GPL-2.0-only
# One flow in slow start overruns a queue, ACKs are lost: C3 and C4.
from campaign.declare import differences, ratios

from shared import twostate as _twostate

# Timestamps; ten segments at first (RFC 6928), so that the start does not hang on two ACKs.
common = {
    "leftRate": "10Gbps",
    "rightRate": "10Gbps",
    "delay": "50ms",
    "receiver": "scoreboard",
    "timestamps": True,
    "segmentSize": 1000,
    "receiveBuffer": 100000000,
    "initialWindow": 10,
    "clockGranularity": "100ms",
    "minRto": "1s",
    "to": "5s",
}
variants = _twostate.pair("", "sack") + _twostate.pair("+fack", "fack")
derived = (
    differences("unnecessary_retransmissions", "compressed", "rfc2018")
    + differences("unnecessary_retransmissions", "compressed+fack", "rfc2018+fack")
    + ratios("throughput", "compressed", "rfc2018")
    + ratios("throughput", "compressed+fack", "rfc2018+fack")
)

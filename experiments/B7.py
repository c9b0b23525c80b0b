# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import case, sweep, variant

title = "conditions i) and ii), kept and violated"
paper = "TCP buffer paper, section II, conditions i) and ii)"
see = "Where b is above its bound of ii) the link is not full, whatever the buffers; where it is below that of i) losses go on in recovery, and the link stays full."
unstated = """Nothing: the conditions are formulas. C = 200 Mbit/s, RTT_m = 300 ms, ample buffers of 20000 packets, SACK, a = 0.01. i) says
1 - b <= 1/(1 + a), b of 0.0099 at least; ii) says b <= B/(C RTT_m + B), 0.0909 at most with B = 0.1 C RTT_m and 0.3333 with 0.5.
a and b that vary with the window are those of CUBIC, in B4."""
program = "buffer-goodput"
by_default = False
random = False
_common = {"sender": "sack", "packets": 20000}


def _at(share, b, to):
    return sweep(
        case(f"B={share} b={b}", share=share, b=b), variant("sack"), a=0.01, to=to, **_common
    )


runs = [
    _at("0.1", b, to) for b, to in (("0.005", "20s"), ("0.05", "20s"), ("0.09", "20s"), ("0.125", "20s"), ("0.5", "60s"))
] + [_at("0.5", b, "30s") for b in ("0.125", "0.5")]

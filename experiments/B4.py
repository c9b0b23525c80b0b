# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, case, knees, pick, sweep, variant

title = "internal buffers with FACK, CUBIC, delayed ACKs, at 1 Gbit/s"
paper = "beyond the TCP buffer paper"
see = "SACK's bound holds for FACK, for CUBIC and at five times the rate."
unstated = """RTT_m = 300 ms, B = 0.1 C RTT_m, (a, b) = (0.01, 0.125); C is in Mbit/s. At 1 Gbit/s NewReno would need
6.6 million packets, nine times what a scaled window can announce (2^30 octets), so that only SACK and FACK go
on there. 10 Gbit/s are in the full run only. Below C RTT_m nothing is lost:
whole round trips, and at 200 Mbit/s one sender, are enough."""
program = "buffer-goodput"
random = False


def _flow(label, rate, delack, packets, to, **options):
    return sweep(
        case(f"C={rate} delack={delack}", rate=f"{rate}Mbps"),
        axis("Q", packets, packets="{}"),
        variant(label),
        share=0.1,
        a=0.01,
        b=0.125,
        to=to,
        **options,
    )


def _both(label, rate, delack, packets, below, above, **options):
    pipe = 25 * rate
    return [
        _flow(label, rate, delack, [p for p in packets if p <= pipe], below, **options),
        _flow(label, rate, delack, [p for p in packets if p > pipe], above, **options),
    ]


_few = pick(
    (7500, 12500),
    (1250, 2500, 3750, 5000, 5500, 6500, 7500, 8500, 9500, 10500, 12500, 20000),
)
_more = pick(
    (12500, 25000, 46000, 62500),
    (6250, 12500, 18750, 25000, 27500, 35000, 42000, 46000, 49000, 51500, 54000, 62500),
)
_late = {"from": "1s"}
runs = (
    _both("fack", 200, 0, pick((2500, 5000), ()) + _few, "16s", "40s", sender="fack")
    + _both("cubic+sack", 200, 0, _few, "16s", "70s", sender="sack", control="cubic")
    + _both("sack", 200, 1, _few, "16s", "40s", sender="sack", delayedAck=2)
    + _both("sack", 1000, 0, _more, "4s", "9s", sender="sack", **_late)
)
if pick(False, True):
    _most = (125000, 250000, 350000, 460000, 620000)
    runs += [_flow("sack", 10000, 0, _most, "12s", sender="sack", **_late)]
    # The last: what NewReno gets from the largest buffers that TCP's window allows.
    runs += _both("fack", 1000, 0, _more, "4s", "9s", sender="fack", **_late)
    runs += [_flow("newreno", 1000, 0, (680000,), "100s", sender="newreno", **_late)]
derived = knees("goodput", "Q", "fack", "sack", "cubic+sack")

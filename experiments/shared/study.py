# SPDX-License-Identifier: GPL-2.0-only
# The paths of the study (E2), what its flows have in common, and its controls.
from campaign.declare import axis, case, sweep

common = {
    "rate": "10Mbps",
    "receiver": "scoreboard",
    "delayedAck": 2,
    "initialWindow": 10,
    "clockGranularity": "1ms",
}


CONTROLS = {
    "reno": "TcpNewReno",
    "veno": "TcpSackVeno",
    "venodr": "TcpVenoDr",
    "cubic": "TcpCubic",
    "fack": "TcpFack",
}
controls = axis("control", list(CONTROLS), variant=lambda name: f"ns3::{CONTROLS[name]}")


def path(name, rtt=40, to=20, **options):
    """A path of 10 Mbit/s with a queue of one pipe; the round trip in ms, the run's end in s."""
    pipe = round(10e6 * rtt / 1e3 / 8 / 1052)
    options = {"direct": True} | options
    return case(f"path={name}", delay=f"{rtt / 2:g}ms", queue=pipe, to=f"{to}s", **options)


def flows(*axes):
    """A flow of the study."""
    return sweep(*axes, **common)


_late = {"jitter": "5ms", "direct": False}
beside_cubic = path("cubic", to=40, rivals=1, direct=False)
lost_acks = path("acks", loss=0.01, reverseLoss=0.2)
alone = [
    *(path(f"random-{p:g}", loss=p) for p in (0.0001, 0.001, 0.01, 0.1)),
    path("burst-0.001", forwardMarkov="5,0.01,0.5,0.5,0,0.5"),
    path("burst-0.01", forwardMarkov="0.5,0.01,0.5,0.5,0,0.5"),
    path("late", **_late),
    path("late-0.01", loss=0.01, **_late),
    path("10ms-0.01", rtt=10, loss=0.01),
    path("600ms-0.001", rtt=600, to=60, loss=0.001),
    path("overflow", rtt=100),
    lost_acks,
]

# SPDX-License-Identifier: GPL-2.0-only
# Two groups of flows on one link: V5 and V6.
_veno = shared("veno")

unstated = (
    _veno.sender
    + """The delay, which decides: a figure for several, with BaseRTT measured anew after each loss (reset=1,
the paper's text) and without (reset=0); of the random loss only a round trip of 150 ms, as in V4. Whether
"less than 6 flows" counts both groups; here it does. Delayed ACKs. Starts are spread over a second,
so that runs without loss differ by seed. There are no links to the hosts (--direct)."""
)
resets = axis(
    "reset",
    [1, 0],
    **{"ns3::TcpSackVeno::ResetBaseRtt": lambda reset: "true" if reset else "false"},
)


def share(*axes, socket="scoreboard-sack", **options):
    """As many flows of SACK as of SACK-Veno."""
    return sweep(
        *axes,
        socket=socket,
        segmentSize=1000,
        delayedAck=2,
        to="200s",
        startSpread="1s",
        direct=True,
        **_veno.common,
        **options,
    )


def delays(values):
    """One-way delays in milliseconds."""
    return axis("delay", values, delay=lambda delay: f"{delay}ms")


def fair(point, figure, reason, expect=None):
    """What the paper says of groups that share fairly."""
    return [
        number(
            "normalised_throughput",
            variant,
            point,
            paper=1,
            source=f"{figure}: fair",
            reason=reason,
            expect=expect,
        )
        for variant in _veno.NAMES
    ]


def filled(point):
    """The link is used."""
    return [number("total_utilisation", "all", point, expect=(0.9, 1.02), why="the link is full")]

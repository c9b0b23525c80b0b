# SPDX-License-Identifier: GPL-2.0-only
# Two groups of flows on one link: V5 and V6.
from campaign.declare import axis, decides, number, published, reading, sweep, varied

from shared import figure as _figure
from shared import veno as _veno

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


def fair(figure, n, delays, expect=None, choices=()):
    """What the paper says of groups that share fairly; the first of the delays decides."""
    first, *others = [f"n={n} p=0 delay={delay} reset=1" for delay in delays]
    plain, veno = _veno.NAMES
    return published(
        1,
        f"{figure}: SACK-Veno's share beside as many of SACK, {n} + {n} flows",
        decides("normalised_throughput", veno, first, expect=expect),
        reading("SACK's share", "normalised_throughput", plain, first, expect=expect),
        *(
            reading(f"{delay} ms each way{whose}", "normalised_throughput", variant, point)
            for delay, point in zip(delays[1:], others)
            for variant, whose in ((veno, ""), (plain, ", SACK's share"))
        ),
        because=choices,
    )


def shown(figure, choices):
    """V7's rows for 4 + 4 flows: the ratio of the shares, which is 1 if they are fair."""
    row = f"V7 ratio sack-veno/sack fig={figure} choice={{}}"
    return [varied(what, row.format(name), row.format("base")) for name, what in choices]


def filled(point):
    """The link is used."""
    return [number("total_utilisation", "all", point, expect=(0.9, 1.02), why="the link is full")]


def panels(means):
    """A table for each panel and group, with BaseRTT reset and without: flows, mean, interval, loss, delay.

    The first panels have no random loss, one for each delay; the last one has, at 75 ms.
    """
    ours = _figure.rows(means, "normalised_throughput", socket=None)
    delays = sorted(ours[ours["p"] == 0]["delay"].unique())
    found = {}
    for number, (p, delay) in enumerate([*((0, delay) for delay in delays), (0.01, 75)], 1):
        for variant in _veno.NAMES:
            for reset in (1, 0):
                table = _figure.rows(ours, "normalised_throughput", variant, p=p, delay=delay, reset=reset)
                found[f"panel-{number}-{variant}-{reset}"] = table.sort_values("n")[["n", *_figure.INTERVAL, "p", "delay"]]
    return found

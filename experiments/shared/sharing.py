# SPDX-License-Identifier: GPL-2.0-only
# Two groups of flows on one link: V5 and V6.
from campaign.declare import axis, case, decides, number, published, reading, sweep, varied

from shared import figure as _figure
from shared import veno as _veno

unstated = (
    _veno.sender
    + """The delay, which decides: a figure for several, with BaseRTT measured anew after each loss (reset=1,
the paper's text) and without (reset=0); of the random loss only a round trip of 150 ms, as in V4. Whether
"less than 6 flows" counts both groups; here it does. An ACK for each segment (ack=each), as ns's sink has, decides; the other rows
have delayed ones. Starts are spread over a second,
so that runs without loss differ by seed. There are no links to the hosts (--direct)."""
)
resets = axis(
    "reset",
    [1, 0],
    **{"ns3::TcpSackVeno::ResetBaseRtt": lambda reset: "true" if reset else "false"},
)


each = case("ack=each", delayedAck=1)


def share(*axes, socket="scoreboard-sack", **options):
    """As many flows of SACK as of SACK-Veno."""
    return sweep(
        *axes,
        **_veno.SHARED
        | {"socket": socket, "receiver": "stock" if socket == "stock" else "scoreboard"}
        | _veno.common
        | {"delayedAck": 2}
        | options,
    )


def acks(run):
    """What run makes of delayed ACKs, and of one for each segment."""
    return [*run(), *run(each)]


def delays(values):
    """One-way delays in milliseconds."""
    return axis("delay", values, delay=lambda delay: f"{delay}ms")


def fair(figure, n, delays, expect=None, choices=()):
    """What the paper says of groups that share fairly; the first of the delays and of the ACKs decides."""
    both = [("sack-veno", ""), ("sack", ", SACK's share")]
    point = f"n={n} p=0 delay={{}} reset=1{{}}".format
    (_, variant, decided, _), *others = [
        (
            f"{delay} ms each way{'' if ack else ', delayed ACKs'}{whose}",
            name,
            point(delay, ack),
            None if ack or delay != delays[0] else expect,
        )
        for ack in (" ack=each", "")
        for delay in delays
        for name, whose in both
    ]
    return published(
        1,
        f"{figure}: SACK-Veno's share beside as many of SACK, {n} + {n} flows",
        decides("normalised_throughput", variant, decided),
        *(
            reading(what, "normalised_throughput", name, place, expect=kept)
            for what, name, place, kept in others
        ),
        because=choices,
    )


def shown(figure, choices):
    """V7's rows for 4 + 4 flows: the ratio of the shares, which is 1 if they are fair."""
    row = f"V7 ratio sack-veno/sack fig={figure} choice={{}}"
    return [varied(what, row.format(name), row.format("base")) for name, what in choices]


def by_acks(figure, n, acks):
    """V9's rows: how long ACKs wait, and whose round trip they measure."""
    row = f"V9 normalised_throughput sack-veno fig={figure} n={n} ack={{ack}} sample={{sample}}"
    base = row.format(ack="each", sample="youngest") if figure == 6 else ""
    return _veno.by_acks(row, base, acks, ("youngest", "oldest"))


def filled(point):
    """The link is used."""
    return [number("total_utilisation", "all", point, expect=(0.9, 1.02), why="the link is full")]


def panels(means):
    """A table for each panel and group, with BaseRTT reset and without: flows, mean, interval, loss, delay.

    The first panels have no random loss, one for each delay; the last one has, at 75 ms.
    """
    ours = _figure.rows(means, "normalised_throughput", socket=None, ack="each")
    delays = sorted(ours[ours["p"] == 0]["delay"].unique())
    found = {}
    for number, (p, delay) in enumerate([*((0, delay) for delay in delays), (0.01, 75)], 1):
        for variant in _veno.NAMES:
            for reset in (1, 0):
                table = _figure.rows(ours, "normalised_throughput", variant, p=p, delay=delay, reset=reset)
                found[f"panel-{number}-{variant}-{reset}"] = table.sort_values("n")[["n", *_figure.INTERVAL, "p", "delay"]]
    return found

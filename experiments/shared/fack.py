# SPDX-License-Identifier: GPL-2.0-only
# The FACK paper's experiments.
from campaign.declare import case, decides, preset, published, sweep, varied

timer = """the retransmission timer: here at least 1 s, with at least 500 ms for 4 RTTVAR, and it may expire at
any time; that of reno-1996 expires on multiples of 500 ms only, as BSD's (TimerTick)"""
clock = ". Instants count from the first segment of data: the paper's simulator has no handshake."


def choices(quantity, variant, fig, names):
    """Reasons: what F13 has of this figure with a choice made otherwise, against its own base."""
    row = f"F13 {quantity} {variant} fig={fig} choice="
    return [varied(what, row + name, row + "base") for name, what in names]


def path(quantity, variant, fig, queue):
    """F13's other paths: ns's drop-tail queue holds a packet less than its limit, by its source."""
    less, octets = f"a queue of {queue - 1} packets", "segments of 1000 octets on the link"
    names = (
        (f"queue-{queue - 1}", less),
        ("octets-1000", octets),
        (f"queue-{queue - 1}-octets-1000", f"{less} and {octets}"),
    )
    return choices(quantity, variant, fig, names)


def clean(figure, variant, point):
    """No timeout, and nothing sent for nothing."""
    return [
        row
        for quantity, what in (
            ("timeouts", "timeouts"),
            ("unnecessary_retransmissions", "segments sent for nothing"),
        )
        for row in published(
            0, f"{figure}: {what}, {variant}", decides(quantity, variant, point, expect=(None, 0))
        )
    ]


def recovery(queue, variants, delack=0, seconds=6, **options):
    """Six seconds of one flow with a time-sequence plot."""
    return [
        sweep(
            case(f"q={queue} delack={delack}"),
            variants,
            queue=queue,
            to=f"{seconds}s",
            series=True,
            **options,
        )
    ]


def choose_four(choice):
    """F6: four of the 32 even numbers from 66 to 128, by a linear congruential generator."""
    state = (choice * 7919) & 0x7FFFFFFF
    chosen = set()
    while len(chosen) < 4:
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        chosen |= {66 + 2 * ((state >> 16) % 32)}
    return ",".join(str(segment) for segment in sorted(chosen))


def reverse(queue, point, variants, first_seed=None, **options):
    """A flow with bursts on the reverse path: seventy seconds, the last sixty measured."""
    common = {"from": "10s", "to": "70s", "queue": queue}
    return sweep(point, variants, first_seed=first_seed, **(common | options))


# Reno of 1996: also backs its timer off at a fast retransmit, and the timer ticks.
TICK = "ns3::TcpScoreboardSocket::TimerTick"
backoff = {"ns3::TcpRenoRecovery::TimerBackoff": "true"}


def reno_1996(suffix="", tick="500ms", **options):
    """The variant."""
    return preset(f"reno-1996{suffix}", variant="reno", **backoff, **{TICK: tick}, **options)

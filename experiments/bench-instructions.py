# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, number, pick, spread, sweep

title = "Instructions a segment against the window: ours to UDP"
paper = "beyond the papers"
see = "With nothing lost the socket costs a tenth more than UDP at each window that is measured."
unstated = """Instructions for each delivered segment, counted by valgrind's callgrind, of our socket (senders Fack and Rfc6675) with
and without timestamps and of the floor, UDP with as many packets both ways on the same topology. The window
is held at its size, the round trip is the window's time on a 10 Gbit/s link, nothing is lost; the senders Fack and
Rack over one link where a segment of 1,000 is; and Rack where a fifth of the segments arrives after its successor. What fills the window is not counted. The numbers depend on ns-3 and on the compiler, not on what else the machine does."""
program = "tcp-lossy-bench-instructions"
by_default = False
random = False
needs = "tcp-lossy-bench-instructions --can-count"
runs = [
    sweep(
        axis("window", pick("100 10000", "100 10000 250000 1000000"), window="{}"),
        segments=10000,
        sockets=",".join(
            socket + timestamps
            for socket in ("scoreboard-fack", "scoreboard-rfc6675")
            for timestamps in ("", "+no-timestamps")
        ),
    ),
    sweep(
        axis("loss", "0.001", loss="{}"),
        axis("window", "100 10000", window="{}"),
        # Six windows of the larger one, most of which are recoveries; nothing between the ends that dilutes them.
        segments=60000,
        links="link",
        sockets="scoreboard-fack,scoreboard-rack",
    ),
    sweep(
        axis("jitter", "2.27us", jitter="{}"),
        axis("window", "100 10000", window="{}"),
        segments=10000,
        sockets="scoreboard-rack",
    ),
]
derived = spread(
    "instructions", "window", "scoreboard-fack", "scoreboard-fack+no-timestamps", "scoreboard-rack"
)
numbers = [
    number(
        "instructions_to_udp",
        variant,
        f"window={window}",
        expect=(1, most),
        why=f"at most {most} times the floor",
    )
    for variant, most in (
        ("scoreboard-fack", 1.25),
        ("scoreboard-fack+no-timestamps", 1.12),
        ("scoreboard-rfc6675", 1.25),
    )
    for window in pick((100, 10000), (100, 10000, 250000))
] + [
    number("spread_instructions", f"scoreboard-{sender}", point, expect=(1, most), why=f"{what} costs at most {most} times what the {least} costs")
    for sender, point, most, what, least in (
        ("fack", "", 1.2, "the largest window", "least"),
        ("fack+no-timestamps", "", 1.2, "the largest window", "least"),
        ("fack", "loss=0.001", 1.15, "with losses, too, the larger window", "smaller one"),
        ("rack", "loss=0.001", 1.15, "with losses, too, the larger window", "smaller one"),
        ("rack", "jitter=2.27us", 1.15, "reordered, the larger window", "smaller one"),
    )
]

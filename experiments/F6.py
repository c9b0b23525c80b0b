# SPDX-License-Identifier: GPL-2.0-only
_fack = shared("fack")

title = "more than half a window lost: SACK and FACK"
paper = "FACK paper, Fig 6"
see = "SACK runs out of ACKs and sends 22 to 24 segments for nothing in the slow start that follows; FACK needs neither."
unstated = """Which four segments are lost beside those of the overshoot. In slow start the queue
drops every other segment of the last window, those with odd numbers from 65 to 129; the four are
taken at random from the others. A run's seed is the number of its choice and nothing else is
random: means are means over choices. Also """ + _fack.timer + _fack.clock
program = "fack-recovery"
seeds = 30, 300


def _choose(choice):
    """Four of the 32 even numbers from 66 to 128, by a linear congruential generator."""
    state = (choice * 7919) & 0x7FFFFFFF
    chosen = set()
    while len(chosen) < 4:
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        chosen |= {66 + 2 * ((state >> 16) % 32)}
    return ",".join(str(segment) for segment in sorted(chosen))


runs = [
    sweep(
        case("q=17 delack=0"),
        [preset("sack"), preset("fack")],
        queue=17,
        to="6s",
        drop=by_seed(_choose),
        first_seed={"series": True},
    )
]
sequences = [("sack", "q=17 delack=0"), ("fack", "q=17 delack=0")]
view = (0.4, 3.6)
derived = (
    least("unnecessary_retransmissions", "seed", "sack")
    + largest("unnecessary_retransmissions", "seed", "sack", "fack")
    + least("timeouts", "seed", "sack")
    + largest("timeouts", "seed", "sack", "fack")
)
_waits = "Our SACK waits for its timer where the paper's goes into slow start at once; that spares it some."
numbers = [
    number(
        f"{kind}unnecessary_retransmissions",
        "sack",
        "q=17 delack=0",
        paper=25,
        source="Fig 6" if kind else "Fig 6: mean over choices",
        reason=_waits,
        expect=(None if kind == "max_" else 1, None if kind != "max_" else 30),
    )
    for kind in ("", "min_", "max_")
] + [
    number(
        "min_timeouts",
        "sack",
        "q=17 delack=0",
        expect=(1, None),
        why="a slow start with every choice",
    ),
    number("max_unnecessary_retransmissions", "fack", "q=17 delack=0", expect=(None, 0)),
    number(
        "max_timeouts",
        "fack",
        "q=17 delack=0",
        expect=(None, 0),
        why="no slow start with any choice",
    ),
]

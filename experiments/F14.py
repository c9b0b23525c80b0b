# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import by_seed, case, differences, number, preset, published, reading, sweep

from shared import fack as _fack

title = "the FACK paper's Figs 1 to 8 on the three other paths that its words allow"
paper = "FACK paper, Figs 1 to 8"
see = "The path of the paper's simulator has more of the paper's numbers than each of the other three."
unstated = """What a queue of 17 holds beside the packet that is being sent, and whether headers are a part of the 1000
octets of a segment. F2 to F9, F11 and F12 have 16 and yes, as the paper's simulator, by its source. path=holds-all is 17 and yes, path=headers is 16
and no, path=holds-all-headers is 17 and no. fig says whose run it is; of Fig 6 there are ten choices here.
window=N is Fig 4 with a receiver's window of N segments, from=syn Fig 9 counted from the SYN.
holds=N path=included and headers: Fig 2 with queues that hold N packets."""
program = "fack-recovery"
seeds = 10, 60


def _recovery(fig, packets, *names, **options):
    variants = [preset(name) for name in names]
    return sweep(_fack.elsewhere(fig, packets), variants, random=False, to="6s", **options)


runs = [
    _recovery(2, 17, "reno"),
    _recovery(3, 17, "sack"),
    _recovery(4, 17, "fack"),
    sweep(
        _fack.fig4_windows(),
        preset("fack"),
        random=False,
        to="6s",
        **_fack.path(17),
    ),
    sweep(
        case("fig=9 from=syn", against="syn"),
        _fack.fig9_acks(0, 1),
        _fack.lengths([17]),
        preset("reno"),
        program="fack-lost-opportunity",
        random=False,
        **_fack.links(),
    ),
    _recovery(5, 10, "sack", "fack", initialSsthresh=35),
    sweep(
        _fack.elsewhere(6, 17),
        [_fack.slow_start, preset("fack")],
        to="6s",
        drop=by_seed(_fack.choose_four),
    ),
    _recovery(7, 17, "fack-od"),
    _recovery(8, 6, "fack-od", "fack-od-rd"),
    sweep(
        [
            case(
                f"fig=2 holds={packets} path={path}",
                **({"queue": packets} | _fack.links("" if path == "included" else path)),
            )
            for packets in (9, 16, 17, 19)
            for path in ("included", "headers")
        ],
        preset("reno"),
        random=False,
        to="6s",
    ),
]
derived = differences("recovery_end", "sack+slow-start", "fack")


# Of Figs 1 to 8.
_FIGURES = "F2 F3 F4 F5 F6 F7 F8".split()


def _point(of, path):
    """The row of a number on another path: that of Fig 1 is the path of Fig 4."""
    return f"fig={of[1:]} path={path}"


numbers = [
    row
    for of, value, source, quantity, variant, _, tolerance, chosen in _fack.printed
    if of in _FIGURES
    for row in published(
        value,
        source,
        *(
            reading(text, quantity, variant, _point(of, path))
            for path, text in _fack.other_paths.items()
        ),
        tolerance=tolerance,
        of=of,
        chosen=chosen,
    )
] + [
    number(
        "unnecessary_retransmissions",
        "reno",
        f"fig=2 holds={packets} path={path}",
        expect=(wasted - (path == "headers"), wasted - (path == "headers")),
        why="segments of 1000 octets on the link in all"
        if path == "included"
        else "one less, for 42 octets",
    )
    for packets, wasted in ((9, 23), (16, 30), (17, 31), (19, 33))
    for path in ("included", "headers")
]

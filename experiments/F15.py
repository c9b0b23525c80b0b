# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import by_seed, case, differences, largest, preset, published, reading, sweep

from shared import fack as _fack
from shared import figure as _figure

title = "FACK's half in whole segments"
paper = "beyond the FACK paper, after its Figs 4 to 9, 11 and 12"
see = "A window that is counted in whole segments, 32 of 65, moves the next drop by up to 0.16 s; none of the verdicts on FACK's numbers of Figs 4 to 8 and 12 changes."
unstated = (
    """Whether a half of a window is in octets (ours) or in whole segments, as in a sender that counts its window in them (+whole,
ns3::TcpFack::WholeSegments). fig says whose run it is; F4's beside receivers' windows of N segments is fig=4 window=N, F14's on the three
other paths fig=N path=P. Reno and SACK have ns-3's control, whose half is in octets: F2 and F3 have none in whole segments. """
    + _fack.timer
)
program = "fack-recovery"
by_default = False
# Fig 6 has F6's hundred choices of the four that are lost.
seeds = 100, 100
_FEW = 10
_WHOLE = {"ns3::TcpFack::WholeSegments": "true"}
_FACKS = ("fack", "fack-od", "fack-rd", "fack-od-rd")


def _both(*names):
    return [case for name in names for case in (preset(name), preset(f"{name}+whole", **_WHOLE))]


def _elsewhere(fig, queue, *names, **options):
    """The same on F14's three other paths, which has what is in octets."""
    whole = [preset(f"{name}+whole", **_WHOLE) for name in names]
    return sweep(_fack.elsewhere(fig, queue), whole, random=False, to="6s", **options)


def _recovery(fig, queue, variants, random=False, **options):
    options |= _fack.path(queue)
    return sweep(case(f"fig={fig}"), variants, random=random, to="6s", **options)


runs = [
    _recovery(4, 17, _both("fack")),
    sweep(_fack.fig4_windows(), _both("fack"), random=False, to="6s", **_fack.path(17)),
    _recovery(5, 10, _both("fack"), initialSsthresh=35),
    _recovery(6, 17, [*_both("fack"), _fack.slow_start], random=True, drop=by_seed(_fack.choose_four)),
    _recovery(7, 17, _both("fack-od")),
    _recovery(8, 6, _both("fack-od", "fack-od-rd")),
    _elsewhere(4, 17, "fack"),
    _elsewhere(5, 10, "fack", initialSsthresh=35),
    _elsewhere(7, 17, "fack-od"),
    _elsewhere(8, 6, "fack-od", "fack-od-rd"),
    sweep(
        case("fig=9"),
        _fack.fig9_acks(0, 1),
        _fack.lengths("5 6 8 10 14 17 25 35 50"),
        _both(*_FACKS),
        program="fack-lost-opportunity",
        random=False,
        **_fack.links(),
    ),
    _fack.reverse(
        20,
        case("fig=11"),
        _fack.bursts([4, 6]),
        _both("fack", "fack-od-rd"),
        program="fack-reverse-traffic",
        most_seeds=_FEW,
    ),
    _fack.reverse(
        18,
        case("fig=12"),
        _fack.bursts([2, 4]),
        _both("fack-od-rd"),
        program="fack-reverse-traffic",
        most_seeds=_FEW,
    ),
]
derived = (
    differences("forward_utilisation", "fack+whole", "fack")
    + differences("forward_utilisation", "fack-od-rd+whole", "fack-od-rd")
    + differences("recovery_end", "sack+slow-start", "fack", "fack+whole")
    + largest("lost_opportunity", "q", *_FACKS, *(f"{name}+whole" for name in _FACKS))
    + largest("timeouts", "seed", "fack-od-rd", "fack-od-rd+whole")
    + largest("reductions_in_episode", "seed", "fack-od-rd", "fack-od-rd+whole")
)

# What of F4 to F8 and F12 is FACK's, with half a window in whole segments.
_WHAT = "half a window in whole segments"


def _whole(of, quantity, variant):
    """The row of a number of another experiment."""
    if quantity == "difference":
        return quantity, f"{variant}+whole", "fig=6"
    return quantity, f"{variant}+whole", "fig=12 burst=2" if of == "F12" else f"fig={of[1:]}"


numbers = [
    row
    for of, value, source, quantity, variant, _, tolerance, chosen in _fack.printed
    if variant.split("-")[-1] in ("fack", "od", "rd") and quantity not in ("base_rtt", "pipe")
    for row in published(
        value, source, reading(_WHAT, *_whole(of, quantity, variant)), tolerance=tolerance, of=of, chosen=chosen
    )
]


def tables(means):
    """Lost opportunity against the queue."""
    return {
        f"{delack}-{name}{suffix}": _figure.rows(means, "lost_opportunity", f"{name}{suffix}", delack=delack)[["q", "mean"]]
        for delack in (0, 1)
        for name in _FACKS
        for suffix in ("", "+whole")
    }

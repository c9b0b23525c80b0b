# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, by_seed, case, differences, largest, preset, sweep

from shared import fack as _fack
from shared import figure as _figure

title = "FACK's half in whole segments"
paper = "beyond the FACK paper, after its Figs 4 to 9, 11 and 12"
see = "A window that is counted in whole segments, 32 of 65, moves the next drop by up to 0.16 s; no verdict changes with it."
unstated = (
    """Whether a half of a window is in octets (ours) or in whole segments, as in a sender that counts its window in them (+whole,
ns3::TcpFack::WholeSegments). fig says whose run it is; F4's beside receivers' windows of N segments is fig=4 window=N. Reno and SACK
have ns-3's control, whose half is in octets. """
    + _fack.timer
)
program = "fack-recovery"
by_default = False
_WHOLE = {"ns3::TcpFack::WholeSegments": "true"}
_FACKS = ("fack", "fack-od", "fack-rd", "fack-od-rd")


def _both(*names):
    return [
        preset(f"{name}{suffix}", variant=name, **options)
        for name in names
        for suffix, options in (("", {}), ("+whole", _WHOLE))
    ]


def _recovery(fig, queue, *names, **options):
    point = case(f"fig={fig}")
    common = {"to": "6s", "random": False} | _fack.length(queue) | _fack.links()
    return sweep(point, _both(*names), **common | options)


def _lost(delack, start, end):
    return sweep(
        case("fig=9"),
        axis("delack", [delack], delayedAck=delack + 1),
        _fack.lengths("5 6 8 10 14 17 25 35 50"),
        _both(*_FACKS),
        program="fack-lost-opportunity",
        random=False,
        steadyFrom=start,
        to=end,
        **_fack.links(),
    )


runs = [
    _recovery(4, 17, "fack"),
    sweep(
        case("fig=4"),
        axis("window", _fack.windows, receiveBuffer=lambda window: window * 1000),
        _both("fack"),
        random=False,
        to="6s",
        **(_fack.length(17) | _fack.links()),
    ),
    _recovery(5, 10, "fack", initialSsthresh=35),
    _recovery(6, 17, "fack", drop=by_seed(_fack.choose_four), random=True),
    _recovery(7, 17, "fack-od"),
    _recovery(8, 6, "fack-od", "fack-od-rd"),
    _lost(0, "30s", "60s"),
    _lost(1, "60s", "120s"),
    _fack.reverse(
        20,
        [case(f"fig=11 burst={burst}", burstSize=f"{burst}000") for burst in (4, 6)],
        _both("fack", "fack-od-rd"),
        program="fack-reverse-traffic",
    ),
    _fack.reverse(
        18,
        [case(f"fig=12 burst={burst}", burstSize=f"{burst}000") for burst in (2, 4)],
        _both("fack-od-rd"),
        program="fack-reverse-traffic",
    ),
]
derived = (
    [
        rule
        for name in ("fack", "fack-od-rd")
        for rule in differences("forward_utilisation", f"{name}+whole", name)
    ]
    + largest("lost_opportunity", "q", *_FACKS, *(f"{name}+whole" for name in _FACKS))
    + largest("timeouts", "seed", "fack-od-rd", "fack-od-rd+whole")
    + largest("reductions_in_episode", "seed", "fack-od-rd", "fack-od-rd+whole")
)


def tables(means):
    """Lost opportunity against the queue."""
    return {
        f"{delack}-{name}{suffix}": _figure.rows(means, "lost_opportunity", f"{name}{suffix}", delack=delack)[["q", "mean"]]
        for delack in (0, 1)
        for name in _FACKS
        for suffix in ("", "+whole")
    }

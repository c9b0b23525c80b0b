# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, case, sweep, variant

from shared import buffers as _buffers
from shared import figure as _figure

title = "what the buffer paper's set-up leaves open: what varying it does"
paper = "beyond the TCP buffer paper, after its Fig 2"
see = "What a flow needs, and what it gets with that, is the same with three receiver's windows, with and without limited transmit, and for packets of three sizes by the model's own number of them; how the run begins and NewReno's timer are not free."
unstated = (
    """choice is what is other than in B2 and B3, base is what B2 and B3 have; the first of their settings, a = 0.01, b = 0.125
and B = 0.05 C RTT_m. slow begins in slow start with ten packets instead of congestion avoidance with C RTT_m + B/2;
slow-late is the same, measured from 120 to 160 s. impatient: only the first partial ACK restarts NewReno's timer (RFC
6582, section 4). exact: a receiver's window of Q packets, wide: of 1 MiB more. no-limited has no limited transmit
(RFC 3042). packet-N are packets of N octets on the link, 42 of them headers: 1502 are 1460 of data; their Q is what
the model requires of them (SACK; NewReno 3 % more than eq. (1) as printed, as in B2), and 20000 of the two larger ones, which never limit.
"""
    + _buffers.unstated
)
program = "buffer-goodput"
by_default = False
random = False
fingerprint = "choice=slow Q=9838"

_a, _b, _share, _newreno, _sack = _buffers.settings[0][:5]
_ample = _newreno * 103 // 100
_windows = {"base": {}, "exact": {"windowMargin": 0}, "wide": {"windowMargin": 1048576}}
_limited = {"no-limited": {"limitedTransmit": False}}
_slow = {"slow": {"start": "slow"}}
_late = {"slow-late": {"start": "slow", "from": "120s", "to": "160s"}}


def _flow(sender, choices, packets, **options):
    return [
        sweep(
            case(f"choice={name}"),
            axis("Q", packets, packets="{}"),
            variant(sender, sender=sender),
            **({"a": _a, "b": _b, "share": _share} | options | more),
        )
        for name, more in choices.items()
    ]


def _packet(size):
    return {f"packet-{size}": {"packetSize": size}}


_sack_times = {"from": "4s", "to": "20s"}
runs = (
    _flow("sack", _windows | _limited | _slow | _late, [_sack], **_sack_times)
    + _flow("sack", _windows | _limited, [5500], **{"from": "4s", "to": "60s"})
    + _flow("sack", _packet(1502), [9825, 20000], **_sack_times)
    + _flow("sack", _packet(9000), [1641, 20000], **_sack_times)
    + _flow("sack", _packet(576), [25618], **_sack_times)
    + _flow(
        "newreno",
        _windows | _limited | _slow | {"impatient": {"slowButSteady": False}},
        [_ample],
        to="45s",
    )
    + _flow("newreno", _packet(9000), [6999], to="45s")
)


def tables(means):
    """SACK's goodput at Q as its bound says and at 5500 packets, and NewReno's."""
    of_sack = _figure.rows(means, "goodput", "sack")
    names = "base exact wide no-limited packet-1502 packet-576 packet-9000 slow slow-late"
    return {
        "bound-sack": _figure.chosen(of_sack[~of_sack["Q"].isin([5500, 20000])], "goodput", "sack", names),
        "5500-sack": _figure.chosen(of_sack, "goodput", "sack", names, Q=5500),
        "ample-newreno": _figure.chosen(
            means, "goodput", "newreno", "base exact wide no-limited packet-9000 impatient slow"
        ),
    }

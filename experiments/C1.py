# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import asserted, case, decides, published, reading, sweep, variant

from shared import twostate as _twostate

title = "every other segment and their ACKs are lost: what is sent again"
paper = "compressed SACK paper, Table 1, Figs 3 and 4"
see = """With RFC 2018's blocks segments that arrived are sent again, with compressed offsets none. Of Fig 3's
four Table 1's losses yield one; for all four they have to go on."""
unstated = """Link and window: here the 0.8 Mbit/s and 100 ms of Fall and Floyd (the paper's [5]) and a receiver's
window of 20 segments, ns-2's default; Reno+SACK as ns-2 has it, timestamps, no delayed ACK. Of a window's
segments 2, 7, 9 and 11 are lost, and the ACKs of 6, 8 and 10; segment 1 is the flow's 34th, as the figures
have it. The rows without a point are this. Others show what it depends on: the sender, the window, and
whether there are timestamps, which leave room for 3 blocks instead of 4. Losses are those of Table 1, or
go on to segment 17 in the same way (data 13, 15, 17, ACKs of 12, 14, 16), which is 50, where the figures end.
The sender remembers all blocks (RFC 2018, section 5), or with memory=latest those of the latest ACK alone."""
program = "compressed-sack-flow"
random = False

_memories = {
    "all": {},
    "latest": {f"ns3::Tcp{sender}Recovery::LatestSackOnly": "true" for sender in ("Sack", "Fack")},
}
_encodings = [variant(name, sackEncoding=name) for name in ("rfc2018", "compressed")]


def _of(losses, sender, timestamps, window):
    return _twostate.losses[losses] | {
        "variant": sender,
        "timestamps": bool(timestamps),
        "receiveBuffer": window * 1000,
    }


def _at(losses, sender, timestamps, window, memory="all"):
    text = f"loss={losses} sender={sender} timestamps={timestamps} window={window}"
    known = "" if memory == "all" else f" memory={memory}"
    return case(text + known, **_of(losses, sender, timestamps, window), **_memories[memory])


_figures = _at("longer", "fack", 1, 20)
_common = _twostate.link | {
    "segmentSize": 1000,
    "rate": "0.8Mbps",
    "delay": "100ms",
    "to": "6s",
    "series": True,
}
runs = [
    sweep([case("", **_of("table1", "sack", 1, 20)), _figures], _encodings, **_common),
    sweep(
        [
            _at(losses, sender, timestamps, window, memory)
            for memory in _memories
            for sender in ("sack", "fack")
            for timestamps in (1, 0)
            for losses, windows in (("table1", (11, 14, 16, 20, 32)), ("longer", (20, 32)))
            for window in windows
            if (losses, sender, timestamps, window, memory) != ("longer", "fack", 1, 20, "all")
        ],
        _encodings,
        **_common,
    ),
]
_longer = "loss=longer sender=fack timestamps=1 window=20"
_latest = "loss=table1 sender=fack timestamps=1 window={} memory=latest"
sequences = [
    (encoding, point)
    for point in ("", _longer, _latest.format(20))
    for encoding in ("rfc2018", "compressed")
]
view = (1.25, 1.95)
_in_vain = "unnecessary_retransmissions"
numbers = (
    published(
        4,
        "Fig 3: segments sent again in vain, 39 41 43 45",
        decides(_in_vain, "rfc2018", expect=(1, 1), why="39"),
        reading(
            "losses that go on to 50, where the figure ends",
            _in_vain,
            "rfc2018",
            _longer,
            expect=(4, 4),
            why="39 41 43 45, as in Fig 3, by losses that are not in Table 1",
        ),
        *(
            reading(
                f"a sender that knows the latest ACK's blocks alone, at a window of {window}",
                _in_vain,
                "rfc2018",
                _latest.format(window),
                expect=(expected, expected),
                why=why,
            )
            for window, expected, why in (
                (11, 4, "36 37 38 39: as many as in Fig 3, but others"),
                (20, 5, "36 37 38 39 41"),
            )
        ),
        chosen=True,
        because=[
            asserted(
                "Table 1's losses leave no more than four blocks: 36 to 39, 41, 43 and 45 on. The three newest "
                "are in each ACK from 45's on, and of the fourth only 39 was never reported."
            )
        ],
    )
    + published(
        0,
        "Fig 4: segments sent again in vain, with offsets",
        decides(_in_vain, "compressed", expect=(None, 0)),
        reading("losses that go on to 50", _in_vain, "compressed", _longer, expect=(None, 0)),
        reading(
            "a sender that knows the latest ACK's blocks alone",
            _in_vain,
            "compressed",
            _latest.format(20),
            expect=(None, 0),
        ),
    )
    + published(
        1,
        "Table 1: segments sent again in vain, number 6",
        decides(
            _in_vain,
            "rfc2018",
            "loss=table1 sender=fack timestamps=1 window=11",
            expect=(1, 1),
            why="39",
        ),
    )
)

# SPDX-License-Identifier: GPL-2.0-only
"""What befalls which segments, in the words of scripted-fates.h, and what two senders make of it."""

from dataclasses import dataclass

# Octets of a segment's data, segments of a transfer, seconds of a run.
SEGMENT = 1448
SEGMENTS = 150
SECONDS = 12
# How far apart the times of equal segments may be: a tick of the kernel's timers, and one of ns-3's
# timestamps.
TOLERANCE = 0.002
PATH = {"rate": "20Mbps", "delay": "30ms", "piece": SEGMENT * SEGMENTS, "pieceEvery": "600000ms"}

# The window is 10 segments at first: 1 to 10 are the first flight, 11 to 30 the second, 31 to 70 the
# third.
GROUPS = {
    "one loss": ["1", "2", "5", "8", "9", "10", "11", "20", "30", "31", "50", "100"],
    "two losses": ["20 22", "20 25", "20 35", "11 31", "30 60"],
    "successive windows": ["20 30 40", "31 66 74 80", "31 70 90", "50 72 90"],
    "burst": ["20-22", "20-24", "20-29", "11-30", "31-50", "31-70"],
    "lost retransmission": ["1x2", "5x2", "20x2", "20x3", "20x4", "20-22x2", "20 22x2"],
    "tail": ["150", "149-150", "148-150", "141-150", "150x2", "150x3", "140-150x2"],
    "overtaken": ["20+1ms", "20+5ms", "20+20ms", "20+70ms", "20-22+10ms", "150+50ms", "11+300ms"],
    "lost ACKs": ["a5", "a5-9", "a1-10", "a20-30", "a2-40", "a60-80"],
    "pause": ["1=500ms", "11=500ms", "30=100ms", "30=250ms", "30=500ms", "30=2s", "100=500ms",
              "150=500ms", "a20=250ms", "a20=500ms"],
}
PATTERNS = {words: group for group, all_words in GROUPS.items() for words in all_words}
SHORT = ["20", "31 66 74 80", "20-24", "20x2", "149-150", "20+5ms", "30=500ms"]


@dataclass
class Comparison:
    """What two lists of segments have in common; each is [seconds, first octet, octet behind]."""
    same: bool
    segments: int
    latest: float  # the largest difference of times, where the segments are equal
    difference: str  # the first one, in words


def name(segment):
    """Which of the transfer's segments."""
    first, last = (segment[1] - 1) // SEGMENT + 1, (segment[2] - 2) // SEGMENT + 1
    part = "" if (segment[1] - 1) % SEGMENT == 0 and (segment[2] - 1) % SEGMENT == 0 else " in part"
    return (f"{first}" if first == last else f"{first}-{last}") + part


def compare(linux, ours):
    latest = 0.0
    for index, (its, mine) in enumerate(zip(linux, ours)):
        if its[1:] != mine[1:]:
            return Comparison(False, index, latest,
                              f"no. {index + 1}: {name(mine)} at {mine[0]:.3f} s, "
                              f"Linux {name(its)} at {its[0]:.3f} s")
        latest = max(latest, abs(its[0] - mine[0]))
        if latest > TOLERANCE:
            return Comparison(False, index, latest,
                              f"no. {index + 1}, {name(mine)}: at {mine[0]:.4f} s, Linux at {its[0]:.4f} s")
    if len(linux) != len(ours):
        longer, who = (linux, "Linux") if len(linux) > len(ours) else (ours, "ours")
        common = min(len(linux), len(ours))
        return Comparison(False, common, latest,
                          f"{who} sends {len(longer) - common} more: {name(longer[common])} "
                          f"at {longer[common][0]:.3f} s")
    return Comparison(True, len(linux), latest, "")

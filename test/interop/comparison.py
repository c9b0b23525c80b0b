# SPDX-License-Identifier: GPL-2.0-only
"""What scripts/compare-linux compares, and the figures for it. No kernel needed."""

import math
import statistics

from goodput import LINUX, OURS, Order

# Losses befall both ways. Times are one way's.
FAST = {"rate": "50Mbps", "delay": "10ms"}
LONG = {"rate": "50Mbps", "delay": "60ms", "jitter": "20ms"}
PATHS = {
    "loss 1%": {**FAST, "loss": 0.01},
    "loss 5%": {**FAST, "loss": 0.05},
    "loss 10%": {**FAST, "loss": 0.1},
    "jitter": LONG,
    "jitter, loss 0.01%": {**LONG, "loss": 0.0001},
    "jitter, loss 1%": {**FAST, "jitter": "5ms", "loss": 0.01},
}
# How long a run is: on these paths, longer, since so little passes.
SECONDS = {"loss 5%": 60, "loss 10%": 120}
USUAL_SECONDS = 20
# Linux's name, and ours.
CONTROLS = {"reno": "ns3::TcpLinuxReno", "cubic": "ns3::TcpCubic"}
# Both ends reduce by RFC 9937.
RECOVERY = "ns3::TcpProportionalRateRecovery"
SENDERS = ["Reno", "NewReno", "Sack", "Rfc6675", "Fack", "Rack"]
# More than any of the paths can hold, and as often as Linux acknowledges.
COMMON = {"buffer": 4_000_000, "ackDelay": "40ms"}
# Student's t, two-sided, 95 %, by degrees of freedom from 1 on.
STUDENT = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
           2.145, 2.131, 2.120, 2.110, 2.101, 2.093]
MOST_SEEDS = len(STUDENT) + 1


def parse_settings(words):
    """{"name": "value"} of NAME=VALUE words."""
    settings = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not name or not equals:
            raise ValueError(f"'{word}' is not NAME=VALUE")
        settings[name] = value
    return settings


def our_options(sender, control):
    """Of tcp-interop. A sender is one of SENDERS, or a preset, which has a control of its own."""
    if sender in SENDERS:
        return {"sender": sender, "control": CONTROLS[control], "recovery": RECOVERY}
    return {"preset": sender}


def make_orders(program, path, control, end, sender, settings, seed, seconds):
    """The run with the kernel's TCP at both ends, and that with ours at one."""
    common = {"program": program, "control": control, "seconds": seconds}
    carried = {**COMMON, **path, "run": seed}
    both = Order(**common, options=carried)
    mixed = Order(**common, sender=OURS if end == "sender" else LINUX,
                  receiver=OURS if end == "receiver" else LINUX,
                  options={**carried, **our_options(sender, control), **settings})
    return both, mixed


def interval(values):
    """Half of the width of the mean's 95 % confidence interval."""
    return STUDENT[len(values) - 2] * statistics.stdev(values) / math.sqrt(len(values))


def spread(values):
    return f"{statistics.mean(values):.3f} ± {interval(values):.3f}"


def summarize(pairs, seconds):
    """The figures of a row, of the results of one path, seed by seed: (Linux at both ends, ours)."""
    linux, ours = zip(*pairs)

    def rate(results):
        return f"{statistics.mean(result.octets for result in results) * 8e-6 / seconds:.2f}"

    def counts(name):
        return " / ".join(f"{statistics.mean(getattr(result, name) for result in results):.1f}"
                          for results in (ours, linux))

    return {"seeds": len(pairs), "Mbit/s": rate(ours), "Linux's": rate(linux),
            "ratio": spread([mine.octets / its.octets for its, mine in pairs]),
            "sent again": counts("sent_again"), "timeouts": counts("timeouts"),
            "Linux": linux[0].linux.split("-")[0]}

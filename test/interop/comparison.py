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
# What Linux is compared on all over: a name says the rate, the round trip, the queue in
# bandwidth-delay products, and what is added. Queues are octets.


def make_base(rate, round_trip):
    """The path of Mbit/s and ms."""
    return {"rate": f"{rate}Mbps", "delay": f"{round_trip / 2:g}ms", "product": rate * round_trip * 125}


def make_paths(added, chosen):
    """Paths by name: of (Mbit/s, ms) the names of what is added."""
    paths = {}
    for base, names in chosen.items():
        for name in names:
            path = {**make_base(*base), **added[name]}
            path["queue"] = round(path.pop("product") * path.get("queue", 1))
            paths["{} Mbit/s, {} ms, {}".format(*base, name)] = path
    return paths


ADDED = {"queue 0.3": {"queue": 0.3}, "queue 1": {"queue": 1}, "queue 3": {"queue": 3},
         "loss 0.1%": {"loss": 0.001}, "loss 1%": {"loss": 0.01}, "loss 5%": {"loss": 0.05},
         "loss 10%": {"loss": 0.1}, "bursts": {"loss": 0.01, "burst": 5},
         "ACK loss": {"loss": 0.001, "ackLoss": 0.2},
         "outages of 0.5 s": {"queue": 3, "outage": "500ms", "outageEvery": "4s"},
         "outages of 2 s": {"queue": 3, "outage": "2s", "outageEvery": "6s"},
         "application": {"loss": 0.01, "piece": 12_500, "pieceEvery": "50ms"},
         "reordering": {"reordering": 0.02}, "jitter": {"loss": 0.001, "jitter": "5ms"}}
GRID = make_paths(ADDED, {(5, 60): ["queue 1", "loss 1%", "loss 5%", "loss 10%"],
                          (20, 60): list(ADDED),
                          (20, 200): ["queue 1", "loss 0.1%", "loss 1%"],
                          (20, 600): ["loss 0.1%"],
                          (50, 10): ["queue 1", "loss 0.1%", "loss 1%"],
                          (200, 10): ["loss 1%"]})
# Nothing was tuned to these.
HELD_OUT = make_paths(
    {"queue 0.1": {"queue": 0.1}, "queue 2": {"queue": 2}, "queue 10": {"queue": 10},
     "loss 0.5%": {"loss": 0.005}, "loss 2%": {"loss": 0.02}, "loss 20%": {"loss": 0.2},
     "bursts of 20": {"loss": 0.01, "burst": 20}, "half the ACKs lost": {"loss": 0.005, "ackLoss": 0.5},
     "ACKs each 30 ms": {"loss": 0.005, "batch": "30ms"}, "reordering of 15%": {"reordering": 0.15},
     "jitter of 40 ms": {"jitter": "40ms"}, "doubled": {"duplication": 0.05, "loss": 0.005},
     "bit errors": {"bitErrors": 0.01}, "ECN": {"ecn": 1, "mark": 60_000, "queue": 2},
     "outages of 1 s": {"queue": 2, "outage": "1s", "outageEvery": "3s"},
     "application": {"loss": 0.005, "piece": 40_000, "pieceEvery": "100ms"}},
    {(2, 120): ["queue 2", "loss 2%"],
     (10, 40): ["queue 0.1", "queue 10", "loss 0.5%", "loss 20%", "outages of 1 s"],
     (30, 90): ["queue 2", "loss 2%", "bursts of 20", "half the ACKs lost", "ACKs each 30 ms",
                "reordering of 15%", "jitter of 40 ms", "doubled", "bit errors", "ECN", "application"],
     (10, 300): ["loss 0.5%", "queue 0.1"]})


def make_batches():
    """Paths of the grid on which ACKs arrive together, as over Wi-Fi or cable, by name."""
    chosen = {"5 Mbit/s, 60 ms": ([20], ["queue 1", "loss 1%"]),
              "20 Mbit/s, 60 ms": ([5, 10, 20, 40], ["queue 1", "loss 0.1%", "loss 1%"]),
              "20 Mbit/s, 200 ms": ([20], ["loss 0.1%", "loss 1%"]),
              "50 Mbit/s, 10 ms": ([5], ["queue 1", "loss 0.1%", "loss 1%"]),
              "200 Mbit/s, 10 ms": ([5], ["loss 1%"])}
    return {f"{base}, {name}, ACKs each {batch} ms": {**GRID[f"{base}, {name}"], "batch": f"{batch}ms"}
            for base, (batches, names) in chosen.items() for batch in batches for name in names}


BATCHES = make_batches()
# Short connections: the goodput of a volume says how long it took.
VOLUMES = {f"{volume} kB, {name}": {"zeros": volume * 1000, **ADDED[name]}
           for volume in (15, 150, 1500) for name in ("queue 1", "loss 1%", "loss 5%", "reordering")}
SHORT = make_paths(VOLUMES, {(20, 60): list(VOLUMES)})
# Beside one or two connections of Linux's. Some losses at random make each seed another run.
RIVALS = {f"{name}, beside {rivals}": {**ADDED[name], "loss": 0.0001, "rivals": rivals}
          for name, rivals in (("queue 0.3", 1), ("queue 1", 1), ("queue 3", 1), ("queue 1", 2))}
SHARED = make_paths(RIVALS, {(5, 60): list(RIVALS)})
# Those of experiments/E4.py that change in time, its queue of 60 packets in octets.
MODELS = {name: {"model": name, "delay": "15ms", "queue": 90_000} for name in ("leo", "cell", "wifi")}
KNOWN = {**PATHS, **GRID, **BATCHES, **HELD_OUT, **SHORT, **SHARED, **MODELS}
# How long a run is, at most.
GRID_SECONDS = 12
SHARED_SECONDS = 20
SHORT_SECONDS = 100
SECONDS = {"loss 5%": 60, "loss 10%": 120, **dict.fromkeys(MODELS, 30), **dict.fromkeys(SHORT, SHORT_SECONDS),
           **dict.fromkeys(SHARED, SHARED_SECONDS),
           **dict.fromkeys([*GRID, *BATCHES, *HELD_OUT], GRID_SECONDS)}
USUAL_SECONDS = 20
# Linux's name, and ours.
CONTROLS = {"reno": "ns3::TcpLinuxReno", "cubic": "ns3::TcpCubic", "bbr": "ns3::TcpBbr"}
LOSS_BASED = ["reno", "cubic"]
# Both ends reduce by RFC 9937.
RECOVERY = "ns3::TcpProportionalRateRecovery"
# A preset that has another name with this control.
PRESETS = {("linux", "reno"): "linux-reno", ("linux", "bbr"): "linux-bbr"}
SENDERS = ["Reno", "NewReno", "Sack", "Rfc6675", "Fack", "Rack"]
# More than any of the paths can hold, and as often as Linux acknowledges.
COMMON = {"buffer": 4_000_000, "ackDelay": "40ms"}
MOST_SEEDS = 100


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
    return {"preset": PRESETS.get((sender, control), sender)}


def make_orders(program, path, control, end, sender, settings, seed, seconds, burst=0):
    """The run with the kernel's TCP at both ends, and that with ours at one."""
    common = {"program": program, "control": control, "seconds": seconds, "burst": burst,
              "settings": {"tcp_ecn": path.get("ecn", 0)}, "rivals": int(path.get("rivals", 0))}
    carried = {**COMMON, **path, "run": seed}
    carried.pop("rivals", None)
    both = Order(**common, options=carried)
    mixed = Order(**common, sender=OURS if end == "sender" else LINUX,
                  receiver=OURS if end == "receiver" else LINUX,
                  options={**carried, **our_options(sender, control), **settings})
    return both, mixed


def interval(values):
    """Half of the width of the mean's 95 % confidence interval."""
    # Here, since all the rest of test/interop runs with a Python that has no SciPy, too.
    from scipy.special import stdtrit

    return float(stdtrit(len(values) - 1, 0.975)) * statistics.stdev(values) / math.sqrt(len(values))


def spread(values):
    return f"{statistics.mean(values):.3f} ± {interval(values):.3f}"


def goodput(result):
    """Octets a second."""
    return result.octets / result.seconds


def summarize(pairs, seconds):
    """The figures of a row, of the results of one path, seed by seed: (Linux at both ends, ours)."""
    linux, ours = zip(*pairs)

    def rate(results):
        return f"{statistics.mean(map(goodput, results)) * 8e-6:.2f}"

    def counts(name):
        return " / ".join(f"{statistics.mean(getattr(result, name) for result in results):.1f}"
                          for results in (ours, linux))

    shares = {name: spread([result.octets / (result.octets + result.rivals) for result in results])
              for name, results in (("share", ours), ("Linux's share", linux)) if results[0].rivals}
    return {"seeds": len(pairs), "seconds": f"{seconds:g}", "Mbit/s": rate(ours), "Linux's": rate(linux),
            "ratio": spread([goodput(mine) / goodput(its) for its, mine in pairs]), **shares,
            "sent again": counts("sent_again"), "timeouts": counts("timeouts"), "needless": counts("needless"),
            "Linux": linux[0].linux.split("-")[0]}

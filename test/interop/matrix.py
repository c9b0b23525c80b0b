# SPDX-License-Identifier: GPL-2.0-only
"""All cases."""

from case import Case

SENDERS = ["Reno", "NewReno", "Sack", "Rfc6675", "Fack", "Rack"]
WAYS = {"to-ns3": (1, 0), "to-linux": (0, 1), "both": (1, 1)}
# Loss, and octets that take a few seconds with it.
LOSSES = {0: 2_000_000, 0.01: 1_000_000, 0.05: 300_000, 0.1: 100_000}
# Who closes without waiting for the other: ns-3, Linux.
CLOSES = {"ns3-first": (True, False), "linux-first": (False, True), "at-once": (True, True)}


def percent(loss):
    return f"{100 * loss:g}%"


def losses():
    """Every sender, loss and direction."""
    for sender in SENDERS:
        for loss, size in LOSSES.items():
            for way, (to_ns3, to_linux) in WAYS.items():
                yield Case(f"loss {percent(loss)} {way} {sender}", size * to_ns3, size * to_linux,
                           {"sender": sender, "loss": loss}, ns3_opens=way == "to-linux",
                           short=(loss, way) in ((0.01, "both"), (0.05, "to-linux")))


def disorder():
    """Every sender on paths that do more than lose."""
    paths = {
        "reordering 5%": {"reordering": 0.05},
        "duplication 5%": {"duplication": 0.05},
        "bit errors 3%": {"bitErrors": 0.03},
        "all 2%": {"reordering": 0.02, "duplication": 0.02, "bitErrors": 0.02, "loss": 0.02},
    }
    for name, path in paths.items():
        for sender in SENDERS:
            yield Case(f"{name} {sender}", 300_000, 300_000, {"sender": sender, **path},
                       ns3_opens=sender == "Sack", short=name == "all 2%" or sender == "Fack")


def closes():
    """Every order of close, with and without data, with and without loss, whoever opened."""
    for order, (ns3_early, linux_early) in CLOSES.items():
        for size in (0, 50_000):
            for loss in (0, 0.1):
                for opener in ("ns3", "linux"):
                    yield Case(f"close {order}, {size} octets, loss {percent(loss)}, {opener} opens",
                               size, size, {"loss": loss}, ns3_opens=opener == "ns3",
                               ns3_closes_early=ns3_early, linux_closes_early=linux_early,
                               short=loss == 0.1 and opener == "ns3")


def half_closes():
    """One end closes before it has sent anything, and the other one goes on."""
    for loss in (0, 0.05):
        yield Case(f"half-close by ns3, loss {percent(loss)}", 300_000, 0, {"loss": loss},
                   ns3_closes_early=True, linux_closes_early=False)
        yield Case(f"half-close by linux, loss {percent(loss)}", 0, 300_000, {"loss": loss})


def zero_windows():
    """A reader stops for seconds. The other end's timer must keep the connection alive."""
    for loss in (0, 0.05):
        for sender in SENDERS:
            yield Case(f"zero window of linux, loss {percent(loss)}, {sender}", 0, 300_000,
                       {"loss": loss, "sender": sender}, linux_pause=(20_000, 3),
                       linux_buffer=16_384, at_least={"TcpExt.TCPToZeroWindowAdv": 1},
                       short=loss == 0 and sender == "Fack")
        yield Case(f"zero window of ns3, loss {percent(loss)}", 300_000, 0,
                   {"loss": loss, "pauseAt": 20_000, "pauseFor": "3s", "buffer": 65_536},
                   at_least={"TcpExt.TCPWinProbe": 1}, short=loss == 0)


def keep_alives():
    """Linux asks an idle connection whether it is alive."""
    for loss in (0, 0.05):
        yield Case(f"keep-alive, loss {percent(loss)}", 20_000, 20_000, {"loss": loss},
                   linux_idle=(10_000, 4.5), keep_alive=True,
                   at_least={"TcpExt.TCPKeepAlive": 2}, short=loss == 0)


def options():
    """What one end or the other does not have."""
    for sender in SENDERS:
        yield Case(f"linux without SACK, {sender}", 300_000, 300_000,
                   {"loss": 0.03, "sender": sender}, {"tcp_sack": 0}, short=sender == "Fack")
        yield Case(f"linux without timestamps, {sender}", 300_000, 300_000,
                   {"loss": 0.03, "sender": sender}, {"tcp_timestamps": 0}, ns3_opens=True,
                   short=sender == "Sack")
    for option, setting in (("sack", "tcp_sack"), ("timestamps", "tcp_timestamps"),
                            ("scaling", "tcp_window_scaling")):
        for ours, theirs in ((0, 1), (1, 0), (0, 0)):
            for opens in (False, True):
                yield Case(f"{option}: ns3 {ours}, linux {theirs}, "
                           f"{'ns3' if opens else 'linux'} opens", 300_000, 300_000,
                           {"loss": 0.01, option: ours, "buffer": 262_144}, {setting: theirs},
                           ns3_opens=opens)
    yield Case("linux without D-SACK", 300_000, 300_000,
               {"loss": 0.03, "duplication": 0.03}, {"tcp_dsack": 0})
    for mtu in (576, 1000):
        for stamps in (0, 1):
            yield Case(f"linux has an MTU of {mtu}, timestamps {stamps}", 200_000, 200_000,
                       {"loss": 0.03, "timestamps": stamps}, mtu=mtu, short=mtu == 1000)
    yield Case("segments as long as the interface permits", 200_000, 200_000,
               {"loss": 0.03, "segment": 1460})
    yield Case("large windows", 8_000_000, 8_000_000,
               {"buffer": 2_000_000, "delay": "30ms", "loss": 0.0005, "rate": "100Mbps"})


def all_cases():
    return [case for group in (losses, disorder, closes, half_closes, zero_windows, keep_alives,
                               options) for case in group()]

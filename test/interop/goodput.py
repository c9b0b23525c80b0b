#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""How much a sender brings to a receiver over the path of tcp-interop, in a given time.

Each end is the kernel's TCP or ns-3's. usage: goodput.py ORDER, where ORDER is an Order's fields
as JSON; prints a Result's fields as JSON. Needs what check-interop needs. scripts/compare-linux
starts it, in a kernel of its own.
"""

import json
import platform
import socket
import sys
import tempfile
import threading
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

import case as cases
import kernels
import namespace

LINUX = "Linux"
OURS = "ours"
CHUNK = 65536
# More than any path brings in the time of a run, and what the program takes.
ZEROS = 4 * 10**9
# Seconds until there is a connection, at most.
ENOUGH = 60


@dataclass
class Order:
    """What is to be run."""
    program: str
    sender: str = LINUX
    receiver: str = LINUX
    seconds: float = 20
    control: str = "reno"  # of Linux
    options: dict = field(default_factory=dict)  # of tcp-interop
    settings: dict = field(default_factory=dict)  # sysctls of Linux
    pcap: str = ""  # folder for the captures
    burst: int = 0  # segments that Linux prepares as one; 0: its own choice


@dataclass
class Result:
    """What came of it. The counts are the sender's; what was needless is what D-SACKs (RFC 2883) told of that the
    kernel's receiver sent or, with our receiver, the kernel's sender read."""
    octets: int
    sent_again: int
    timeouts: int
    needless: int
    linux: str


def count(counters, *names):
    return sum(counters[f"TcpExt.{name}"] for name in names)


def count_needless(receiver):
    """D-SACKs that the kernel's receiver has sent."""
    return count(receiver.read_counters(), "TCPDSACKOldSent", "TCPDSACKOfoSent")


class Network:
    """One of the kernel's ends: a namespace with a TUN device."""

    def __init__(self, address, order):
        self.id = namespace.enter()
        namespace.configure({"tcp_congestion_control": order.control, "tcp_ecn": 0,
                             **order.settings})
        self.tun = namespace.make_tun(address=address)
        if order.burst:
            namespace.limit_bursts(order.burst)
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        # As ns-3's sockets are.
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def read_counters(self):
        namespace.go_back(self.id)
        return namespace.read_counters()


class Sink:
    """Reads what arrives."""

    def __init__(self):
        self.received = 0
        self.connected = threading.Event()

    def read(self, connection):
        self.connected.set()
        while octets := connection.recv(CHUNK):
            self.received += len(octets)

    def accept(self, listening):
        self.read(listening.accept()[0])


def write(connection, options):
    """As Endpoint::Write() does."""
    piece = int(options.get("piece", 0))
    octets = bytes(piece or CHUNK)
    pause = float(options.get("pieceEvery", "10ms").removesuffix("ms")) / 1000 if piece else 0
    due = time.monotonic()
    while True:
        connection.sendall(octets)
        due += pause
        time.sleep(max(due - time.monotonic(), 0))


def begin(action, *arguments):
    threading.Thread(target=action, args=arguments, daemon=True).start()


def start_ns3(order, tuns, options, folder):
    captures = {"pcap": order.pcap} if order.pcap else {}
    return cases.Ns3Peer(order.program, {**captures, **options, **order.options}, tuns, folder)


def await_start(ns3, started, folder):
    cases.wait_for(lambda: started.is_set() or ns3.done.is_set(), time.monotonic() + ENOUGH)
    if ns3.done.is_set() or not started.is_set():
        stop_ns3(ns3, folder)
        raise RuntimeError("there is no connection")


def stop_ns3(ns3, folder):
    ns3.stop()
    if ns3.process.returncode:
        # What follows the first line of what it says is how it is used, or where it ended.
        fault = (folder / "stderr").read_text().strip().partition("\n")[0]
        raise RuntimeError(fault or f"tcp-interop ended with {ns3.process.returncode}")
    return ns3.report


def linux_to_linux(order, folder):
    """The path alone stands between them."""
    receiver, sender = (Network(address, order) for address in (namespace.LINUX, namespace.NS3))
    receiver.socket.bind((namespace.LINUX, namespace.PORT))
    receiver.socket.listen(1)
    ns3 = start_ns3(order, [receiver.tun, sender.tun], {}, folder)
    await_start(ns3, ns3.listening, folder)
    sink = Sink()
    begin(sink.accept, receiver.socket)
    kernels.wait_for_tick()
    sender.socket.connect((namespace.LINUX, namespace.PORT))
    begin(write, sender.socket, order.options)
    sink.connected.wait()
    time.sleep(order.seconds)
    counters = sender.read_counters()
    octets = sink.received
    needless = count_needless(receiver)
    stop_ns3(ns3, folder)
    return octets, counters["Tcp.RetransSegs"], count(counters, "TCPTimeouts"), needless


def ours_to_linux(order, folder):
    receiver = Network(namespace.LINUX, order)
    receiver.socket.bind((namespace.LINUX, namespace.PORT))
    receiver.socket.listen(1)
    sink = Sink()
    begin(sink.accept, receiver.socket)
    ns3 = start_ns3(order, [receiver.tun], {"active": 1, "zeros": ZEROS}, folder)
    await_start(ns3, sink.connected, folder)
    time.sleep(order.seconds)
    octets = sink.received
    needless = count_needless(receiver)
    report = stop_ns3(ns3, folder)
    return octets, int(report["sentAgain"]), int(report["timeouts"]), needless


def linux_to_ours(order, folder):
    sender = Network(namespace.LINUX, order)
    ns3 = start_ns3(order, [sender.tun], {}, folder)
    await_start(ns3, ns3.listening, folder)
    kernels.wait_for_tick()
    sender.socket.connect((namespace.NS3, namespace.PORT))
    begin(write, sender.socket, order.options)
    time.sleep(order.seconds)
    counters = sender.read_counters()
    report = stop_ns3(ns3, folder)
    return (int(report["read"]), counters["Tcp.RetransSegs"], count(counters, "TCPTimeouts"),
            count(counters, "TCPDSACKRecv", "TCPDSACKOfoRecv"))


PAIRS = {(LINUX, LINUX): linux_to_linux, (OURS, LINUX): ours_to_linux, (LINUX, OURS): linux_to_ours}


def main():
    order = Order(**json.loads(sys.argv[1]))
    with tempfile.TemporaryDirectory() as folder:
        try:
            found = PAIRS[order.sender, order.receiver](order, Path(folder))
        except (RuntimeError, OSError) as error:
            print(f"goodput.py: {error}", file=sys.stderr)
            return 1
    print(json.dumps(asdict(Result(*found, platform.release()))))
    return 0


if __name__ == "__main__":
    sys.exit(main())

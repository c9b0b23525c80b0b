# SPDX-License-Identifier: GPL-2.0-only
"""Runs the orders of goodput.py, each in a kernel of its own if that is virtual."""

import hashlib
import json
import os
import tempfile
from dataclasses import asdict, replace
from pathlib import Path

import capture
import goodput
import kernels

HERE = Path(__file__).resolve().parent
# What the kernel's own runs depend on, beside the order.
SOURCES = ["goodput.py", "case.py", "namespace.py", "tcp-interop.cc", "tun-path.cc",
           "scripted-fates.cc", "tun-path.h", "../../model/path/path-conditions.cc", "../../model/path/path-conditions.h"]


class Runner:
    """In virtual time what the kernel does at both ends is the same each time: it is kept."""

    def __init__(self, kernel):
        self.kernel = kernel
        self.kept = None
        if kernel == kernels.VIRTUAL:
            kernel_file = Path(kernels.find_virtual()[1])
            sources = b"".join((HERE / name).read_bytes() for name in SOURCES)
            name = hashlib.sha256(kernel_file.parent.name.encode() + sources).hexdigest()[:12]
            self.kept = kernel_file.parent / f"goodput-{name}"

    def keep(self, what, order, find):
        """What find(order) returns, which JSON can say, the first time; `what` names it."""
        if not self.kept:
            return find(order)
        asked = json.dumps({**asdict(order), "program": "", "what": what}, sort_keys=True)
        file = self.kept / f"{hashlib.sha256(asked.encode()).hexdigest()[:16]}.json"
        if not file.exists():
            self.kept.mkdir(exist_ok=True)
            found = find(order)
            unfinished = file.with_suffix(f".{os.getpid()}")
            unfinished.write_text(json.dumps(found))
            unfinished.rename(file)
        return json.loads(file.read_text())

    def find_result(self, order):
        return json.loads(kernels.run(self.kernel, HERE / "goodput.py", json.dumps(asdict(order))))

    def run(self, order):
        return goodput.Result(**self.find_result(order))

    def run_pair(self, orders):
        """Of an order with the kernel at both ends, and another one."""
        linux, mixed = orders
        return goodput.Result(**self.keep("result", linux, self.find_result)), self.run(mixed)

    def find_segments(self, order):
        """What the sender sends: [seconds since the first one, first octet, octet behind the last]."""
        with tempfile.TemporaryDirectory() as folder:
            self.find_result(replace(order, pcap=folder))
            sent = [segment for segment in capture.read_segments(Path(folder) / "socket.pcap")
                    if segment.payload and not segment.from_linux]
        return [[segment.time - sent[0].time, segment.seq, segment.end] for segment in sent]

    def run_segments(self, orders):
        """The same of both."""
        linux, mixed = orders
        return self.keep("segments", linux, self.find_segments), self.find_segments(mixed)

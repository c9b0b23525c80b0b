# SPDX-License-Identifier: GPL-2.0-only
"""TCP over lossy paths in ns-3, from Python, beside ns-3's own ``from ns import ns``.

Here is only what is awkward or dangerous through ``ns``: casts, series of samples, callbacks that
must stay alive, and input that ns-3 answers by ending the interpreter. All else is used as it is::

    import tcp_lossy

    with tcp_lossy.simulation(run=1):
        path = tcp_lossy.dumbbell(rate="1.6Mbps", delay="50ms", loss=0.01)
        flow = tcp_lossy.bulk_flow(path, variant="sack-veno")
        tcp_lossy.run(60)
        print(flow.throughput() / 1e3, "kbit/s")

    table = tcp_lossy.sweep(["sack", "sack-veno"], loss=[0.001, 0.01], seeds=20, jobs=2)
    tcp_lossy.plot.lines(table, "loss")

and what needs no ns-3, for one transfer on one path::

    transfer = tcp_lossy.simulate("newreno", rate="10Mbps", rtt="50ms", loss=0.01)
    print(transfer.counts["goodput"] / 1e3, "kbit/s")

Units: times are in seconds and rates in bit/s if they are numbers, or texts of ns-3's such as
``"50ms"`` and ``"1.6 Mbit/s"``. Whatever is wrong raises ValueError (a value or name), TypeError (an
object of another type) or RuntimeError (the wrong moment), before ns-3 sees it.
"""

from importlib.metadata import PackageNotFoundError, version

from . import plot
from .attributes import set_attribute, set_default
from .comparison import check_against_ns3
from .control import Control, Window
from .flows import Flow, bulk_flow, on_off_flow, record
from .namespace import cast, ns
from .flow_record import FlowRecord
from .lean import Transfer, lean_variants, parameters, simulate
from .series import Series
from .session import run, simulation
from .sweeps import one_bulk_flow, sweep
from .topology import dumbbell
from .traces import on_change
from .variants import preset, variants

try:
    __version__ = version("tcp-lossy")
except PackageNotFoundError:  # of a checkout
    __version__ = "unknown"

__all__ = ["Control", "Flow", "FlowRecord", "Series", "Transfer", "Window", "bulk_flow", "cast", "check_against_ns3", "dumbbell", "lean_variants", "ns", "on_change", "on_off_flow",
           "one_bulk_flow", "parameters", "plot", "preset", "record", "run", "set_attribute", "set_default", "simulate", "simulation",
           "sweep", "variants"]

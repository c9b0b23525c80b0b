# SPDX-License-Identifier: GPL-2.0-only
"""TCP over lossy paths in ns-3, from Python.

    import tcp_lossy

    with tcp_lossy.simulation(run=1):
        path = tcp_lossy.dumbbell(rate="1.6Mbps", delay="50ms", loss=0.01)
        flow = tcp_lossy.bulk_flow(path, variant="sack-veno")
        tcp_lossy.run(60)
        print(flow.throughput() / 1e3, "kbit/s")

    table = tcp_lossy.sweep(["sack", "sack-veno"], loss=[0.001, 0.01], seeds=20, jobs=2)
    tcp_lossy.plot.lines(table, "loss")

    print(tcp_lossy.simulate("newreno", rtt="50ms", loss=0.01).counts["goodput"])    # without ns-3

A simulation    simulation, run; dumbbell; bulk_flow, on_off_flow, record, which give a Flow with a FlowRecord of Series
Which TCP       variants, preset; set_default, set_attribute
Many of them    sweep, of one_bulk_flow or a function of yours; plot
Without ns-3    simulate gives a Transfer; parameters, lean_variants; Control, Window for a congestion control of
                your own; check_against_ns3
ns-3 itself     ns, cast, on_change

Each has its help: ``help(tcp_lossy.sweep)``. Units: times are in seconds and rates in bit/s if they are numbers, or
texts of ns-3's such as ``"50ms"`` and ``"1.6 Mbit/s"``. Whatever is wrong raises ValueError (a value or name), TypeError
(an object of another type) or RuntimeError (the wrong moment), before ns-3 sees it.
"""

from importlib.metadata import PackageNotFoundError, version

# "as" says that a name is for others; with __all__, help(tcp_lossy) would show all of each.
from . import plot as plot
from .attributes import set_attribute as set_attribute, set_default as set_default
from .comparison import check_against_ns3 as check_against_ns3
from .control import Control as Control, Window as Window
from .flows import Flow as Flow, bulk_flow as bulk_flow, on_off_flow as on_off_flow, record as record
from .namespace import cast as cast, ns as ns
from .flow_record import FlowRecord as FlowRecord
from .lean import Transfer as Transfer, lean_variants as lean_variants, parameters as parameters, simulate as simulate
from .series import Series as Series
from .session import run as run, simulation as simulation
from .sweeps import one_bulk_flow as one_bulk_flow, sweep as sweep
from .topology import dumbbell as dumbbell
from .traces import on_change as on_change
from .variants import preset as preset, variants as variants

try:
    __version__ = version("tcp-lossy")
except PackageNotFoundError:  # of a checkout
    __version__ = "unknown"

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Three TCP variants over a path that loses packets at random: throughput with 95 % intervals over
seeds, and the windows of one run each.

Needs "pip install .[examples]" of tcp-lossy. Writes runs.csv, throughput.csv, and plots into windows.png.
"""

import argparse
from pathlib import Path

import tcp_lossy

VARIANTS = ["sack", "sack-veno", "fack-rd"]
DURATION = 60  # seconds
PATH = {"rate": "1.6Mbps", "delay": "50ms", "queue": 15}


def simulate(variant, loss, seed):
    """One flow of 60 s over 1.6 Mbit/s and 50 ms each way; its record."""
    with tcp_lossy.simulation(run=seed):
        flow = tcp_lossy.bulk_flow(tcp_lossy.dumbbell(loss=loss, **PATH), variant=variant, traces=["Awnd"])
        tcp_lossy.run(DURATION)
    return flow.result()


def plot_windows(axes, flow, segment_size=536):
    """cwnd and awnd of a run over time, segments."""
    awnd = flow.series("Awnd")
    axes.step(awnd.times, [octets / segment_size for octets in awnd.values], where="post",
              color="tab:orange", linewidth=0.7, label="awnd")
    tcp_lossy.plot.series(flow, "cwnd", axes, label="cwnd")
    axes.set_title(flow.variant)
    axes.set_ylabel("segments")


def plot(variants, loss, file):
    """Windows of the first 20 s of seed 1, one plot for each variant."""
    from matplotlib.figure import Figure

    figure = Figure(layout="constrained", figsize=(8, 2.5 * len(variants)))
    plots = figure.subplots(len(variants), sharex=True, sharey=True, squeeze=False)
    for axes, variant in zip(plots[:, 0], variants):
        plot_windows(axes, simulate(variant, loss, seed=1))
    axes.set_xlim(0, 20)
    figure.savefig(file, dpi=120)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--variants", nargs="+", default=VARIANTS, metavar="NAME",
                        choices=tcp_lossy.variants(), help=f"of {', '.join(tcp_lossy.variants())}")
    parser.add_argument("--loss", type=float, default=0.01, help="of a packet, [0, 1]")
    parser.add_argument("--seeds", type=int, default=10, help="runs of each variant, 2 or more")
    parser.add_argument("--jobs", type=int, help="runs at once (default: one for each core)")
    parser.add_argument("--out", type=Path, default=Path("."), help="folder of the results")
    arguments = parser.parse_args()
    if not 0 <= arguments.loss <= 1:
        parser.error(f"--loss must lie in [0, 1], not {arguments.loss}")
    for name, least in (("seeds", 2), ("jobs", 1)):
        value = getattr(arguments, name)
        if value is not None and value < least:
            parser.error(f"--{name} must be at least {least}, not {value}")
    return arguments


def main():
    arguments = parse_arguments()
    arguments.out.mkdir(parents=True, exist_ok=True)
    runs = tcp_lossy.sweep(arguments.variants, loss=arguments.loss, seeds=arguments.seeds,
                           jobs=arguments.jobs, duration=DURATION, **PATH)
    runs.to_csv(arguments.out / "runs.csv", index=False)
    table = tcp_lossy.plot.intervals(runs)[["variant", "mean", "low", "high", "seeds"]]
    table.to_csv(arguments.out / "throughput.csv", index=False)
    print(table.round().to_string(index=False))
    plot(arguments.variants, arguments.loss, arguments.out / "windows.png")


if __name__ == "__main__":
    main()

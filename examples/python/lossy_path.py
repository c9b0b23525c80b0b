#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Three TCP variants over a path that loses packets at random: throughput with 95 % intervals over
seeds, and the windows of one run each.

Needs "pip install .[examples]" of tcp-lossy. Writes throughput.csv, and plots into windows.png.
"""

import argparse
import csv
import multiprocessing
import sys
from pathlib import Path

import tcp_lossy

VARIANTS = ["sack", "sack-veno", "fack-rd"]
DURATION = 60  # seconds


def simulate(variant, loss, seed):
    """One flow of 60 s over 1.6 Mbit/s and 50 ms each way; its record."""
    with tcp_lossy.simulation(run=seed):
        path = tcp_lossy.dumbbell(rate="1.6Mbps", delay="50ms", queue=15, loss=loss)
        flow = tcp_lossy.bulk_flow(path, variant=variant, traces=["Awnd"])
        tcp_lossy.run(DURATION)
    return flow


def throughput(variant, loss, seed):
    """bit/s that the receiver's application read."""
    return simulate(variant, loss, seed).throughput(0, DURATION)


def interval(samples):
    """Mean of samples, and half of Student's 95 % interval around it."""
    from scipy import stats

    count = len(samples)
    mean = sum(samples) / count
    return mean, stats.t.ppf(0.975, count - 1) * stats.tstd(samples) / count ** 0.5


def measure(variants, loss, seeds, jobs):
    """(variant, mean, half of the interval) of each variant, bit/s: the same seeds for each."""
    # Processes that are forked have ns-3 loaded already.
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        cases = [(variant, loss, seed) for variant in variants for seed in range(1, seeds + 1)]
        samples = pool.starmap(throughput, cases, chunksize=1)
    return [(variant, *interval(samples[index * seeds:(index + 1) * seeds]))
            for index, variant in enumerate(variants)]


def plot_windows(axes, variant, flow, segment_size=536):
    """cwnd and awnd of a run over time, segments."""
    cwnd = flow.series("cwnd")
    awnd = flow.series("Awnd")
    axes.step(awnd.times, [octets / segment_size for octets in awnd.values], where="post",
              color="tab:orange", linewidth=0.7, label="awnd")
    axes.step(cwnd.times, cwnd.values, where="post", color="tab:blue", label="cwnd")
    axes.set_title(variant)
    axes.set_ylabel("segments")


def plot(variants, loss, file):
    """Windows of the first 20 s of seed 1, one plot for each variant."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, plots = pyplot.subplots(len(variants), sharex=True, sharey=True, layout="constrained",
                                    squeeze=False, figsize=(8, 2.5 * len(variants)))
    for axes, variant in zip(plots[:, 0], variants):
        plot_windows(axes, variant, simulate(variant, loss, seed=1))
    axes.set_xlim(0, 20)
    axes.set_xlabel("time (s)")
    plots[0, 0].legend(loc="upper right")
    figure.savefig(file, dpi=120)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--variants", nargs="+", default=VARIANTS, metavar="NAME",
                        help=f"of {', '.join(tcp_lossy.variants())}")
    parser.add_argument("--loss", type=float, default=0.01, help="of a packet, [0, 1]")
    parser.add_argument("--seeds", type=int, default=10, help="runs of each variant, 2 or more")
    parser.add_argument("--jobs", type=int, help="runs at once (default: one for each core)")
    parser.add_argument("--out", type=Path, default=Path("."), help="folder of the results")
    arguments = parser.parse_args()
    for variant in arguments.variants:
        try:
            tcp_lossy.preset(variant)
        except ValueError as error:
            parser.error(f"--variants: {error}")
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
    results = measure(arguments.variants, arguments.loss, arguments.seeds, arguments.jobs)
    with open(arguments.out / "throughput.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["variant", "throughput_bps", "half_interval_bps"])
        for variant, mean, half in results:
            writer.writerow([variant, round(mean), round(half)])
            print(f"{variant:12} {mean / 1e3:7.1f} ± {half / 1e3:.1f} kbit/s")
    plot(arguments.variants, arguments.loss, arguments.out / "windows.png")
    return 0


if __name__ == "__main__":
    sys.exit(main())

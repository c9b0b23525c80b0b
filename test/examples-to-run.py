#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

# (example and its options, do_run, do_valgrind_run): see ns-3's test.py.
cpp_examples = [
    ("buffer-goodput --rate=30Mbps --rtt=100ms --share=0.2 --packets=2000 --from=1s --to=4s --floor=5000", "True", "False"),
    ("buffer-table", "True", "True"),
    ("tcp-lossy-minimal", "True", "True"),
    ("lossy-two-variants --duration=5s", "True", "False"),
    ("lossy-window-trace", "True", "False"),
    ("lossy-fairness", "True", "False"),
    ("lossy-fack-rampdown", "True", "False"),
    ("lossy-bursts", "True", "False"),
    ("lossy-long-fat-path --rate=10Mbps", "True", "False"),
    ("lossy-narrow-return --runs=1", "True", "False"),
    ("lossy-own-recovery", "True", "False"),
    ("lossy-own-control", "True", "False"),
    ("compressed-sack-flow --sackEncoding=compressed --receiver=scoreboard --jitter=5ms --to=20s", "True", "False"),
    ("buffer-advisor --rate=2Mbps --rtt=100ms --simulate=true --from=2s --to=8s", "True", "False"),
    ("compressed-sack-size", "True", "True"),
    ("fack-recovery --to=3s --series=true --drop=66,70", "True", "False"),
    ("fack-lost-opportunity --steadyFrom=5s --to=20s", "True", "False"),
    ("fack-reverse-traffic --burstSize=4000 --to=20s", "True", "False"),
    ("sack-veno-single-flow --to=20s --series=true --cycles=true", "True", "False"),
    ("sack-veno-utilisation --connections=4 --loss=0.01 --to=20s", "True", "False"),
    ("sack-veno-sharing --each=2 --loss=0.01 --to=20s --startSpread=1s", "True", "False"),
    ("wireless-path --flows=3 --to=11s", "True", "False"),
    ("tcp-lossy-equivalence --connections=4 --loss=0.01 --to=10s", "True", "False"),
    ("tcp-lossy-study --rivals=1 --loss=0.001 --to=10s", "True", "False"),
    ("tcp-lossy-study --variant=linux --law= --loss=0.01 --to=10s", "True", "False"),
    ("path-study --model=leo --rivals=1 --to=10s", "True", "False"),
    ("tcp-lossy-bench-window --window=100 --loss=0.01 --segments=2000", "True", "False"),
]

python_examples = []

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

# (example and its options, do_run, do_valgrind_run): see ns-3's test.py.
cpp_examples = [
    ("tcp-lossy-minimal", "True", "True"),
    ("sack-veno-single-flow --to=20s --series=true --cycles=true", "True", "False"),
    ("sack-veno-utilisation --connections=4 --loss=0.01 --to=20s", "True", "False"),
    ("sack-veno-sharing --each=2 --loss=0.01 --to=20s --startSpread=1s", "True", "False"),
]

python_examples = []

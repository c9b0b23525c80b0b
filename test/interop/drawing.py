# SPDX-License-Identifier: GPL-2.0-only
"""Time-sequence plots of what two senders send, ours over Linux's."""

import subprocess

import patterns

SETTINGS = """
set terminal svg size 900,420 font "sans-serif,13" background rgb "white"
set output "{file}"
set title "{title}" noenhanced
set xlabel "s after the first segment"
set ylabel "segment"
set key bottom right
set grid
set xrange [{begin}:{end}]
plot "-" with points pointtype 6 pointsize 1.1 linecolor rgb "#0072b2" title "Linux 6.1", \\
     "-" with points pointtype 7 pointsize 0.35 linecolor rgb "#d55e00" title "ours"
"""
# Seconds beside the first and the last segment.
EDGE = 0.03


def points(segments):
    rows = (f"{seconds} {(first - 1) // patterns.SEGMENT + 1}" for seconds, first, _ in segments)
    return "\n".join([*rows, "e", ""])


def draw(file, title, linux, ours):
    settings = SETTINGS.format(file=file, title=title, begin=-EDGE,
                               end=max(linux[-1][0], ours[-1][0]) + EDGE)
    subprocess.run(["gnuplot"], input=settings + points(linux) + points(ours), text=True, check=True)

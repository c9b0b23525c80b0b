# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 2,2 @KEY_ROOM title "B3: SACK's goodput against the size of the internal buffers (buffer paper, Fig 2b); below: the same up to 21,000 packets"
variants = "sack sack+paced"
set key at screen 0.5,0.11 center top horizontal maxcols 4
load "experiments/buffers.gp"
unset logscale
set xrange [0:21000]
set xtics autofreq 5000
load "experiments/buffers.gp"

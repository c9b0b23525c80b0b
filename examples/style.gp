# SPDX-License-Identifier: GPL-2.0-only
#
# What the examples' figures share: call "style.gp" NAME TITLE X-LABEL Y-LABEL
set terminal svg size 640,360 font "sans,13" background "white"
set output ARG1.".svg"
set datafile separator comma columnheaders missing NaN
set grid
set key noenhanced
set title ARG2
set xlabel ARG3
set ylabel ARG4

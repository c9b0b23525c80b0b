# SPDX-License-Identifier: GPL-2.0-only
rate = "1.6"
figure = "V5"
queue = "15"
paper = "6"
load "experiments/sharing.gp"

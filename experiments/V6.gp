# SPDX-License-Identifier: GPL-2.0-only
rate = "16"
figure = "V6"
queue = "150"
paper = "7"
load "experiments/sharing.gp"

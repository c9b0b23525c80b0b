# SPDX-License-Identifier: GPL-2.0-only
heading = "E6: one flow over a path from a file"
paths = "file"
load "experiments/paths.gp"

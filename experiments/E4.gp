# SPDX-License-Identifier: GPL-2.0-only
heading = "E4: one flow over paths that change in time"
paths = "leo cell wifi"
load "experiments/paths.gp"

# SPDX-License-Identifier: GPL-2.0-only
call "experiments/paths.gp" "E6: one flow over a path from a file" "file" "' '"

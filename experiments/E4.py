# SPDX-License-Identifier: GPL-2.0-only
from shared import paths as _paths

title = "paths of today: a low orbit, a cell, Wi-Fi among others"
paper = "beyond the papers"
see = "A group of points is a control on a path, alone; each point a sender or recovery law."
unstated = f"""The paths are drawn by chance, anew for each seed: see MakeLeo, MakeCell and MakeWifi of
model/link/link-conditions.h for what changes when, and for whose figures these are. {_paths.NOTES}"""
program = "path-study"
by_default = False
seeds = (10, 20)
fingerprint = "path=leo cubic=0 control=reno"

runs = _paths.runs({model: {"model": model} for model in ("leo", "cell", "wifi")})
derived = _paths.RATIOS
tables = _paths.tables

# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import trace as _trace
from shared import paths as _paths

title = "E4's flows over a path from a file"
paper = "beyond the papers"
see = "A group of points is a control, alone; each point a sender or recovery law."
unstated = f"""The file is that of --trace, a recording of yours; without the option it is experiments/traces/cell.csv, which
a model has made. It is looped, and each seed begins at another place in it. {_paths.NOTES}"""
program = "path-study"
by_default = False
seeds = (10, 20)
fingerprint = "path=file cubic=0 control=reno"

runs = _paths.runs({"file": {"trace": _trace("cell.csv")}})
derived = _paths.RATIOS
tables = _paths.tables

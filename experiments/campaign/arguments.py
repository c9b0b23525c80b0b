# SPDX-License-Identifier: GPL-2.0-only
"""The command line of ./reproduce."""

import argparse
import difflib
import os
import re
from pathlib import Path

from .declaration import MOST_SEEDS
from .errors import Refusal
from .stamp import ROOT

_USAGE = "./reproduce [OPTION...] [ID...]"
_DESCRIPTION = """\
Installs what is missing (as root; else says what to install), builds the module, runs what is missing
of the listed experiments, and leaves tables, figures and a page of results in a folder. If none is
listed, all of the papers' run. Those beyond them are V7 to V9, F13, F15, D12, D14 to D17, C5, B6 and B7, which make otherwise, one at a
time, what the papers leave open, C6, Table 5 with fresh seeds, E1, which compares with ns-3's own socket at that one's cost, E2, a study of
all controls, laws and senders, E3, FACK's figures with RFC 6675 and RACK-TLP, E4, paths that change in time,
E5, the study's paths with what Linux does, E6, E4's flows over a file of yours, and the bench ones. Those that
time CPU want the machine for themselves:
./reproduce bench-window bench-buffers --jobs 1
"""
_EPILOG = """\
Written to DIR: report.html, summary.csv, samples.csv with every value of every seed, figures/ID.svg and
.png, ID/*.csv with the data behind the figures, runs.txt with every command behind them, and runs/ with
all outputs. Runs are kept by what they are, program, options, seed, the module's sources without their
comments or the program's octets, ns-3's release and the libraries that the program loads: what is there
is used and nothing is deleted, whoever asks for more. Runs of another build are kept aside.

Ends with 0 if all is as expected; 1 if a run failed, an expected range is missed, or a paper's number
differs and no reason is known; 2 if something asked for cannot be done; 130 after Ctrl-C.
"""


class _Parser(argparse.ArgumentParser):
    def error(self, message):
        raise Refusal(f"{message}; {self._suggest(message)}see ./reproduce --help")

    def _suggest(self, message):
        """What was meant by the first option that there is not."""
        unknown = re.match(r"unrecognized arguments: (--[^ =]+)", message)
        known = list(self._option_string_actions)
        near = difflib.get_close_matches(unknown[1], known, 1, 0.75) if unknown else []
        return f"did you mean {near[0]}? " if near else ""


def parse(arguments):
    """Read the command line."""
    parser = _Parser(
        prog="reproduce",
        usage=_USAGE,
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("ids", nargs="*", metavar="ID", help=argparse.SUPPRESS)
    _add_what(parser)
    _add_how(parser)
    return parser.parse_intermixed_args(arguments)


def _add_what(parser):
    add = parser.add_argument
    add("--list", action="store_true", help="list the experiments")
    grid = parser.add_mutually_exclusive_group()
    grid.add_argument("--quick", action="store_true", help="few points, the default")
    grid.add_argument("--full", action="store_true", help="more seeds, all points: hours")
    add("--seeds", type=_number_up_to(MOST_SEEDS), metavar="N", help="run N seeds, 1 to 10000")
    add(
        "--print-runs",
        action="store_true",
        help="print what is missing, one command a line, for another queue (scripts/slurm-array); do not run",
    )
    add(
        "--summarize",
        type=_folder,
        metavar="DIR",
        help="build and run nothing; tables, figures and page of what DIR holds of the last call's programs",
    )
    add(
        "--judge",
        type=_folder,
        action="append",
        metavar="FILE",
        help="run nothing; give the rows of FILE, a summary.csv, the verdicts that the experiments' files ask for now",
    )
    add("--build", action="store_true", help="build the programs only, as on hosts for --sshlogin")
    add(
        "--fingerprint",
        choices=("check", "update"),
        help="hold one seed of every experiment against experiments/fingerprints.csv, or renew that file",
    )


def _add_how(parser):
    add = parser.add_argument
    add(
        "--jobs",
        type=_number_up_to(100000),
        default=os.cpu_count(),
        metavar="N",
        help="run N simulations at once (default: %(default)s)",
    )
    add(
        "--out",
        type=_folder,
        default=ROOT / "results",
        metavar="DIR",
        help="write to DIR (default: results)",
    )
    add(
        "--engine",
        choices=("ns3", "lean"),
        default="ns3",
        help="lean: without ns-3, in the core's own world, which gives ns-3's numbers at a tenth of the cost; what it cannot run is left out and named",
    )
    add(
        "--ns3",
        type=_existing("a folder with an installed ns-3", Path.is_dir),
        metavar="DIR",
        help="use the ns-3 installed below DIR; without it an installed one is used if there is one, else the wheel of ns-3 is unpacked below build/",
    )
    add(
        "--programs",
        type=_existing("a folder with programs", Path.is_dir),
        action="append",
        default=[],
        metavar="DIR",
        help="build nothing and take the programs from DIR, however they were built: your own, in an ns-3 tree its build/scratch. May be given more than once",
    )
    add(
        "--experiments",
        type=_existing("a folder with a variants.csv", lambda path: (path / "variants.csv").is_file()),
        default=ROOT / "experiments",
        metavar="DIR",
        help="take experiments and variants.csv from DIR, a study of your own (default: experiments)",
    )
    add(
        "--trace",
        type=_existing("a file"),
        metavar="FILE",
        help="the path of E6: a table in CSV, or a trace of Mahimahi's, by a name that no other trace had before",
    )
    add(
        "--sshlogin",
        action="append",
        default=[],
        metavar="HOST",
        help="also run on HOST, as GNU parallel does; the checkout must be at the same path there, and built from the same sources against the same ns-3. ':' is this machine. May be given more than once",
    )


def _number_up_to(most):
    def parse_number(text):
        if not text.isdecimal() or not 1 <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"must be 1 to {most}, not '{text}'")
        return int(text)

    return parse_number


def _folder(text):
    if not text:
        raise argparse.ArgumentTypeError("needs a folder")
    return Path(os.path.abspath(text))


def _existing(what, is_there=Path.is_file):
    """What an option must name."""

    def parse_path(text):
        # Path("") would be the working directory.
        if not text or not is_there(Path(text)):
            raise argparse.ArgumentTypeError(f"must name {what}, not '{text}'")
        return Path(text).resolve()

    return parse_path

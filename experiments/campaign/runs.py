# SPDX-License-Identifier: GPL-2.0-only
"""One run of a program, which is the same run whichever experiment asks for it."""

import hashlib
import shlex
from functools import cached_property

from .declaration import BySeed, as_option


class Run:
    """A program, its options and its seed."""

    def __init__(self, program, options, seed):
        self.program = program
        self.options = tuple(sorted(options.items()))
        self.seed = seed

    @cached_property
    def name(self):
        """What the store calls it: program, digest of the options, seed."""
        text = "\n".join(f"{key}={value}" for key, value in self.options)
        digest = hashlib.sha256(text.encode()).hexdigest()[:20]
        return f"{self.program}/{digest}-{self.seed}"

    def arguments(self):
        """The command line after the program."""
        return [f"--{key}={value}" for key, value in self.options] + [f"--RngRun={self.seed}"]

    def command(self, programs=None):
        """The command line, quoted for a shell; with the program's path if programs are given."""
        program = str(programs.path(self.program)) if programs else self.program
        return shlex.join([program] + self.arguments())


def make_run(template, seed):
    """The template's run with this seed."""
    options = template.options
    if seed == 1:
        options = options | template.first_seed
    return Run(
        template.program,
        {k: as_option(v.value(seed)) if isinstance(v, BySeed) else v for k, v in options.items()},
        seed,
    )

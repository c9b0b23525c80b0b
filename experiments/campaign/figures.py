# SPDX-License-Identifier: GPL-2.0-only
"""Figures by gnuplot, from an experiment's tables alone, as SVG and PNG.

An SVG says in a comment which scripts drew it: so a figure that was drawn by others is found out.
"""

import hashlib
import re
import subprocess

from .errors import CampaignError, refuse_full_disk
from .files import write_whole
from .stamp import ROOT

_COMMON = ROOT / "experiments" / "common.gp"
_TERMINALS = {
    "svg": 'svg size 1200,850 dynamic font "sans,13" background "white"',
    "png": 'pngcairo size 1200,850 font "sans,13" fontscale 0.75',
}
_MARK = "drawn by scripts "


def scripts_of(script):
    """An experiment's gnuplot file and all that it loads, common.gp among them."""
    found = [_COMMON]
    wanted = [script]
    while wanted:
        path = wanted.pop()
        if path not in found:
            found.append(path)
            text = path.read_text(encoding="utf-8")
            wanted += [
                ROOT / file for file in re.findall(r'^\s*(?:load|call) "([^"]+)"', text, re.MULTILINE)
            ]
    return found


def hash_scripts(script, registry):
    """Digest of all that decides how a figure is drawn, but for its data.

    Of the registry these are the rows that the scripts name: a further variant changes no figure.
    """
    texts = [path.read_bytes() for path in scripts_of(script)]
    names = set(re.findall(r"[\w-]+", b" ".join(texts).decode()))
    digest = hashlib.sha256(registry.styles_of(names).encode())
    for text in texts:
        digest.update(text)
    return digest.hexdigest()[:16]


def drawn_by(path):
    """The digest that an SVG names, or None."""
    found = re.search(_MARK + r"([0-9a-f]+)", path.read_text(encoding="utf-8"))
    return found.group(1) if found else None


def draw(experiment, out, registry, stamp):
    """Draw an experiment's figure from out/ID/ to out/figures/."""
    name, script = experiment.id, experiment.path.with_suffix(".gp")
    (out / "figures").mkdir(exist_ok=True)
    for kind, terminal in _TERMINALS.items():
        path = out / "figures" / f"{name}.{kind}"
        part = path.with_suffix(".part")
        # Relative names: some data come through the shell, which a blank in a name would confuse.
        text = (
            f"set terminal {terminal}\nset output {_quote(str(part.relative_to(out)))}\n"
            f"set loadpath {_quote(str(ROOT))}\ndata = '{name}/'\n{registry.gnuplot()}"
            f"load {_quote(str(_COMMON))}\nload {_quote(str(script))}\n"
        )
        done = subprocess.run(
            ["gnuplot", "-"], input=text, text=True, capture_output=True, cwd=out, check=False
        )
        if done.returncode != 0 or not part.exists() or not part.stat().st_size:
            refuse_full_disk(out)
            said = " ".join(done.stderr.split())
            raise CampaignError(f"cannot draw {path}: {said or 'gnuplot wrote nothing'}")
        part.replace(path)
    svg = out / "figures" / f"{name}.svg"
    mark = f"<!-- {name}, {_MARK}{hash_scripts(script, registry)}; data of {stamp} -->\n"
    text = svg.read_text(encoding="utf-8")
    write_whole(svg, text.replace("<svg", mark + "<svg", 1))


def _quote(text):
    """A string of gnuplot, in which single quotes are doubled."""
    return "'" + text.replace("'", "''") + "'"

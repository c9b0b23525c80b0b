# SPDX-License-Identifier: GPL-2.0-only
"""Faults at random for scripts/mutants: a seed draws lines of code, all alike, and for each one of the
changes that universalmutator makes of it. What there is to draw from: the sources below AREAS. Headers are
not among them: most of what they hold declares something, and one that is changed has all that reads it
compiled anew, the tests, too. Nor are tests, and programs that only test."""

import ast
import concurrent.futures
import csv
import math
import random
import re
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GENERATOR = "universalmutator==1.14.1"
AREAS = ("examples", "experiments/campaign", "experiments/lib", "helper", "lean", "model", "python", "stock")
# What only a person reads: helps, messages, a log. Names hold no spaces.
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
LOG = re.compile(r"\bNS_LOG_[A-Z_]+\b[^;]*;")
# What the generator's rules may write that a source need not have.
WORDS = {"begin", "break", "continue", "end", "false", "max", "max_element", "min", "min_element", "true"}
COLUMNS = ("seed", "commit", "draw", "file", "line", "operator", "result", "by", "was", "is")
RESULTS = ("caught", "survived", "undecided", "equivalent", "does not compile")


class Fault:
    """One line of a source, changed."""

    def __init__(self, file, line, operator, text, root=ROOT):
        self.file = file
        self.line = line
        self.operator = operator
        self.text = text
        old = (root / file).read_text(encoding="utf-8").splitlines()
        new = text.splitlines()
        after = len(old) - line
        self.was = old[line - 1].strip()
        self.new = "\n".join(part.strip() for part in new[line - 1 : len(new) - after])
        self.name = ""
        self.runs = []
        self.original = "\n".join(old)

    def plant(self):
        return self.text

    def jumps(self):
        """Whether "break" or "continue" was put after the line. Most lines have no loop around them, and
        these two would be most of what is drawn and does not compile."""
        return re.search(r"\n(break|continue);$", self.new) is not None

    def is_wording(self):
        """Whether nothing but a sentence for a person differs."""
        if self.file.endswith(".py"):
            return _tree_without_sentences(self.original) == _tree_without_sentences(self.text)
        return _without_sentences(self.was) == _without_sentences(self.new)


def _docstring_lines(text):
    places = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, places) and ast.get_docstring(node, clean=False) is not None:
            yield from range(node.body[0].lineno, node.body[0].end_lineno + 1)


def _without_sentences(text):
    return STRING.sub(lambda found: '""' if " " in found[0] else found[0], text)


def _tree_without_sentences(text):
    """@return Python's syntax, or what there is of it where it has none"""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return text
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            node.value = ""
    return ast.dump(tree)


def _without_wording(text):
    """Without statements that log, and lines of a sentence alone; as many lines."""
    text = LOG.sub(lambda found: "\n" * found[0].count("\n"), text)
    return re.sub(r'^[^\S\n]*""[^\w\n]*$', "", _without_sentences(text), flags=re.MULTILINE)


def code_lines(name, text):
    """Numbers of the lines that hold more than a comment or, in C++, what only a person reads."""
    if name.endswith(".py"):
        documented = set(_docstring_lines(text))
        return [n for n, line in enumerate(text.splitlines(), 1)
                if n not in documented and line.strip() and not line.strip().startswith("#")]
    found = []
    is_comment = False
    for number, line in enumerate(_without_wording(text).splitlines(), 1):
        line = line.strip()
        is_comment = is_comment or line.startswith("/*")
        if line and not is_comment and not line.startswith("//"):
            found.append(number)
        is_comment = is_comment and "*/" not in line
    return found


def all_lines(root=ROOT):
    """(file, line) of all there is to draw from, in an order that is always the same."""
    files = [path for area in AREAS for path in sorted((root / area).rglob("*"))
             if path.suffix in (".cc", ".py") and path.parent.name not in ("test", "differential")]
    names = [(path.relative_to(root).as_posix(), path.read_text(encoding="utf-8")) for path in files]
    return [(name, line) for name, text in names for line in code_lines(name, text)]


def draw(seed, lines, changes):
    """Faults without end. @param changes what makes a list of the faults of a line"""
    dice = random.Random(seed)
    drawn = set()
    while True:
        found = changes(*dice.choice(lines))
        if found:
            fault = dice.choice(found)
            if (fault.file, fault.text) not in drawn:
                drawn.add((fault.file, fault.text))
                fault.name = f"{seed}-{len(drawn)}"
                yield fault


def read_report(said):
    """What the generator made: (operator, path) of each."""
    return re.findall(r"\(FROM: (?:builtin:)?(\S+?)\)\.\.\.VALID\s+\[written to ([^\]]+)\]", said)


def make_environment(folder, *requirements):
    """A virtual environment with what pip takes for these, made anew when that has changed."""
    listed = folder / "installed.txt"
    wanted = "\n".join(requirements)
    if not listed.exists() or listed.read_text(encoding="utf-8") != wanted:
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
        subprocess.run([folder / "bin" / "pip", "install", "--quiet", *requirements], check=True)
        listed.write_text(wanted, encoding="utf-8")


class Generator:
    """universalmutator, in a virtual environment of its own."""

    def __init__(self, folder):
        self.program = folder / "bin" / "mutate"
        make_environment(folder, GENERATOR)

    def changes(self, file, line):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "lines").write_text(f"{line}\n", encoding="utf-8")
            command = [self.program, ROOT / file, "--noCheck", "--showRules", "--lines", "lines",
                       "--mutantDir", folder]
            done = subprocess.run(command, cwd=folder, check=True, text=True, stdout=subprocess.PIPE)
            faults = [Fault(file, line, operator, Path(path).read_text(encoding="utf-8"))
                      for operator, path in read_report(done.stdout)]
        return [fault for fault in faults if not fault.jumps() and not fault.is_wording()]


def cannot_be_cpp(fault):
    """Whether a glance shows that no compiler takes it, which takes a compiler seconds to say: a part of a
    statement is a comment, brackets do not match, a name has become another, a type's brackets an operator."""
    was, new = STRING.sub('""', fault.was), STRING.sub('""', fault.new)
    if new == f"/*{was}*/":
        is_signature = re.fullmatch(r"[^;]*[\w>&*)]", was) and not re.match(r"[.:]|if\b|for\b|while\b|else\b", was)
        return bool(is_signature or _unmatched(was) != (0, 0, 0) or _declares_what_is_used(fault, was))
    if _unmatched(new) != _unmatched(was):
        return True
    if re.search(r"[=!<>]==|==[<>]|<>|><|<=<|[%*]\+\w", new) and "<=>" not in was:
        return True
    if set(re.findall(r"[A-Za-z_]\w*", new)) - set(re.findall(r"[A-Za-z_]\w*", fault.original)) - WORDS:
        return True
    changed = next((i for i, (a, b) in enumerate(zip(was, new)) if a != b), len(was))
    # Style has spaces around an operator.
    return changed > 0 and re.match(r"[\w>][<>&*]", was[changed - 1 :]) is not None


def _unmatched(text):
    return tuple(text.count(a) - text.count(b) for a, b in ("()", "[]", "{}"))


def _declares_what_is_used(fault, was):
    """Whether a variable is declared that the rest of the function names."""
    declared = re.match(r"(?:const |constexpr |static )*[\w:]+(?:<.*>)?[&*]? (\w+)(?: = .*|[({].*)?;", was)
    if not declared or was.startswith(("return ", "delete ", "throw ")):
        return False
    rest = "\n".join(fault.original.splitlines()[fault.line :]).partition("\n}")[0]
    return re.search(rf"\b{declared[1]}\b", rest) is not None


def judge_python(old, new):
    """@return what a change of Python is without any test, None if it takes tests to know"""
    try:
        changed = ast.dump(ast.parse(new))
        compile(new, "new", "exec")
    except SyntaxError:
        return "does not compile"
    return "equivalent" if changed == ast.dump(ast.parse(old)) else None


def try_all(faults, jobs, is_enough, attempt):
    """One after the other, in the order of the draw, some at a time; one that fails ends all.
    @param is_enough whether no more are wanted"""
    turn = threading.Lock()
    failed = threading.Event()

    def work():
        while not failed.is_set():
            with turn:
                if is_enough():
                    return
                fault = next(faults)
            try:
                attempt(fault)
            except BaseException:
                failed.set()
                raise

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for done in [pool.submit(work) for _ in range(jobs)]:
            done.result()


def interval(hits, tries, deviations=1.96):
    """Of a share, after Wilson (1927), with 95 %."""
    if tries == 0:
        return 0.0, 1.0
    share, weight = hits / tries, deviations**2 / tries
    middle = (share + weight / 2) / (1 + weight)
    half = math.sqrt(weight * (share * (1 - share) + weight / 4)) / (1 + weight)
    return max(0.0, middle - half), min(1.0, middle + half)


class Table:
    """What came of each draw, kept as soon as it is known; what is in it already is not tried again."""

    def __init__(self, path, seed, commit):
        self.path = path
        self.stamp = {"seed": seed, "commit": commit}
        self.rows = {}
        if path.exists():
            with open(path, encoding="utf-8", newline="") as file:
                self.rows = {r["draw"]: r for r in csv.DictReader(file) if r["commit"] == commit}
        self._write()

    def result(self, fault):
        row = self.rows.get(fault.name)
        return row["result"] if row and row["is"] == fault.new else None

    def rows_of(self, faults):
        return [self.rows[fault.name] for fault in faults]

    def add(self, fault, result, by):
        self.rows[fault.name] = {
            **self.stamp, "draw": fault.name, "file": fault.file, "line": fault.line,
            "operator": fault.operator, "result": result, "by": by, "was": fault.was, "is": fault.new,
        }
        self._write()

    def _write(self):
        with open(self.path, "w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(self.rows.values())


def count(rows, result):
    return sum(row["result"] == result for row in rows)


def tried(rows):
    return [row for row in rows if row["result"] in ("caught", "survived")]


def summary(rows, area_of):
    """Counts of the results by area, then of all."""
    for area in [*sorted({area_of(row["file"]) for row in rows}), "all"]:
        here = [row["result"] for row in rows if area in (area_of(row["file"]), "all")]
        yield {"area": area, "drawn": len(here), **{name: here.count(name) for name in RESULTS}}

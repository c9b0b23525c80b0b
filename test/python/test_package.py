# SPDX-License-Identifier: GPL-2.0-only
"""What pip installed: one release of ns-3 everywhere, a library that ns-3's loader takes, a tag that
promises no more than the library keeps."""

import pydoc
import re
import subprocess
import sys
import unittest
from importlib import metadata
from pathlib import Path

try:
    import tomllib
except ModuleNotFoundError:  # before Python 3.11
    from pip._vendor import tomli as tomllib

import tcp_lossy

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGE = metadata.distribution("tcp-lossy")
FILES = [str(path) for path in PACKAGE.files]
LIBRARIES = sorted(path for path in FILES if path.endswith(".so"))
LIBRARY = Path(PACKAGE.locate_file(LIBRARIES[0]))


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


class ReleaseTest(unittest.TestCase):
    def test_one_release_of_ns3(self):
        project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
        pins = {pin for pin in (*project["build-system"]["requires"],
                                *project["project"]["dependencies"]) if pin.startswith("ns3")}
        self.assertEqual(pins, {f"ns3=={metadata.version('ns3')}"})
        shell = f"source {ROOT}/scripts/common.sh; echo $NS3_WHEEL_VERSION"
        self.assertEqual(output("bash", "-c", shell).strip(), metadata.version("ns3"))
        self.assertIn(f"ns3=={metadata.version('ns3')}", PACKAGE.requires)

    def test_both_packages_have_what_simulate_needs(self):
        for file in ("pyproject.toml", "python/pyproject.toml"):
            project = tomllib.loads((ROOT / file).read_text(encoding="utf-8"))
            self.assertIn("numpy", project["project"]["dependencies"], file)

    def test_version(self):
        self.assertEqual(PACKAGE.version, (ROOT / "VERSION").read_text(encoding="utf-8").strip())


class LibraryTest(unittest.TestCase):
    def test_name(self):
        release = ".".join(metadata.version("ns3").split(".")[:2])
        self.assertEqual(LIBRARIES, [f"ns3/lib64/libns{release}-tcp-lossy.so", "tcp_lossy/libtcp-lossy-lean.so"])
        dynamic = output("readelf", "--dynamic", str(LIBRARY))
        self.assertIn(f"Library soname: [{LIBRARY.name}]", dynamic)
        self.assertRegex(dynamic, r"RUNPATH\).*\[\$ORIGIN\]\n")

    def test_all_names_in_its_octets_are_there(self):
        # As ns-3's loader looks for them.
        names = {name.decode() for name in re.findall(rb"\x00(lib.*?.so)", LIBRARY.read_bytes())}
        ours = {name for name in names if name.startswith("libns3")}
        self.assertIn(LIBRARY.name, ours)
        self.assertEqual([name for name in ours if not (LIBRARY.parent / name).exists()], [])
        self.assertLessEqual(names - ours, {"libc.so", "libm.so", "libgcc_s.so", "libstdc++.so"})

    def test_tag(self):
        tag = re.search("^Tag: py3-none-(.*)_x86_64$", PACKAGE.read_text("WHEEL"), re.MULTILINE)[1]
        symbols = output("objdump", "--dynamic-syms", str(LIBRARY))
        needed = max(tuple(map(int, version.split(".")))
                     for version in re.findall(r"GLIBC_([0-9.]+)\)?\s", symbols))
        if tag != "linux":
            promised = re.fullmatch(r"manylinux_(\d+)_(\d+)", tag)
            self.assertGreaterEqual(tuple(map(int, promised.groups())), needed[:2])


class PackageTest(unittest.TestCase):
    def test_it_says_its_version_and_loads_ns3_when_it_is_used(self):
        code = "import sys, tcp_lossy; print(tcp_lossy.__version__, 'ns' in sys.modules, 'cppyy' in sys.modules)"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout, f"{(ROOT / 'VERSION').read_text().strip()} False False\n")

    def test_its_help_is_a_page_that_names_all_that_is_for_others(self):
        source = Path(tcp_lossy.__file__).read_text(encoding="utf-8")
        for name in set(re.findall(r" as (\w+)", source.partition('"""\n\nfrom')[2])):
            self.assertRegex(tcp_lossy.__doc__, rf"\b{name}\b")
        self.assertLess(len(pydoc.render_doc(tcp_lossy).splitlines()), 65)


class FilesTest(unittest.TestCase):
    def test_nothing_but_headers_library_and_package(self):
        kinds = r"ns3/include/ns3/[a-z0-9-]+\.h|ns3/lib64/.*\.so|tcp_lossy/(.*\.(py|pyc|h|so)|py\.typed)|.*\.dist-info/.*"
        self.assertEqual([path for path in FILES if not re.fullmatch(kinds, path)], [])

    def test_each_header_once(self):
        headers = {Path(path).name for path in FILES if path.startswith("ns3/include/")}
        listed = {Path(path).name for path in (ROOT / "sources.txt").read_text().split()
                  if re.fullmatch(r"(model/[^/]+|stock|helper)/[^/]+\.h", path)}
        self.assertEqual(headers, listed | {"tcp-lossy-module.h"})

    def test_no_header_of_ns3_was_replaced(self):
        of_ns3 = {str(path) for path in metadata.files("ns3")}
        self.assertEqual(of_ns3.intersection(FILES), set())


if __name__ == "__main__":
    unittest.main()

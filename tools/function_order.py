"""The list of LLVM's functions that first calls run, which stand side by side at the beginning of the extension's code.

The extension has 40 MiB of code, of which a first call runs a seventh, in pieces all over it. The system maps code in pieces
of 64 KiB, so nearly all of it would be in memory. The linker reads ``crates/python/function_order.txt``
(`crates/python/build.rs`), which has the mangled name of each C++ or C function that `first_programs` run. Names of Rust's
functions are not in it: they change with each version of the code. A name that is no longer there does nothing.

``python -m tools.function_order`` runs the programs under valgrind and writes the list, in some minutes. It needs doing after a
change of LLVM's version.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tools import first_programs

ROOT = Path(__file__).parents[1]
ORDER = ROOT / "crates" / "python" / "function_order.txt"
EXTENSION = "_native"

ENTRY = re.compile(r"(c?)(ob|fn)=\((\d+)\)(?: (.*))?")
"""A line of callgrind's output that names an object or a function, with the number that stands for it in later lines."""

RUST = re.compile(r"_R|.*17h[0-9a-f]{16}E")
RECURSION = re.compile(r"'\d+$")


def main() -> None:
    """Write the list: what the first program runs, then what others run besides, program by program."""
    order: dict[str, None] = {}
    for program in range(len(list(first_programs.calls()))):
        order.update(dict.fromkeys(sorted(functions(_profile(program)))))
    ORDER.write_text("".join(f"{name}\n" for name in order))


def _profile(program: int) -> list[str]:
    """Return what callgrind writes of a process that runs a program."""
    with tempfile.TemporaryDirectory() as folder:
        profile = Path(folder, "profile")
        profiler = ["valgrind", "--tool=callgrind", "--demangle=no", f"--callgrind-out-file={profile}"]
        command = [*profiler, sys.executable, "-m", "tools.function_order", str(program)]
        subprocess.run(command, cwd=ROOT, env={**os.environ, "COLUBER_CACHE_DIR": folder}, check=True)
        return profile.read_text().splitlines()


def run(program: int) -> None:
    """Compile a program and run it."""
    function, arguments = list(first_programs.calls())[program]
    function(*arguments)


def functions(profile: list[str]) -> Iterator[str]:
    """Yield the extension's functions that are not Rust's, by what callgrind wrote."""
    objects: dict[str, str] = {}
    named: dict[str, str] = {}
    current = ""
    for line in profile:
        if not (entry := ENTRY.fullmatch(line)):
            continue
        is_called, kind, number, name = entry.groups()
        known = objects if kind == "ob" else named
        name = known.setdefault(number, name)
        if is_called:
            continue
        if kind == "ob":
            current = name
        elif EXTENSION in current and not RUST.match(name) and not name.startswith("0x"):
            yield RECURSION.sub("", name)


if __name__ == "__main__":
    run(int(sys.argv[1])) if len(sys.argv) > 1 else main()

"""The command line of the benchmarks.

``python -m benches --numba /path/to/python`` measures the installed Coluber against the Numba of another interpreter. Without a
Numba the table has Coluber's times alone. ``--numba-cuda`` is an interpreter with numba-cuda and NVIDIA's compiler, for PTX.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from benches.cases import GROUPS
from benches.cases.context import Context
from benches.protocol import ROOT, Implementation
from benches.report import Table


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the selected groups; the exit status is 1 where a result is wrong or a case failed."""
    options = _parser().parse_args(arguments)
    subject = Implementation("Coluber", options.python, options.module)
    if not _has_module(subject):
        print(f"{subject.python} cannot import {subject.module}", file=sys.stderr)
        return 2
    context = Context(
        subject,
        find_peer(options.numba),
        find_cuda_peer(options.numba_cuda),
        only=options.only,
        quick=options.quick,
        extra=options.extra,
    )
    if context.peer is None:
        print("No Numba found (see --numba): Coluber's times alone.")
    if context.cuda_peer is None:
        print("No numba-cuda found (see --numba-cuda): no ratios for PTX.")
    table = Table()
    for group in GROUPS:
        for row in group.rows(context):
            table.add(row)
    if options.json is not None:
        options.json.write_text(json.dumps([row.to_json() for row in table.rows], indent=1) + "\n")
    return int(any(row.note.startswith(("WRONG", "FAILED")) for row in table.rows))


def find_peer(option: str | None) -> Implementation | None:
    """The interpreter that has Numba: the option, the environment, or a virtual environment beside."""
    candidates = (option, os.environ.get("COLUBER_BENCH_NUMBA"), str(ROOT / ".venv-numba" / "bin" / "python"))
    return _first_with("numba", candidates, "Numba")


def find_cuda_peer(option: str | None) -> Implementation | None:
    """The interpreter that has numba-cuda: the option or the environment."""
    return _first_with("numba_cuda", (option, os.environ.get("COLUBER_BENCH_NUMBA_CUDA")), "numba-cuda")


def _first_with(package: str, candidates: Sequence[str | None], label: str) -> Implementation | None:
    for candidate in candidates:
        if candidate and Path(candidate).exists():
            peer = Implementation(label, candidate, "numba")
            if _has_module(peer, package):
                return peer
    return None


def _has_module(implementation: Implementation, module: str | None = None) -> bool:
    command = [implementation.python, "-c", f"import {module or implementation.module}"]
    return subprocess.run(command, capture_output=True, cwd=ROOT, check=False).returncode == 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benches", description="Coluber against Numba: ratios, lower is better.")
    parser.add_argument("--numba", metavar="PYTHON", help="interpreter that has numba (or COLUBER_BENCH_NUMBA, or .venv-numba)")
    parser.add_argument("--numba-cuda", metavar="PYTHON", help="interpreter that has numba-cuda (or COLUBER_BENCH_NUMBA_CUDA)")
    parser.add_argument("--python", default=sys.executable, help="interpreter that has coluber (default: this one)")
    parser.add_argument("--module", default="coluber", help="module to measure (default: coluber)")
    parser.add_argument("--only", metavar="PATTERN", help="regular expression on 'group: case'")
    parser.add_argument("--quick", action="store_true", help="a fifth of the repetitions")
    parser.add_argument("--extra", action="store_true", help="more kernels than the summary counts")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write the rows to a file")
    return parser

"""``python -m benches.gpu --numba PYTHON``: kernels on a GPU against a copy on the device and against numba-cuda.

Ends with status 2 and one line where there is no GPU. Without numba-cuda the table has our numbers alone.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

from benches.report import Row, Table

ROOT = Path(__file__).parents[1]
# The part of a copy's bandwidth that is to be reached, and the most that numba-cuda's times are to be passed by.
BANDWIDTH, KERNEL, LAUNCH = 0.95, 1.02, 0.2


def rows(ours: dict, theirs: dict) -> list[Row]:
    """The table's rows from what two workers have measured; the second may be empty."""
    peer = {**{name: {} for name in ours}, **theirs}
    copy = ours["bandwidth"]
    found = [Row("bandwidth", "vecadd, time for a byte", copy["vecadd"], copy["copy"], "s", 1 / BANDWIDTH, peer_name="copy")]
    for name, seconds in ours["kernels"].items():
        found.append(Row("kernels", name, seconds, peer["kernels"].get(name), "s", KERNEL, peer_name="numba-cuda"))
    group = "launch of an empty kernel"
    for name, seconds in ours["launch"].items():
        found.append(Row(group, name, seconds, peer["launch"].get(name), "s", LAUNCH, peer_name="numba-cuda"))
    return found


def _measure(python: str, module: str) -> dict:
    environment = {**os.environ, "COLUBER_BENCH_MODULE": module, "PYTHONWARNINGS": "ignore"}
    command = [python, "-m", "benches.gpu_worker"]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=900, check=False)
    if done.returncode:
        last = done.stderr.strip().rpartition("\n")[2]
        print(f"bench-gpu: {module} could not be measured: {last}", file=sys.stderr)
        return {}
    return json.loads(done.stdout)


def main() -> int:
    """Measure and print the table; 2 without a GPU, 1 where a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--numba", help="an interpreter with numba-cuda")
    parser.add_argument("--check", action="store_true", help="only say whether there is a GPU")
    options = parser.parse_args()
    from coluber.cuda.host.driver import usable_gpus

    found, reason = usable_gpus()
    if not found:
        print(f"bench-gpu: {reason}: nothing was measured")
        return 2
    if options.check:
        return 0
    print(f"on {found[0]}")
    ours = _measure(sys.executable, "coluber")
    if not ours:
        return 1
    theirs = _measure(options.numba, "numba") if options.numba and Path(options.numba).exists() else {}
    table = Table()
    for row in rows(ours, theirs):
        table.add(row)
    return int(any(row.verdict() == "MISSED" for row in table.rows))


if __name__ == "__main__":
    raise SystemExit(main())

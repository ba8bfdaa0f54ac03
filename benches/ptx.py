"""``python -m benches.ptx --numba PYTHON``: registers and machine code of kernels, against numba-cuda's PTX.

The kernels are those of ``tests/cuda/ptx/kernels.py``. Both compilers get the same source; ``ptxas`` (of ``build/cuda-venv``)
assembles what comes out. `PYTHON` is an interpreter with numba-cuda, ``nvidia-nvvm`` and ``nvidia-cuda-nvrtc``.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import runpy
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
KERNELS = ROOT / "tests" / "cuda" / "ptx" / "kernels.py"
_OPTIONS = ("fastmath", "launch_bounds", "lineinfo")


def compile_all(cuda: object, types: object, cc: tuple[int, int]) -> dict[str, str]:
    """Return the PTX of each kernel by one of the two compilers; a message in its place where it fails."""
    table = runpy.run_path(str(KERNELS), init_globals={"cuda": cuda, "types": types})["KERNELS"]
    texts = {}
    for name, (function, signature, options) in table.items():
        given = {key: value for key, value in options.items() if key in _OPTIONS}
        try:
            texts[name] = cuda.compile_ptx(function, signature, cc=cc, **given)[0]
        except Exception as error:  # noqa: BLE001 - what the other compiler can't do is a row of the table
            texts[name] = f"// {type(error).__name__}: {error}"
    return texts


def _assembler() -> Path:
    found = sorted(ROOT.glob("build/cuda-venv/lib/python3*/site-packages/nvidia/*/bin/ptxas"))
    if not found:
        raise SystemExit("ptxas is missing: make build/stamps/cuda")
    return found[0]


def code_size(cubin: bytes) -> int:
    """Return the bytes of machine code: the sections of an ELF file whose names start with `.text`."""
    (start,) = struct.unpack_from("<Q", cubin, 0x28)
    entry, count, names = struct.unpack_from("<HHH", cubin, 0x3A)
    headers = [struct.unpack_from("<IIQQQQ", cubin, start + k * entry) for k in range(count)]
    texts = headers[names][4]
    return sum(header[5] for header in headers if cubin[texts + header[0] :].startswith(b".text"))


def measure(ptx: str, cc: tuple[int, int]) -> tuple[int, int, int] | None:
    """Return registers, bytes of machine code and bytes of spills of PTX, or None if it can't be assembled."""
    with tempfile.TemporaryDirectory() as folder:
        source, cubin = Path(folder, "k.ptx"), Path(folder, "k.cubin")
        source.write_text(ptx)
        command = [_assembler(), "-v", f"-arch=sm_{cc[0]}{cc[1]}", source, "-o", cubin]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            return None
        # The kernel alone says how many registers it uses.
        registers = max(int(n) for n in re.findall(r"Used (\d+) registers", done.stderr))
        spills = sum(int(n) for n in re.findall(r"(\d+) bytes spill", done.stderr))
        return registers, code_size(cubin.read_bytes()), spills


def _worker() -> None:
    """Compile with numba-cuda; the capability comes in, the texts go out."""
    from numba import cuda, types

    cc = tuple(json.load(sys.stdin))
    json.dump(compile_all(cuda, types, cc), sys.stdout)


def _geometric_mean(ratios: list[float]) -> float:
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def _table(ours: dict[str, str], theirs: dict[str, str], cc: tuple[int, int]) -> None:
    print(f"| kernel (sm_{cc[0]}{cc[1]}) | registers | numba-cuda | code, bytes | numba-cuda |")
    print("|---|---|---|---|---|")
    registers, sizes = [], []
    for name, text in ours.items():
        own, other = measure(text, cc), measure(theirs[name], cc)
        if own is None or other is None:
            print(f"| {name} | {'-' if own is None else own[0]} | {'-' if other is None else other[0]} | | |")
            continue
        registers.append(own[0] / other[0])
        sizes.append(own[1] / other[1])
        print(f"| {name} | {own[0]} | {other[0]} | {own[1]} | {other[1]} |")
    print(f"\n{len(registers)} kernels; geometric means: registers {_geometric_mean(registers):.3f},", end=" ")
    print(f"code {_geometric_mean(sizes):.3f}\n")


def main() -> None:
    """Print a table for each capability."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--numba", required=True, help="an interpreter with numba-cuda")
    parser.add_argument("--cc", nargs="*", default=["7.5", "8.0", "9.0", "10.0", "12.0"])
    arguments = parser.parse_args()
    from coluber import cuda, types

    sys.path.append(str(_assembler().parents[3]))
    for capability in arguments.cc:
        major, minor = map(int, capability.split("."))
        worker = [arguments.numba, "-c", "from benches.ptx import _worker; _worker()"]
        done = subprocess.run(worker, input=json.dumps([major, minor]), capture_output=True, text=True, check=True, cwd=ROOT)
        theirs = json.loads(done.stdout.splitlines()[-1])
        _table(compile_all(cuda, types, (major, minor)), theirs, (major, minor))


if __name__ == "__main__":
    main()

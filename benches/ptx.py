"""``python -m benches.ptx --numba PYTHON``: registers and machine code of kernels, against numba-cuda's PTX.

The kernels are those of ``tests/cuda/ptx/kernels.py``. Both compilers get the same source; ``ptxas`` (of ``build/cuda-venv``)
assembles what comes out. `PYTHON` is an interpreter with numba-cuda, ``nvidia-nvvm`` and ``nvidia-cuda-nvrtc``.
"""

from __future__ import annotations

import argparse
import json
import re
import runpy
import struct
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from benches.protocol import ROOT, WorkerError
from benches.report import geometric_mean

CAPABILITIES = ((7, 5), (8, 0), (9, 0), (10, 0), (12, 0))
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


class Measured(NamedTuple):
    """What the assembler says of a kernel: registers of a thread, bytes of machine code."""

    registers: int
    code: int


def assembler() -> Path:
    """Return the place of ``ptxas``."""
    found = sorted(ROOT.glob("build/cuda-venv/lib/python3*/site-packages/nvidia/*/bin/ptxas"))
    if not found:
        raise WorkerError("ptxas is missing: make build/stamps/cuda")
    return found[0]


def code_size(cubin: bytes) -> int:
    """Return the bytes of machine code: the sections of an ELF file whose names start with `.text`."""
    (start,) = struct.unpack_from("<Q", cubin, 0x28)
    entry, count, names = struct.unpack_from("<HHH", cubin, 0x3A)
    headers = [struct.unpack_from("<IIQQQQ", cubin, start + k * entry) for k in range(count)]
    texts = headers[names][4]
    return sum(header[5] for header in headers if cubin[texts + header[0] :].startswith(b".text"))


def measure(ptx: str, cc: tuple[int, int]) -> Measured | None:
    """Assemble PTX; None if that can't be done."""
    with tempfile.TemporaryDirectory() as folder:
        source, cubin = Path(folder, "k.ptx"), Path(folder, "k.cubin")
        source.write_text(ptx)
        command = [assembler(), "-v", f"-arch=sm_{cc[0]}{cc[1]}", source, "-o", cubin]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            return None
        # The kernel alone says how many registers it uses.
        registers = max(int(n) for n in re.findall(r"Used (\d+) registers", done.stderr))
        return Measured(registers, code_size(cubin.read_bytes()))


def _worker() -> None:
    """Compile with numba-cuda; the capability comes in, the texts go out."""
    from numba import cuda, types

    cc = tuple(json.load(sys.stdin))
    json.dump(compile_all(cuda, types, cc), sys.stdout)


def compare(python: str, cc: tuple[int, int]) -> dict[str, tuple[Measured | None, Measured | None]]:
    """Measure the kernels for a capability, compiled here and by the numba-cuda of an interpreter; None for what fails."""
    from coluber import cuda, types

    command = [python, "-c", "from benches.ptx import _worker; _worker()"]
    done = subprocess.run(command, input=json.dumps(cc), capture_output=True, text=True, check=False, cwd=ROOT)
    if done.returncode:
        raise WorkerError(done.stderr.strip().rpartition("\n")[2])
    theirs = json.loads(done.stdout.splitlines()[-1])
    packages = str(assembler().parents[3])
    if packages not in sys.path:
        # Coluber looks for libdevice there.
        sys.path.append(packages)
    ours = compile_all(cuda, types, cc)
    return {name: (measure(text, cc), measure(theirs[name], cc)) for name, text in ours.items()}


def _table(pairs: dict[str, tuple[Measured | None, Measured | None]], cc: tuple[int, int]) -> None:
    print(f"| kernel (sm_{cc[0]}{cc[1]}) | registers | numba-cuda | code, bytes | numba-cuda |")
    print("|---|---|---|---|---|")
    for name, (own, other) in pairs.items():
        if own is None or other is None:
            print(f"| {name} | {'-' if own is None else own.registers} | {'-' if other is None else other.registers} | | |")
        else:
            print(f"| {name} | {own.registers} | {other.registers} | {own.code} | {other.code} |")
    both = [(own, other) for own, other in pairs.values() if own is not None and other is not None]
    registers = geometric_mean([own.registers / other.registers for own, other in both])
    code = geometric_mean([own.code / other.code for own, other in both])
    print(f"\n{len(both)} kernels; geometric means: registers {registers:.3f}, code {code:.3f}\n")


def main() -> None:
    """Print a table for each capability."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--numba", required=True, help="an interpreter with numba-cuda")
    parser.add_argument("--cc", nargs="*", default=[f"{major}.{minor}" for major, minor in CAPABILITIES])
    arguments = parser.parse_args()
    for capability in arguments.cc:
        major, minor = map(int, capability.split("."))
        _table(compare(arguments.numba, (major, minor)), (major, minor))


if __name__ == "__main__":
    main()

"""What a report says of CUDA kernels and of the functions that they call."""

from __future__ import annotations

import re

from coluber.reports import ptx as analysis
from coluber.reports.machine import shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from coluber.core.typing import Signature
    from coluber.reports.collect import Version
    from coluber.reports.ptx import Findings

_USED = re.compile(r"Used (\d+) registers")
_SPILLED = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")


def describe(version: Version, dispatcher: Any, types: tuple[Any, ...], file: str) -> None:
    """Add to a version of a kernel what its PTX shows.

    Parameters
    ----------
    version : Version
        The version.
    dispatcher : CUDADispatcher
        The kernel or device function.
    types : tuple of Type
        The types of its arguments.
    file : str
        The file that its source is in.
    """
    from coluber.cuda import compiler

    try:
        out = compiler._of_kernel(dispatcher, types, lineinfo=True)
    except Exception as error:
        # Types that a signature can't state, or what the emulator has and PTX has not.
        version.facts.append(f"no PTX: {error}")
        return
    found = analysis.findings(out["ptx"])
    for (name, line), steps in found.instructions.items():
        if name == file and line in version.lines:
            version.assembly[line] = shortened(steps)
    for (name, line), notes in found.notes.items():
        if name == file and line in version.lines and notes:
            version.notes.setdefault(line, []).extend(notes)
    version.facts += _facts(out, found, compiler._cc(None), bool(dispatcher.targetoptions.get("device")))


def _facts(out: dict[str, Any], found: Findings, cc: tuple[int, int], device: bool) -> list[str]:
    """Return what is said of a kernel as a whole."""
    target = f"sm_{cc[0]}{cc[1]}"
    if device:
        # Where its arguments point to, its callers know.
        return [f"for {target}; its registers and memory are those of the kernels that call it"]
    return [_registers(out["ptx"], found, target), _shared(out), *_places(found)]


def _registers(ptx: str, found: Findings, target: str) -> str:
    said = _assembled(ptx, target)
    used, spilled = _USED.search(said or ""), _SPILLED.search(said or "")
    if used is None or spilled is None:
        return (
            f"for {target}: {found.registers} virtual registers of 32 bits, {found.local_bytes} bytes of local memory (LLVM; "
            "ptxas, which assigns registers and spills, is not found)"
        )
    stack, stores, loads = spilled.groups()
    spills = "no spills" if stores == loads == "0" else f"spills: {stores} bytes stored, {loads} bytes loaded"
    return f"for {target}: {used[1]} registers, {spills}, {stack} bytes of stack (ptxas)"


def _shared(out: dict[str, Any]) -> str:
    dynamic = ", and what the launch asks for" if out["dynamic_shared"] else ""
    return f"{out['shared_bytes']} bytes of shared memory{dynamic}"


def _places(found: Findings) -> list[str]:
    facts = [_number(found.barriers, "barrier")]
    if not found.uncoalesced:
        return [*facts, f"{_number(found.global_accesses, 'access')} to global memory, none looks uncoalesced"]
    lines = sorted({access.line[1] for access in found.uncoalesced})
    where = f"line{'s' if len(lines) > 1 else ''} {', '.join(map(str, lines))}"
    count = len(found.uncoalesced)
    looks = "looks" if count == 1 else "look"
    return [*facts, f"{_number(found.global_accesses, 'access')} to global memory, {count} {looks} uncoalesced: {where}"]


def _number(count: int, what: str) -> str:
    many = f"{what}es" if what.endswith("s") else f"{what}s"
    return f"{count} {what if count == 1 else many}"


def _assembled(ptx: str, target: str) -> str | None:
    """Return what ``ptxas`` says of PTX; None where it is not found or does not take it."""
    import subprocess
    import tempfile
    from pathlib import Path

    from coluber.cuda.toolkit import program

    path = program("ptxas")
    if path is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "kernel.ptx")
        source.write_text(ptx)
        command = [path, "-v", f"-arch={target}", str(source), "-o", str(Path(folder, "kernel.cubin"))]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    return None if done.returncode else done.stderr + done.stdout


def signatures_of(dispatcher: Any) -> list[Signature]:
    """Return the signatures of a kernel; those of a function that kernels call, where it has none of its own."""
    return list(dispatcher.nopython_signatures) or typed_in_kernels(dispatcher)


def typed_in_kernels(dispatcher: Any) -> list[Signature]:
    """Return the signatures with which kernels call a function."""
    from coluber.core.types.base import from_id
    from coluber.core.typing import Signature

    return [Signature(None, map(from_id, numbers)) for numbers in dispatcher._typed_for(True)]

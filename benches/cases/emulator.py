"""CUDA kernels without a GPU: against Numba's simulator, against parallel functions, their first launch, and each launch."""

from __future__ import annotations

from collections.abc import Iterator
from math import isclose

from benches.cases.context import Context, attempt
from benches.emulated import CASES
from benches.protocol import Implementation, fresh_process
from benches.report import Row, median, summary

SIMULATOR_GROUP = "CUDA emulator against Numba's simulator"
PARALLEL_GROUP = "CUDA emulator against njit(parallel=True) of Numba"
FIRST_GROUP = "CUDA emulator, first launch of the process against numba-cuda's compile_ptx"
IMPORT_GROUP = "CUDA emulator, import and first launch against numba-cuda's import and compile_ptx"
LAUNCH_GROUP = "CUDA emulator, launch"
# The limit that the launch is compared with.
LAUNCH_SECONDS = 3e-6


def rows(context: Context) -> Iterator[Row]:
    """Each kernel against the simulator, those that have a parallel form against it, the first launches, then the launch."""
    for name, case in CASES.items():
        if context.wants(SIMULATOR_GROUP, name):
            yield _compared(context, Row(SIMULATOR_GROUP, name, target=0.001), name, case.small, simulated=True)
    for name, case in CASES.items():
        if case.parallel is not None and context.wants(PARALLEL_GROUP, name):
            yield _compared(context, Row(PARALLEL_GROUP, name, target=1.3), name, case.large, simulated=False)
    yield from _first_launches(context.beside_numba_cuda())
    if context.wants(LAUNCH_GROUP, "empty kernel, one block"):
        yield _launch(context)


def _compared(context: Context, row: Row, name: str, size: int, simulated: bool) -> Row:
    def measure(implementation: Implementation) -> dict[str, float]:
        if implementation is context.subject:
            return fresh_process(implementation, "kernel", name, str(size), "")
        if simulated:
            return fresh_process(implementation, "kernel", name, str(size), "simulated")
        return fresh_process(implementation, "parallel", name, str(size))

    values, row.note = attempt(lambda: context.interleaved(3 if simulated else context.repeats(9), measure))
    if values is None:
        return row
    row.subject = median(value["seconds"] for value in values[0])
    if values[1]:
        row.peer = median(value["seconds"] for value in values[1])
        if not isclose(values[0][0]["written"], values[1][0]["written"], rel_tol=1e-6):
            row.note = "WRONG: the results differ"
    return row


def _first_launches(context: Context) -> Iterator[Row]:
    groups: dict[str, list[Row]] = {FIRST_GROUP: [], IMPORT_GROUP: []}
    for name in CASES:
        if any(context.wants(group, name) for group in groups):
            for row in _first_launch(context, name):
                groups[row.group].append(row)
    for group, rows in groups.items():
        yield from rows
        if len(rows) > 1:
            yield from summary(group, rows, mean_target=0.1, max_target=0.15)


def _first_launch(context: Context, name: str) -> list[Row]:
    size = str(CASES[name].small)

    def measure(implementation: Implementation) -> dict[str, float]:
        what = "first_launch" if implementation is context.subject else "compile_ptx"
        return fresh_process(implementation, what, name, size)

    values, note = attempt(lambda: context.interleaved(context.repeats(7), measure))
    if values is None:
        # Numba needs NVIDIA's compiler for PTX.
        note = note.replace("FAILED", "no ratio:")
        values = [[measure(context.subject) for _ in range(context.repeats(7))], []]
    rows = []
    for group, key in ((FIRST_GROUP, "seconds"), (IMPORT_GROUP, "with_import")):
        row = Row(group, name, target=0.1, note=note, peer_name="numba-cuda")
        row.subject, row.peer = (median(value[key] for value in each) if each else None for each in values)
        rows.append(row)
    return rows


def _launch(context: Context) -> Row:
    row = Row(LAUNCH_GROUP, "empty kernel, one block", target=1.0, peer_name="limit", peer=LAUNCH_SECONDS)
    values, row.note = attempt(
        lambda: [fresh_process(context.subject, "empty_launch")["seconds"] for _ in range(context.repeats(7))]
    )
    if values is not None:
        row.subject = median(values)
    return row

"""Steady run time of the kernels, against the peer and against C."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from typing import Any

from benches import native
from benches.cases.context import Context, attempt
from benches.protocol import Worker, WorkerError
from benches.report import Row, median, summary, uncertainty

GROUP = "steady run time"
EXTRA_GROUP = "steady run time, more kernels (for information)"
C_GROUP = "steady run time against C (clang -O3 -march=native)"
PROCESSES = 3
BLOCKS_A_ROUND = 5
PRECISION = 0.004
MOST_ROUNDS = 4  # times the usual number


@dataclass(frozen=True)
class Side:
    """One side of a comparison: some processes, as where things lie in memory differs between them."""

    workers: list[Worker]
    in_c: bool = False

    def call(self, index: int, operation: str, **arguments: Any) -> Any:
        """Ask one of the processes."""
        return self.workers[index].call(operation, in_c=self.in_c, **arguments)


def rows(context: Context) -> Iterator[Row]:
    """Each kernel, the summary, and the five kernels that C has too."""
    with ExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory(prefix="coluber-bench-"))
        library = stack.enter_context(native.built_library())
        subjects = [stack.enter_context(Worker(context.subject)) for _ in range(1 if context.quick else PROCESSES)]
        peers = [stack.enter_context(Worker(context.peer)) for _ in subjects] if context.peer is not None else []
        kernels, note = attempt(lambda: subjects[0].call("kernels"))
        if kernels is None:
            yield Row(GROUP, "all", note=note)
            return
        yield from _against_peer(context, Side(subjects), Side(peers), kernels, folder)
        if library is None:
            yield Row(C_GROUP, "all", note="no clang found", peer_name="C")
            return
        for worker in subjects:
            worker.call("load_c", path=library)
        yield from _against_c(context, Side(subjects), Side(subjects, in_c=True), kernels, folder)


def _against_peer(context: Context, subject: Side, peer: Side, kernels: list[dict[str, Any]], folder: str) -> Iterator[Row]:
    main = [k["name"] for k in kernels if not k["extra"] and context.wants(GROUP, k["name"])]
    measured = []
    for name in main:
        row = Row(GROUP, name, target=1.05)
        _compare(row, context, name, subject, peer, folder)
        measured.append(row)
        yield row
    if len(measured) > 1:
        yield from summary(GROUP, measured, mean_target=0.85, max_target=1.05)
    for kernel in kernels:
        if kernel["extra"] and context.extra and context.wants(EXTRA_GROUP, kernel["name"]):
            row = Row(EXTRA_GROUP, kernel["name"])
            _compare(row, context, kernel["name"], subject, peer, folder)
            yield row


def _against_c(context: Context, subject: Side, in_c: Side, kernels: list[dict[str, Any]], folder: str) -> Iterator[Row]:
    for kernel in kernels:
        if kernel["c_name"] is not None and context.wants(C_GROUP, kernel["name"]):
            row = Row(C_GROUP, f"{kernel['name']} / C", target=1.05, peer_name="C")
            _compare(row, context, kernel["name"], subject, in_c, folder)
            yield row


def _compare(row: Row, context: Context, kernel: str, left: Side, right: Side, folder: str) -> None:
    """Fill a row: check that both sides compute the same, then time them in turn."""
    sides = [side for side in (left, right) if side.workers]
    try:
        if len(sides) == 2 and not _agree(kernel, left, right, f"{folder}/{kernel}.npz"):
            row.note = "WRONG: the results differ"
        times = _interleaved_times(kernel, sides, context.repeats(15))
    except WorkerError as error:
        row.note = f"FAILED {error}"
        return
    row.subject = median(times[0])
    if len(times) == 2:
        row.peer = median(times[1])


def _agree(kernel: str, left: Side, right: Side, path: str) -> bool:
    right.call(0, "run", kernel=kernel, path=path)
    return left.call(0, "compare", kernel=kernel, path=path)


def _interleaved_times(kernel: str, sides: list[Side], rounds: int) -> list[list[float]]:
    """One time of each side a round, until the medians are precise. How they compare has no part in when it ends."""
    times: list[list[float]] = [[] for _ in sides]
    for turn in range(rounds * MOST_ROUNDS):
        if turn >= rounds and max(map(uncertainty, times)) < PRECISION:
            break
        for side, collected in zip(sides, times, strict=True):
            worker = turn % len(side.workers)
            collected.append(side.call(worker, "time", kernel=kernel, blocks=BLOCKS_A_ROUND, turn=turn))
    return times

"""Time of ``import coluber`` over ``import numpy``."""

from __future__ import annotations

from collections.abc import Iterator

from benches.cases.context import Context, attempt
from benches.protocol import Implementation, fresh_process
from benches.report import Row, median

GROUP = "import, in fresh processes"


def rows(context: Context) -> Iterator[Row]:
    """The subject against NumPy, and for information the peer against NumPy."""
    module = context.subject.module
    cases = [(context.subject, [module], 0.10), (context.subject, [module, "njit"], 0.10)]
    if context.peer is not None:
        cases.append((context.peer, [context.peer.module], None))
    for implementation, imported, target in cases:
        if context.wants(GROUP, imported[0]):
            yield _row(context, implementation, imported, target)


def _row(context: Context, implementation: Implementation, imported: list[str], target: float | None) -> Row:
    statement = f"import {imported[0]}" if len(imported) == 1 else f"from {imported[0]} import {imported[1]}"
    row = Row(GROUP, f"{statement} / import numpy", target=target, peer_name="NumPy")
    times: tuple[list[float], list[float]] = ([], [])

    def measure() -> None:
        for _ in range(context.repeats(25)):
            for collected, what in zip(times, (imported, ["numpy"]), strict=True):
                collected.append(fresh_process(implementation, "import", *what))

    _, row.note = attempt(measure)
    if not row.note:
        row.subject, row.peer = median(times[0]), median(times[1])
    return row

"""Time of ``import coluber`` over ``import numpy``."""

from __future__ import annotations

from collections.abc import Iterator

from benches.cases.context import Context, attempt
from benches.protocol import Implementation, fresh_process
from benches.report import Row, median

GROUP = "import, in fresh processes"


def rows(context: Context) -> Iterator[Row]:
    """The subject against NumPy, and for information the peer against NumPy."""
    for implementation, target in ((context.subject, 0.10), (context.peer, None)):
        if implementation is not None and context.wants(GROUP, implementation.module):
            yield _row(context, implementation, target)


def _row(context: Context, implementation: Implementation, target: float | None) -> Row:
    row = Row(GROUP, f"import {implementation.module} / import numpy", target=target)
    modules = (implementation.module, "numpy")
    times: dict[str, list[float]] = {module: [] for module in modules}

    def measure() -> None:
        for _ in range(context.repeats(25)):
            for module in modules:
                times[module].append(fresh_process(implementation, "import", module))

    _, row.note = attempt(measure)
    if not row.note:
        row.subject, row.peer = (median(times[module]) for module in modules)
    return row

"""Resident memory of a process after its first call."""

from __future__ import annotations

from collections.abc import Iterator

from benches.cases.context import Context, attempt
from benches.protocol import fresh_process
from benches.report import Row, median

GROUP = "memory after the first call"
FIELDS = {"VmRSS": "resident", "VmHWM": "peak"}


def rows(context: Context) -> Iterator[Row]:
    """Resident memory and its peak, with NumPy imported."""
    if not context.wants(GROUP, "resident"):
        return
    values, note = attempt(
        lambda: context.interleaved(context.repeats(5), lambda who: fresh_process(who, "first_call", "stencil 1-D"))
    )
    for field, name in FIELDS.items():
        row = Row(GROUP, name, unit="MiB", target=0.5 if field == "VmRSS" else None, note=note)
        if values is not None:
            row.subject, row.peer = (median(one[field] for one in runs) if runs else None for runs in values)
        yield row

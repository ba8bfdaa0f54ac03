"""Complete programs against CPython."""

from __future__ import annotations

from collections.abc import Iterator

from benches.cases.context import Context, attempt
from benches.program_cases import SIZES
from benches.protocol import fresh_process
from benches.report import Row, median, summary

RUN = "complete programs against CPython"


def rows(context: Context) -> Iterator[Row]:
    """Return a row for each program, and their summary."""
    found = [_measured(context, name) for name in SIZES if context.wants(RUN, name)]
    yield from found
    if len(found) > 1:
        yield from summary(RUN, found, mean_target=0.05, max_target=None)


def _measured(context: Context, name: str) -> Row:
    rounds = context.repeats(3)
    measured, note = attempt(lambda: [fresh_process(context.subject, "program", name) for _ in range(rounds)])
    if measured is None:
        return Row(RUN, name, note=note)
    subject, peer = (median(record[key] for record in measured) for key in ("run", "python"))
    return Row(RUN, name, subject, peer, peer_name="CPython")

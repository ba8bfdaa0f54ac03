"""Parallel loops on two threads: against Numba, against one thread, and the first call, which starts the threads."""

from __future__ import annotations

from collections.abc import Iterator

from benches.cases.context import Context, attempt
from benches.parallel_cases import CASES
from benches.protocol import fresh_process
from benches.report import Row, median

RUN = "prange on two threads"
ALONE = "prange on two threads against one"
FIRST = "First call of a function with prange"

Times = list[dict[str, float]]


def rows(context: Context) -> Iterator[Row]:
    """Return three rows for each function."""
    found = [row for name in CASES for row in _measured(context, name)]
    yield from sorted(found, key=lambda row: (RUN, ALONE, FIRST).index(row.group))


def _measured(context: Context, name: str) -> list[Row]:
    groups = [group for group in (RUN, ALONE, FIRST) if context.wants(group, name)]
    if not groups:
        return []
    rounds = context.repeats(7)
    measured, note = attempt(lambda: context.interleaved(rounds, lambda who: fresh_process(who, "threads", name)))
    if measured is None:
        return [Row(groups[0], name, note=note)]
    return [_row(group, name, *measured) for group in groups]


def _row(group: str, name: str, subject: Times, peer: Times) -> Row:
    def of(times: Times, key: str) -> float | None:
        return median(record[key] for record in times) if times else None

    if group == ALONE:
        return Row(ALONE, name, of(subject, "2"), of(subject, "1"), target=0.55, peer_name="one thread")
    key, target = ("2", 0.9) if group == RUN else ("first", 0.1)
    return Row(group, name, of(subject, key), of(peer, key), target=target)

"""Lists, dicts and strings: against Numba where it can run the function, else against CPython."""

from __future__ import annotations

from collections.abc import Iterator

from benches import typed_cases
from benches.cases.context import Context, attempt
from benches.container_cases import CASES
from benches.protocol import fresh_process
from benches.report import Row, median

RUN = "containers"
FIRST = "First call of a function of containers"
TYPED = "Typed containers from Python"

Times = list[dict[str, float]]


def rows(context: Context) -> Iterator[Row]:
    """Return the rows of run times, then those of first calls."""
    found = [row for name in CASES for row in _measured(context, name)]
    yield from sorted(found, key=lambda row: (RUN, FIRST).index(row.group))
    yield from (_typed(context, name) for name in typed_cases.CASES if context.wants(TYPED, name))


def _typed(context: Context, name: str) -> Row:
    rounds = context.repeats(5)
    measured, note = attempt(lambda: context.interleaved(rounds, lambda who: fresh_process(who, "typed", name)))
    if measured is None:
        return Row(TYPED, name, note=note)
    of_each = [median(record["run"] for record in times) if times else None for times in measured]
    return Row(TYPED, name, *of_each, target=0.1)


def _measured(context: Context, name: str) -> list[Row]:
    groups = [group for group in (RUN, FIRST) if context.wants(group, name)]
    if not groups:
        return []
    rounds = context.repeats(5)
    measured, note = attempt(lambda: context.interleaved(rounds, lambda who: fresh_process(who, "containers", name)))
    if measured is None:
        return [Row(groups[0], name, note=note)]
    return [_row(group, name, *measured) for group in groups]


def _row(group: str, name: str, subject: Times, peer: Times) -> Row:
    def of(times: Times, key: str) -> float | None:
        found = [record[key] for record in times if key in record]
        return median(found) if found else None

    if group == FIRST:
        return Row(FIRST, name, of(subject, "first"), of(peer, "first"), target=0.05)
    case = CASES[name]
    if case.against_python:
        return Row(RUN, name, of(subject, "run"), of(subject, "python"), target=case.target, peer_name="CPython")
    return Row(RUN, name, of(subject, "run"), of(peer, "run"), target=case.target)

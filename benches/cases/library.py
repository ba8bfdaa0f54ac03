"""Functions of the NumPy library: the first call against Numba, and run time against the faster of Numba and NumPy."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from benches.cases.context import Context, attempt
from benches.library_cases import CASES, SIZES
from benches.protocol import Implementation, fresh_process
from benches.report import Row, median, summary

FIRST = "NumPy library, first call"
RUN = "NumPy library, run time against the faster of Numba and NumPy"

# What processes have measured: for each case and process its record.
Records = dict[str, list[dict[str, Any]]]


def rows(context: Context) -> Iterator[Row]:
    """Return the first calls and their summary, then a row for each function and size, and their summary."""
    names = [name for name in CASES if context.wants(FIRST, name) or context.wants(RUN, name)]
    if not names:
        return
    measured, note = attempt(lambda: context.interleaved(context.repeats(5), lambda who: _process(who, names)))
    if measured is None:
        yield Row(FIRST, "all", note=note)
        return
    subject, peer = (_by_case(records, names) for records in measured)
    first = [_first(name, subject[name], peer[name]) for name in names if CASES[name].first]
    yield from first
    if len(first) > 1:
        yield from summary(FIRST, first, mean_target=0.05, max_target=None)
    runs = [_run(name, size, subject[name], peer[name]) for name in names for size in SIZES]
    yield from runs
    if len(runs) > 1:
        yield from summary(RUN, runs, mean_target=0.8, max_target=1.2)


def _process(implementation: Implementation, names: list[str]) -> dict[str, Any]:
    return fresh_process(implementation, "library", json.dumps(names))


def _by_case(processes: list[dict[str, Any]], names: list[str]) -> Records:
    return {name: [process[name] for process in processes] for name in names}


def _failure(records: list[dict[str, Any]]) -> str:
    return next((record["error"] for record in records if "error" in record), "")


def _first(name: str, subject: list[dict[str, Any]], peer: list[dict[str, Any]]) -> Row:
    row = Row(FIRST, name)
    if error := _failure(subject):
        row.note = f"FAILED {error}"
        return row
    row.subject = median(record["first"] for record in subject)
    if peer and not _failure(peer):
        row.peer = median(record["first"] for record in peer)
    elif peer:
        row.note = "Numba does not have it"
    return row


def _run(name: str, size: int, subject: list[dict[str, Any]], peer: list[dict[str, Any]]) -> Row:
    row = Row(RUN, f"{name}, {size}", target=1.2, peer_name="the faster")
    if error := _failure(subject):
        row.note = f"FAILED {error}"
        return row
    key = str(size)
    row.subject = median(record["runs"][key] for record in subject)
    row.peer = median(record["numpy"][key] for record in subject)
    if peer and not _failure(peer):
        row.peer = min(row.peer, median(record["runs"][key] for record in peer))
    return row

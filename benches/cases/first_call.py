"""First calls: of a function in a fresh process, when the program ran before, and after another function was compiled."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from benches.cases.context import Context, attempt
from benches.protocol import Implementation, fresh_process
from benches.report import Row, geometric_mean, median, summary

GROUP = "first call of the process"
AGAIN_GROUP = "first call in a later run of the program, without cache=True"
WARM_GROUP = "first call after another compilation (for information)"
NAMES = (
    "tiny add",
    "polynomial",
    "mandelbrot",
    "stencil 1-D",
    "stencil 2-D",
    "reduction",
    "insertion sort",
    "matrix product",
    "n-body step",
    "exp and sin",
    "100 lines",
    "300 lines",
)


def rows(context: Context) -> Iterator[Row]:
    """Each function, then the summary, then the warm times."""
    measured = []
    for name in NAMES:
        if context.wants(GROUP, name):
            row = _cold(context, name)
            measured.append(row)
            yield row
    if len(measured) > 1:
        yield from summary(GROUP, measured, mean_target=0.05, max_target=0.15)
    with tempfile.TemporaryDirectory() as folder:
        later = [_again(context, name, folder) for name in NAMES if context.wants(AGAIN_GROUP, name)]
    yield from later
    if len(later) > 1:
        yield from summary(AGAIN_GROUP, later, mean_target=0.05, max_target=None)
    if context.wants(WARM_GROUP, ""):
        yield from _warm(context)


def _cold(context: Context, name: str) -> Row:
    row = Row(GROUP, name, target=0.05 if name == NAMES[0] else 0.15)
    return _measured(context, row, lambda who: fresh_process(who, "first_call", name)["seconds"])


def _again(context: Context, name: str, folder: str) -> Row:
    def measure(who: Implementation) -> float:
        return fresh_process(replace(who, kept_in=folder), "first_call", name)["seconds"]

    # The first process has to compile.
    attempt(lambda: measure(context.subject))
    return _measured(context, Row(AGAIN_GROUP, name), measure)


def _measured(context: Context, row: Row, measure: Callable[[Implementation], float]) -> Row:
    values, row.note = attempt(lambda: context.interleaved(context.repeats(7), measure))
    if values is not None:
        row.subject, row.peer = _medians(values)
    return row


def _warm(context: Context) -> Iterator[Row]:
    values, note = attempt(lambda: context.interleaved(context.repeats(5), lambda who: fresh_process(who, "warm_calls")))
    if values is None:
        yield Row(WARM_GROUP, "all", note=note)
        return
    ratios = []
    for name in NAMES:
        row = Row(WARM_GROUP, name)
        row.subject, row.peer = _medians([[one[name] for one in runs] for runs in values])
        if row.ratio is not None:
            ratios.append(row.ratio)
        yield row
    if ratios:
        yield Row(WARM_GROUP, f"geometric mean of {len(ratios)}", geometric_mean(ratios), 1.0, "x")


def _medians(values: list[list[Any]]) -> list[float | None]:
    return [median(each) if each else None for each in values]

"""The cache in a second process, object mode, and extensions of the user's own."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator

from benches.cases.context import Context, attempt
from benches.protocol import Implementation, fresh_process
from benches.report import Row, median

CACHED = "second process with a warm cache"
OBJECT = "object mode, in one process"
EXTENSION = "first call with an extension of the program's own"

PARTS = {"first calls of 10 functions": "calls", "import and first calls": "whole"}

# In object mode: what is measured, what it is compared with, and the ratio that is wanted.
TURNS = {"lifted": ("lifted loop", "@njit", 1.02), "interpreted": ("no loops", "CPython", 1.05)}


def rows(context: Context) -> Iterator[Row]:
    """Return the rows of the three groups."""
    if context.wants(CACHED, ""):
        yield from _cached(context)
    for name, (case, peer, target) in TURNS.items():
        if context.wants(OBJECT, case):
            yield _turns(context, name, case, peer, target)
    if context.wants(EXTENSION, ""):
        yield _extension(context)


def _cached(context: Context) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:

        def measure(who: Implementation) -> dict[str, float]:
            return fresh_process(who, "cached", f"{folder}/{who.module}")

        def all_rounds() -> list[list[dict[str, float]]]:
            # The first process of each fills its cache.
            context.interleaved(1, measure)
            return context.interleaved(context.repeats(11), measure)

        measured, note = attempt(all_rounds)
    for case, key in PARTS.items():
        of_each = [None, None] if measured is None else [median(r[key] for r in runs) if runs else None for runs in measured]
        yield Row(CACHED, case, *of_each, target=0.1, note=note)


def _turns(context: Context, name: str, case: str, peer: str, target: float) -> Row:
    measured, note = attempt(lambda: [fresh_process(context.subject, "porting", name) for _ in range(context.repeats(5))])
    row = Row(OBJECT, case, target=target, note=note, peer_name=peer)
    if measured is not None:
        row.subject, row.peer = (median(record[key] for record in measured) for key in ("run", "peer"))
    return row


def _extension(context: Context) -> Row:
    rounds = context.repeats(7)
    measured, note = attempt(lambda: context.interleaved(rounds, lambda who: fresh_process(who, "porting", "extension")))
    row = Row(EXTENSION, "@overload and @intrinsic", target=0.1, note=note)
    if measured is not None:
        row.subject, row.peer = (median(r["run"] for r in runs) if runs else None for runs in measured)
    return row

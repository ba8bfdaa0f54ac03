"""What a call from Python costs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

from benches.cases.context import Context, attempt
from benches.protocol import Implementation, Worker
from benches.report import Row

GROUP = "call overhead from Python"


def rows(context: Context) -> Iterator[Row]:
    """Each kind of call: the best of some medians, the loop's cost subtracted."""
    with ExitStack() as stack:
        workers = {who: stack.enter_context(Worker(who)) for who in context.implementations}
        cases, note = attempt(lambda: workers[context.subject].call("calls"))
        if cases is None:
            yield Row(GROUP, "all", note=note)
            return
        for case in cases:
            if context.wants(GROUP, case["name"]):
                yield _row(context, workers, case["name"], case["target"])


def _row(context: Context, workers: dict[Implementation, Worker], name: str, target: float) -> Row:
    row = Row(GROUP, name, target=target)
    values, row.note = attempt(
        lambda: context.interleaved(context.repeats(15), lambda who: workers[who].call("call_overhead", case=name))
    )
    if values is not None:
        row.subject, row.peer = (min(each) if each else None for each in values)
    return row

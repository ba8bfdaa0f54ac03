"""Elementary functions over arrays against the faster of Numba and NumPy; matrix products and calls of ufuncs against NumPy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from benches.cases.context import Context, attempt
from benches.protocol import fresh_process
from benches.report import Row, median

ELEMENTARY = "elementary functions over 10^5 elements, against the faster of Numba and NumPy"
PRODUCTS = "matrix products of float64, against NumPy"
UFUNC = "call of a ufunc of @vectorize on 10 elements, against NumPy's add"
MOST_ULP = 1.0


def rows(context: Context) -> Iterator[Row]:
    """Return a row for each function, each size of matrices, and the ufunc."""
    if not any(context.wants(group, "") for group in (ELEMENTARY, PRODUCTS, UFUNC)):
        return
    measured, note = attempt(lambda: context.interleaved(context.repeats(5), lambda who: fresh_process(who, "elementwise")))
    if measured is None:
        yield Row(ELEMENTARY, "all", note=note)
        return
    subject, peer = measured
    if context.wants(ELEMENTARY, ""):
        yield from (_elementary(name, subject, peer) for name in subject[0]["elementary"])
    if context.wants(PRODUCTS, ""):
        for size in subject[0]["products"]:
            records = [record["products"][size] for record in subject]
            yield _against_numpy(PRODUCTS, f"a @ b, {size} x {size}", records, 1.05)
    if context.wants(UFUNC, ""):
        yield _against_numpy(UFUNC, "x + y", [record["ufunc"] for record in subject], 1.1)


def _elementary(name: str, subject: list[dict[str, Any]], peer: list[dict[str, Any]]) -> Row:
    records = [record["elementary"][name] for record in subject]
    row = _against_numpy(ELEMENTARY, name, records, 0.5)
    row.peer_name = "the faster"
    if peer:
        row.peer = min(row.peer or 0.0, median(record["elementary"][name]["run"] for record in peer))
    error = max(record["error"] for record in records)
    if error > MOST_ULP:
        row.note = f"WRONG by {error:.2f} units of the last place"
    return row


def _against_numpy(group: str, name: str, records: list[dict[str, float]], target: float) -> Row:
    run, numpy = (median(record[key] for record in records) for key in ("run", "numpy"))
    return Row(group, name, run, numpy, target=target, peer_name="NumPy")

"""Rows of the report, summary numbers, and the table."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any


@dataclass
class Row:
    """One comparison: what Coluber and its peer took, and the ratio (Coluber / peer, lower is better)."""

    group: str
    case: str
    subject: float | None = None
    peer: float | None = None
    unit: str = "s"
    target: float | None = None
    note: str = ""
    peer_name: str = "Numba"

    @property
    def ratio(self) -> float | None:
        """Coluber over the peer, or None where one of them is missing."""
        if self.subject is None or not self.peer:
            return None
        return self.subject / self.peer

    def cells(self) -> tuple[str, ...]:
        """The texts of the table's columns."""
        ratio = "-" if self.ratio is None else number(self.ratio)
        target = "" if self.target is None else number(self.target, 2)
        return (self.case, quantity(self.subject, self.unit), quantity(self.peer, self.unit), ratio, target, self.verdict())

    def verdict(self) -> str:
        """The note, or whether the target is met."""
        if self.note:
            return self.note
        if self.target is None or self.ratio is None:
            return ""
        return "ok" if self.ratio <= self.target else "MISSED"

    def to_json(self) -> dict[str, Any]:
        """The row as plain data."""
        return {**asdict(self), "ratio": self.ratio}


def number(value: float, digits: int = 3) -> str:
    """The text of a ratio; small ones with their power of ten."""
    return f"{value:.{digits}f}" if value >= 0.002 else f"{value:.1e}"


def median(values: Iterable[float]) -> float:
    """Middle value."""
    return statistics.median(values)


def uncertainty(values: Sequence[float]) -> float:
    """About the standard error of the median, as a part of it: for normal noise, 0.93 quartile distances over root n."""
    low, middle, high = statistics.quantiles(values, n=4)
    return 0.93 * (high - low) / math.sqrt(len(values)) / middle


def geometric_mean(values: Sequence[float]) -> float:
    """The exponential of the mean logarithm."""
    return math.exp(math.fsum(math.log(value) for value in values) / len(values))


def summary(group: str, rows: Sequence[Row], mean_target: float, max_target: float) -> list[Row]:
    """Geometric mean and maximum of the ratios, as rows whose peer is 1."""
    ratios = [row.ratio for row in rows if row.ratio is not None and not row.note.startswith("WRONG")]
    if not ratios:
        return []
    missing = len(rows) - len(ratios)
    note = f"{missing} of {len(rows)} missing" if missing else ""
    return [
        Row(group, f"geometric mean of {len(ratios)}", geometric_mean(ratios), 1.0, "x", mean_target, note),
        Row(group, f"maximum of {len(ratios)}", max(ratios), 1.0, "x", max_target, note),
    ]


def quantity(value: float | None, unit: str) -> str:
    """A number with a unit that fits its size."""
    if value is None:
        return "-"
    if unit == "s":
        for factor, name in ((1.0, "s"), (1e3, "ms"), (1e6, "us")):
            if value * factor >= 1.0:
                return f"{value * factor:.3g} {name}"
        return f"{value * 1e9:.3g} ns"
    if unit == "MiB":
        return f"{value:.1f} MiB"
    return f"{value:.3f}"


class Table:
    """Prints rows as they come, with a heading for each group."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self._group = ""

    def add(self, row: Row) -> None:
        """Print one row."""
        if row.group != self._group:
            self._group = row.group
            print(f"\n{row.group}")
            self._print(("case", "Coluber", row.peer_name, "ratio", "target", ""))
        self.rows.append(row)
        self._print(row.cells())

    @staticmethod
    def _print(cells: Sequence[str]) -> None:
        case, subject, peer, ratio, target, verdict = cells
        print(f"  {case:<42}{subject:>12}{peer:>12}{ratio:>9}{target:>8}  {verdict}".rstrip(), flush=True)

"""How long LLVM's passes take: ``get_metadata()[...]["llvm_pass_timings"]`` with `LLVM_PASS_TIMINGS`."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Sequence
from functools import cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_TIMES = ("user", "system", "user_system", "wall")

# Wall clock times are known, the others are 0.
PassTimingRecord = namedtuple(
    "PassTimingRecord", [f"{time}_{of}" for time in _TIMES for of in ("time", "percent")] + ["pass_name", "instruction"]
)

NamedTimings = namedtuple("NamedTimings", ["name", "timings"])


class ProcessedPassTimings:
    """The times of passes, as records.

    Parameters
    ----------
    raw_data : str
        A line for each pass that ran: seconds and its name, with a tab between them.
    """

    def __init__(self, raw_data: str) -> None:
        self._raw_data = raw_data

    def __bool__(self) -> bool:
        return bool(self._raw_data)

    def get_raw_data(self) -> str:
        """Return the text that the records are made of."""
        return self._raw_data

    def get_total_time(self) -> float:
        """Return the seconds of all passes."""
        return self.list_records()[-1].wall_time

    def list_records(self) -> list[Any]:
        """Return a record for each pass, the one that took the longest first; the last one is the sum of all."""
        return self._records

    def list_top(self, n: int) -> list[Any]:
        """Return the records of the passes that took the longest."""
        return sorted(self._records[:-1], key=lambda record: -record.wall_time)[:n]

    def summary(self, topn: int = 5, indent: int = 0) -> str:
        """Return a text about the passes that took the longest.

        Parameters
        ----------
        topn : int
            How many.
        indent : int
            Spaces in front of each line.
        """
        lines = [f"Total {self.get_total_time():.4f}s", "Top timings:"]
        lines += [f"  {p.wall_time:.4f}s ({p.wall_percent:5}%) {p.pass_name}" for p in self.list_top(topn)]
        return "\n".join(" " * indent + line for line in lines)

    @cached_property
    def _records(self) -> list[Any]:
        rows = [(float(seconds), name) for seconds, _, name in (line.partition("\t") for line in self._raw_data.splitlines())]
        total = sum(seconds for seconds, _ in rows)
        return [_record(*row, total) for row in [*sorted(rows, key=lambda row: -row[0]), (total, "Total")]]


def _record(seconds: float, name: str, total: float) -> Any:
    known = dict.fromkeys(PassTimingRecord._fields, 0.0)
    percent = round(100 * seconds / total, 1) if total else 0.0
    return PassTimingRecord(**{**known, "wall_time": seconds, "wall_percent": percent, "pass_name": name, "instruction": 0})


class PassTimingsCollection(Sequence):  # type: ignore[type-arg]
    """The reports of one compilation.

    Parameters
    ----------
    name : str
        What was compiled.
    records : sequence of NamedTimings
        The reports.
    """

    def __init__(self, name: str, records: Sequence[Any] = ()) -> None:
        self._name = name
        self._records = [record for record in records if record.timings]

    def get_total_time(self) -> float | None:
        """Return the seconds of all of them, or None where there are none."""
        if self.is_empty:
            return None
        return sum(record.timings.get_total_time() for record in self._records)

    def list_longest_first(self) -> list[Any]:
        """Return the reports, the one that took the longest first."""
        return sorted(self._records, key=lambda record: -record.timings.get_total_time())

    @property
    def is_empty(self) -> bool:
        """Whether there are none."""
        return not self._records

    def summary(self, topn: int = 5) -> str:
        """Return a text about all reports.

        Parameters
        ----------
        topn : int
            How many passes are named of each.
        """
        total = self.get_total_time()
        if total is None:
            return "No pass timings were recorded"
        lines = [f"Printing pass timings for {self._name}", f"Total time: {total:.4f}"]
        for k, record in enumerate(self._records):
            share = 100 * record.timings.get_total_time() / total if total else 0.0
            lines += [f"== #{k} {record.name}", f" Percent: {share:.1f}%", record.timings.summary(topn, indent=1)]
        return "\n".join(lines)

    def __getitem__(self, i: Any) -> Any:
        return self._records[i]

    def __len__(self) -> int:
        return len(self._records)

    def __str__(self) -> str:
        return self.summary()

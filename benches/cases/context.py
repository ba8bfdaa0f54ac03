"""What each group needs to know."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from benches.protocol import Implementation, WorkerError

T = TypeVar("T")


@dataclass(frozen=True)
class Context:
    """The implementations and the options of the run; `cuda_peer` is the one for what NVIDIA's compiler is needed for."""

    subject: Implementation
    peer: Implementation | None
    cuda_peer: Implementation | None = None
    only: str | None = None
    quick: bool = False
    extra: bool = False

    @property
    def implementations(self) -> tuple[Implementation, ...]:
        """Those that there are, in the order of measurement."""
        return (self.subject,) if self.peer is None else (self.subject, self.peer)

    def beside_numba_cuda(self) -> Context:
        """The same with numba-cuda as the peer, where there is one."""
        return self if self.cuda_peer is None else replace(self, peer=self.cuda_peer)

    def wants(self, group: str, case: str) -> bool:
        """Whether ``--only`` selects the case."""
        return self.only is None or re.search(self.only, f"{group}: {case}") is not None

    def repeats(self, usual: int) -> int:
        """Number of repetitions, fewer in a quick run."""
        return max(3, usual // 5) if self.quick else usual

    def interleaved(self, rounds: int, measure: Callable[[Implementation], T]) -> list[list[T]]:
        """Measure the implementations in turn, and return the values of each; [] for one that fails."""
        values: list[list[T]] = [[] for _ in range(2)]
        for _ in range(rounds):
            for implementation, collected in zip(self.implementations, values, strict=False):
                collected.append(measure(implementation))
        return values


def attempt(action: Callable[[], T]) -> tuple[T | None, str]:
    """The action's value and no note, or None and what went wrong."""
    try:
        return action(), ""
    except WorkerError as error:
        return None, f"FAILED {error}"

"""What ``ptxas`` makes of the PTX of kernels: registers and size of the code, beside numba-cuda's PTX."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from benches import ptx
from benches.cases.context import Context, attempt
from benches.report import Row, geometric_mean

GROUP = "CUDA, kernels assembled by ptxas, against numba-cuda's PTX: geometric means"
TARGET = 0.9
# A kernel by the two compilers.
Pair = tuple[ptx.Measured, ptx.Measured]


def rows(context: Context) -> Iterator[Row]:
    """Registers and bytes of code for each target, then over all of them."""
    found: list[Pair] = []
    for cc in ptx.CAPABILITIES:
        case = f"sm_{cc[0]}{cc[1]}"
        if not context.wants(GROUP, case):
            continue
        pairs, note = _pairs(context, cc)
        if not pairs:
            yield Row(GROUP, case, note=note)
            continue
        found += pairs
        yield from _means(case, pairs)
    if found:
        yield from _all(found)


def _pairs(context: Context, cc: tuple[int, int]) -> tuple[list[Pair], str]:
    peer = context.cuda_peer
    if peer is None:
        return [], "no ratio: numba-cuda is missing"
    kernels, note = attempt(lambda: ptx.compare(peer.python, cc))
    both = [(own, other) for own, other in (kernels or {}).values() if own is not None and other is not None]
    return both, note.replace("FAILED", "no ratio:")


def _means(case: str, pairs: Sequence[Pair]) -> Iterator[Row]:
    for what in ptx.Measured._fields:
        own, other = (geometric_mean([getattr(pair[side], what) for pair in pairs]) for side in (0, 1))
        yield Row(GROUP, f"{case}, {what}, {len(pairs)} kernels", own, other, "", peer_name="numba-cuda")


def _all(pairs: Sequence[Pair]) -> Iterator[Row]:
    yield from _means("all targets", pairs)
    ratio = geometric_mean([own / other for pair in pairs for own, other in zip(*pair, strict=True)])
    yield Row(GROUP, "all targets, registers and code", ratio, 1.0, "x", TARGET, peer_name="numba-cuda")

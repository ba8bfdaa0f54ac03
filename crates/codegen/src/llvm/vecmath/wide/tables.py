"""Compute the tables and polynomials of ``tables.rs``.

Run with mpmath installed, from this folder:
``PYTHONPATH=.. python tables.py > tables.rs && rustfmt tables.rs``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from coefficients import LN2, Fit, literal, root, rounded, series
from mpmath import mp, mpf

STEPS = 16
"""Steps of the table of powers in an octave."""
TANH_SCALE = mpf("0.7865")
"""The intervals of tanh are quarters of octaves of ``1 + TANH_SCALE * x``, up to 16."""


def split(value: mpf, bits: int) -> tuple[mpf, mpf]:
    """Return a multiple of ``2^-bits``, and the rest rounded."""
    high = mp.nint(value * mpf(2) ** bits) / mpf(2) ** bits
    return high, mpf(float(value - high))


def powers() -> tuple[list[mpf], list[mpf]]:
    """Return ``2^(j/16)`` rounded, and the relative errors of that."""
    exact = [mpf(2) ** (mpf(j) / STEPS) for j in range(STEPS)]
    high = [mpf(float(value)) for value in exact]
    return high, [(value - h) / h for value, h in zip(exact, high, strict=True)]


def accurate_inverse(centre: mpf) -> tuple[mpf, mpf]:
    """Return a number near ``1 / centre`` whose logarithm is nearly a multiple of 2^-42, and minus that logarithm."""
    if centre == 1:
        return mpf(1), mpf(0)
    start = mp.nint(mp.log(centre) * mpf(2) ** 42)
    best = (mpf("inf"), mpf(0), mpf(0))
    for k in range(4000):
        # Large steps, since the roundings of numbers in a row are alike.
        log = (start + 7919 * k) / mpf(2) ** 42
        inverse = mpf(float(mp.exp(-log)))
        best = min(best, (abs(mp.log(inverse) + log), inverse, log))
    return best[1], best[2]


def inverses() -> tuple[list[mpf], list[mpf]]:
    """Return by the low four bits of ``16 m``, for m from 3/4 to 3/2: an inverse and its logarithm.

    Next to 1 the sum of a logarithm of the table and that of the rest cancels; with these centres the rest is small there.
    """
    moved = {15: mpf("0.9405"), 17: mpf("1.0474")}
    found = {k % 16: accurate_inverse(moved.get(k, mpf(k) / 16)) for k in range(12, 25)}
    unused = (mpf(1), mpf(0))
    pairs = [found.get(j, unused) for j in range(16)]
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]


def logs() -> tuple[list[mpf], list[mpf]]:
    """Return by the low five bits of ``32 i``, for i from 21/32 to 11/8: the logarithm of ``1 / i`` in two parts."""
    values = {k % 32: -mp.log(mpf(k) / 32) for k in range(21, 45)}
    pairs = [split(values.get(j, mpf(0)), 42) for j in range(32)]
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]


@dataclass(frozen=True)
class Interval:
    """Arguments for which tanh is computed from that of a centre."""

    low: mpf
    high: mpf
    centre: mpf
    tanh: mpf

    def weights(self, r: mpf) -> list[mpf]:
        """Return how much an error of ``tanh(r)`` changes the result, as a part of it, to both sides of the centre."""
        step, slope = mp.tanh(r), 1 - self.tanh**2
        inside = [sign for sign in (1, -1) if self.low <= self.centre + sign * r <= self.high]
        return [slope / (1 + sign * self.tanh * step) ** 2 / mp.tanh(self.centre + sign * r) for sign in inside]


def accurate_tanh(low: mpf, high: mpf) -> tuple[mpf, mpf]:
    """Return a number inside an interval whose tanh is nearly representable, and that.

    The step is as large a part of the result at both ends where it is a large one, else it is as long to both ends.
    """
    ends = (mp.tanh(low), mp.tanh(high))
    start = mp.atanh(2 / (1 / ends[0] + 1 / ends[1])) if high < mpf("1.3") else (low + high) / 2
    best = (mpf("inf"), mpf(0), mpf(0))
    for k in range(1000):
        tanh = mpf(float(mp.tanh(start + (high - low) * k / 100000)))
        centre = mpf(float(mp.atanh(tanh)))
        best = min(best, (abs(mp.tanh(centre) - tanh), centre, tanh))
    return best[1], best[2]


def tanh_intervals() -> list[Interval]:
    """Return the intervals by two bits of the exponent and two of the mantissa of ``1 + TANH_SCALE * x``."""
    edges = [(mpf(2) ** (j // 4) * (4 + j % 4) / 4 - 1) / TANH_SCALE for j in range(17)]
    pairs = list(pairwise(edges))
    first = Interval(edges[0], edges[1], mpf(0), mpf(0))
    found = [first, *(Interval(low, high, *accurate_tanh(low, high)) for low, high in pairs[1:])]
    # The exponent of the first octave ends with two ones.
    return found[4:] + found[:4]


def tanh_fit(intervals: list[Interval]) -> Fit:
    """Approximate tanh on the largest step from a centre; the error counts in relation to the results that come from it."""
    limit = max(max(i.high - i.centre, i.centre - i.low) for i in intervals)
    return Fit(
        "TANH_STEP",
        f"`(tanh(r) - r) / r^3` of z = r^2, for |r| <= {mp.nstr(limit, 4)}",
        lru_cache(None)(root(lambda r: (mp.tanh(r) - r) / r**3, mpf(-1) / 3)),
        lru_cache(None)(root(lambda r: r**3 * max(w for i in intervals for w in i.weights(r)), mpf(0))),
        mpf(0),
        limit**2,
        12,
        True,
    )


def exp_fit() -> Fit:
    """Approximate the exponential on a step of the table."""
    limit = LN2 / (2 * STEPS) + mpf(2) ** -20
    return Fit(
        "EXP_STEP",
        "`(exp(r) - 1 - r) / r^2` for |r| <= ln(2)/32",
        series(lambda r: (mp.exp(r) - 1 - r) / r**2, mpf("0.5")),
        lambda r: r**2 / mp.exp(r),
        -limit,
        limit,
        4,
        True,
    )


def log_fit() -> Fit:
    """Approximate the logarithm around a centre; the error counts in relation to that of a number near 1."""
    limit = mpf("0.0444")
    return Fit(
        "LOG_STEP",
        "`(log(1 + r) - r) / r^2` for |r| <= 0.0444",
        series(lambda r: (mp.log1p(r) - r) / r**2, mpf("-0.5")),
        lambda r: r**2 / max(abs(mp.log1p(r)), mpf(1) / 32),
        -limit,
        limit,
        8,
        True,
    )


def log_cubic_fit() -> Fit:
    """Approximate the logarithm behind the square; the error counts in relation to that of a number near 1."""
    limit = mpf("0.0236")
    return Fit(
        "LOG_CUBIC",
        "`(log(1 + r) - r + r^2/2) / r^3` for |r| <= 0.0236",
        series(lambda r: (mp.log1p(r) - r + r**2 / 2) / r**3, mpf(1) / 3),
        lambda r: abs(r) ** 3 / max(abs(mp.log1p(r)), mpf(1) / 64),
        -limit,
        limit,
        7,
        True,
    )


def show(name: str, doc: str, values: list[mpf]) -> None:
    """Print an array."""
    print(f"/// {doc}")
    print(f"pub(super) const {name}: [f64; {len(values)}] = [")
    for value in values:
        print(f"    {literal(value)},")
    print("];\n")


def main() -> None:
    """Print the Rust file."""
    print("//! Tables that fit registers, and polynomials between their entries. Written by `tables.py`.\n")
    high, low = powers()
    show("POWERS", "`2^(j/16)`, rounded.", high)
    show("POWERS_REST", "What is missing in them, relative to them.", low)
    inverse, log = inverses()
    show("INVERSES", "Near `16 / j`, by the low bits of j; 3/4 <= 16 / j <= 3/2.", inverse)
    show("INVERSE_LOGS", "Minus the logarithms of them: multiples of 2^-42, and nearly exact.", log)
    high, low = logs()
    show("LOGS", "`log(32 / j)` by the low bits of j, as a multiple of 2^-42, for 21 <= j <= 44.", high)
    show("LOGS_REST", "The rest of them.", low)
    ln2 = split(LN2, 42)
    show("LN2_PARTS", "`ln(2)`: a multiple of 2^-42, and the rest.", list(ln2))
    show("EXACT_LN2_PARTS", "The same with 2^-36: products with sixteenths below 2048 are exact.", list(split(LN2, 36)))
    intervals = tanh_intervals()
    show("TANH_CENTRES", "Numbers whose tanh is nearly representable, one for each interval.", [i.centre for i in intervals])
    print("/// The intervals are quarters of octaves of `1 + TANH_SCALE * x`.")
    print(f"pub(super) const TANH_SCALE: f64 = {literal(TANH_SCALE)};\n")
    show("TANHS", "tanh of them.", [i.tanh for i in intervals])
    for fit in (exp_fit(), log_fit(), log_cubic_fit(), tanh_fit(intervals)):
        coefs, worst = rounded(fit)
        show(fit.name, f"{fit.doc}. Error: 2^-{mp.nstr(-mp.log(worst, 2), 4)}.", coefs)


if __name__ == "__main__":
    main()

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
LOG_STEPS = 15
"""Intervals of the logarithm in an octave."""
PLACE = (mpf("-4.15"), mpf("27.2"))
"""The place of m in the tables of pow is the integer next to ``PLACE[0] m^2 + PLACE[1] m``: intervals are short next to 1.
The inverses below leave small rests."""
SHORT_INVERSES = (64, 61, 58, 55, 52, 50, 48, 46, 44, 42, 40, 38, 36, 35, 33, 32)
"""The inverses of numbers from 1 to 2 in these places, times 64. The rests below 2^-5 are exact."""
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


@lru_cache(None)
def octave() -> tuple[mpf, mpf]:
    """Return a multiple of 2^-43 near ln(2), and a number by which it has to be multiplied to be that nearly exactly."""
    start = mp.nint(LN2 * mpf(2) ** 43)
    near = [(start + k) / mpf(2) ** 43 for k in range(-4000, 4001)]
    pairs = [(unit, mpf(float(LN2 / unit))) for unit in near]
    return min(pairs, key=lambda pair: abs(pair[0] * pair[1] - LN2))


def accurate_inverse(centre: mpf) -> tuple[mpf, mpf]:
    """Return a number near ``1 / centre`` whose logarithm is nearly a multiple of 2^-43 times the factor, and minus that."""
    _, factor = octave()
    start = mp.nint(mp.log(centre) / factor * mpf(2) ** 43)
    best = (mpf("inf"), mpf(0), mpf(0))
    for k in range(4000):
        # Large steps, since the roundings of numbers in a row are alike.
        log = (start + 7919 * k) / mpf(2) ** 43
        inverse = mpf(float(mp.exp(-log * factor)))
        best = min(best, (abs(mp.log(inverse) + log * factor), inverse, log))
    return best[1], best[2]


def inverses() -> tuple[list[mpf], list[mpf]]:
    """Return by the low four bits of ``floor(15 m)``, for m from 1 to 2: an inverse and its logarithm.

    Next to 1 and 2 the sum of a logarithm of the table and that of the rest cancels; the centres there are 1 and 2 themselves,
    where the table's is exactly that of the power of two. The rest must be small where it follows.
    """
    ends = {LOG_STEPS: (mpf(1), mpf(0)), 2 * LOG_STEPS - 1: (mpf("0.5"), octave()[0])}
    before_two = mpf(2 * LOG_STEPS - 1) / LOG_STEPS / (1 + mpf(2) ** -6 - mpf(2) ** -36)
    found = dict(ends)
    for k in range(LOG_STEPS + 1, 2 * LOG_STEPS - 1):
        centre = before_two if k == 2 * LOG_STEPS - 2 else 2 / (mpf(LOG_STEPS) / k + mpf(LOG_STEPS) / (k + 1))
        found[k] = accurate_inverse(centre)
    unused = (mpf(1), mpf(0))
    pairs = {k % 16: pair for k, pair in found.items()}
    return [pairs.get(j, unused)[0] for j in range(16)], [pairs.get(j, unused)[1] for j in range(16)]


def short_inverses() -> list[tuple[mpf, mpf, mpf]]:
    """Return by the low four bits of the place: an inverse, and minus its logarithm in two parts."""
    first = int(mp.nint(sum(PLACE)))
    found = {(first + k) % 16: mpf(i) / 64 for k, i in enumerate(SHORT_INVERSES)}
    return [(found[j], *split(LN2 if found[j] == mpf("0.5") else -mp.log(found[j]), 42)) for j in range(16)]


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
    """Approximate the logarithm around a centre. The largest rests are those from 1, where the result is the polynomial's."""
    step = mpf(1) / LOG_STEPS
    return Fit(
        "LOG_STEP",
        "`(log(1 + r) - r) / r^2` for -1/30 <= r <= 1/15",
        series(lambda r: (mp.log1p(r) - r) / r**2, mpf("-0.5")),
        series(lambda r: r**2 / abs(mp.log1p(r)), mpf(0)),
        -step / 2,
        step,
        8,
        True,
    )


def log_cubic_fit() -> Fit:
    """Approximate the logarithm behind the square; the error counts in relation to the smallest result with such a rest."""

    def least(r: mpf) -> mpf:
        size = abs(r)
        return abs(mp.log1p(r)) if size < mpf("0.0243") else mpf("0.06") if size < mpf("0.03") else mpf("0.15")

    limit = mpf("0.0331")
    return Fit(
        "LOG_CUBIC",
        f"`(log(1 + r) - r + r^2/2) / r^3` for |r| <= {mp.nstr(limit, 3)}",
        series(lambda r: (mp.log1p(r) - r + r**2 / 2) / r**3, mpf(1) / 3),
        series(lambda r: abs(r) ** 3 / least(r), mpf(0)),
        -limit,
        limit,
        8,
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
    print(f"/// The intervals of the logarithm in an octave.\npub(super) const LOG_STEPS: f64 = {literal(mpf(LOG_STEPS))};\n")
    show("LOG_INVERSES", "By the low bits of the step: near the inverse of the middle, but 1 and 1/2 at the ends.", inverse)
    show("LOG_CENTRES", "Minus the logarithms of them, nearly exact multiples of 2^-43 times a factor.", log)
    show("OCTAVE", "`ln(2)` in this form, and the factor.", list(octave()))
    show("PLACE", "The place in the tables that follow is next to `PLACE[0] m^2 + PLACE[1] m`.", list(PLACE))
    short = short_inverses()
    show("SHORT_INVERSES", "By the low bits of the place: multiples of 1/64 near inverses.", [row[0] for row in short])
    show("LOGS", "Minus the logarithms of them, as multiples of 2^-42.", [row[1] for row in short])
    show("LOGS_REST", "The rest of them.", [row[2] for row in short])
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

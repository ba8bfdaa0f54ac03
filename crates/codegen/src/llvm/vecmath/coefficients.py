"""Compute the minimax polynomials of ``coefficients.rs``.

Run with mpmath installed, from this folder:
``python coefficients.py > coefficients.rs && rustfmt coefficients.rs``.

Each polynomial is found by the second algorithm of Remez (J.-M. Muller, "Elementary Functions",
chapter 3) for a weighted error, then its coefficients are rounded to the working format one after
the other, lowest order first, with the rest fitted again after each rounding.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Callable
from dataclasses import dataclass

from mpmath import mp, mpf

mp.prec = 240

Real = Callable[[mpf], mpf]


@dataclass(frozen=True)
class Fit:
    """A polynomial to find: ``target(x) ~ sum(c[i] * x**i)`` on ``[low, high]``."""

    name: str
    doc: str
    target: Real
    weight: Real
    low: mpf
    high: mpf
    degree: int
    double: bool
    lead: tuple[mpf, ...] = ()
    """Lowest coefficients that are given, because they are exact."""


def to_format(value: mpf, double: bool) -> mpf:
    """Round ``value`` to binary64 or binary32."""
    x = float(value)
    return mpf(x if double else struct.unpack("<f", struct.pack("<f", x))[0])


def solve(points: list[mpf], fit: Fit, fixed: list[mpf]) -> list[mpf]:
    """Coefficients above the fixed ones whose weighted error alternates on ``points``."""
    first, count = len(fixed), len(points)
    a, b = mp.matrix(count, count), mp.matrix(count, 1)
    for i, x in enumerate(points):
        w = fit.weight(x)
        known = mp.fsum(c * x**k for k, c in enumerate(fixed))
        for j in range(count - 1):
            a[i, j] = w * x ** (first + j)
        a[i, count - 1] = mpf(-1) ** i
        b[i] = w * (fit.target(x) - known)
    return list(mp.lu_solve(a, b))[:-1]


def extrema(error: Real, low: mpf, high: mpf, count: int) -> list[mpf]:
    """Find the ``count`` largest alternating extrema of ``error``."""
    n = 40 * count
    grid = [(low + high) / 2 - (high - low) / 2 * mp.cos(mp.pi * i / n) for i in range(n + 1)]
    values = [error(x) for x in grid]
    runs: list[tuple[mpf, mpf]] = []
    for x, v in zip(grid, values, strict=True):
        if runs and mp.sign(runs[-1][1]) == mp.sign(v):
            if abs(v) > abs(runs[-1][1]):
                runs[-1] = (x, v)
        else:
            runs.append((x, v))
    while len(runs) > count:
        runs.pop(0 if abs(runs[0][1]) < abs(runs[-1][1]) else -1)
    return [x for x, _ in runs]


def remez(fit: Fit, fixed: list[mpf]) -> tuple[list[mpf], mpf]:
    """Minimax coefficients with the first ones fixed, and the largest weighted error."""
    count = fit.degree + 1 - len(fixed) + 1
    mid, half = (fit.low + fit.high) / 2, (fit.high - fit.low) / 2
    points = [mid - half * mp.cos(mp.pi * (2 * i + 1) / (2 * count)) for i in range(count)]
    best: list[mpf] = []
    worst = mpf("inf")

    def error(x: mpf) -> mpf:
        return fit.weight(x) * (fit.target(x) - mp.fsum(c * x**k for k, c in enumerate(coefs)))

    for _ in range(12):
        coefs = fixed + solve(points, fit, fixed)
        found = extrema(error, fit.low, fit.high, count)
        size = max(abs(error(x)) for x in found)
        if size < worst:
            best, worst = coefs, size
        if len(found) < count:
            break
        if size <= min(abs(error(x)) for x in found) * mpf("1.02"):
            break
        points = found
    return best, worst


def largest_error(fit: Fit, coefs: list[mpf]) -> mpf:
    """Return the largest weighted error on a fine grid."""
    n, worst = 1000, mpf(0)
    for i in range(n + 1):
        x = fit.low + (fit.high - fit.low) * i / n
        e = fit.target(x) - mp.fsum(c * x**k for k, c in enumerate(coefs))
        worst = max(worst, abs(fit.weight(x) * e))
    return worst


def rounded(fit: Fit) -> tuple[list[mpf], mpf]:
    """Coefficients in the working format and the largest weighted error with them.

    The high coefficients of a fit can be rounded at once; how many must be fitted again is tried.
    """
    fixed = list(fit.lead)
    best: list[mpf] = []
    worst = mpf("inf")
    for k in range(len(fixed), fit.degree + 1):
        coefs, _ = remez(fit, fixed)
        all_rounded = [to_format(c, fit.double) for c in coefs]
        error = largest_error(fit, all_rounded)
        if error < worst:
            best, worst = all_rounded, error
        fixed.append(all_rounded[k])
    return best, worst


def series(f: Real, at_zero: mpf) -> Real:
    """``f`` with its removable singularity at zero filled in."""
    return lambda x: f(x) if abs(x) > mpf(2) ** -60 else at_zero


def root(f: Real, at_zero: mpf) -> Real:
    """``f`` as a function of the square of its argument."""
    g = series(f, at_zero)
    return lambda z: g(mp.sqrt(z))


LN2 = mp.log(2)


def exp_fit(name: str, degree: int, double: bool, half: bool = False) -> Fit:
    """``(exp(r) - 1 - r) / r^2`` on half an octave to each side."""
    return Fit(
        name,
        "`(exp(r) - 1 - r) / r^2` for |r| <= ln(2)/2",
        series(lambda r: (mp.exp(r) - 1 - r) / r**2, mpf("0.5")),
        lambda r: r**2 / mp.exp(r),
        -LN2 / 2 - mpf(2) ** -12,
        LN2 / 2 + mpf(2) ** -12,
        degree,
        double,
        (mpf("0.5"),) if half else (),
    )


def atanh_fit(name: str, degree: int, double: bool) -> Fit:
    """``(log((1+s)/(1-s)) - 2s) / s^3`` as a polynomial of ``s^2``."""
    limit = (mp.sqrt(2) - 1) / (mp.sqrt(2) + 1)
    return Fit(
        name,
        "`(log((1+s)/(1-s)) - 2s) / s^3` of z = s^2, for (1+s)/(1-s) in [sqrt(1/2), sqrt(2)]",
        root(lambda s: (2 * mp.atanh(s) - 2 * s) / s**3, mpf(2) / 3),
        root(lambda s: s**3 / (2 * mp.atanh(s)), mpf(0)),
        mpf(0),
        limit**2 * mpf("1.001"),
        degree,
        double,
    )


def sin_fit(name: str, degree: int, double: bool) -> Fit:
    """``(sin(r) - r) / r^3`` as a polynomial of ``r^2``."""
    return Fit(
        name,
        "`(sin(r) - r) / r^3` of z = r^2, for |r| <= pi/4",
        root(lambda r: (mp.sin(r) - r) / r**3, mpf(-1) / 6),
        root(lambda r: r**3 / mp.sin(r), mpf(0)),
        mpf(0),
        (mp.pi / 4) ** 2 * mpf("1.001"),
        degree,
        double,
    )


def cos_fit(name: str, degree: int, double: bool) -> Fit:
    """``(cos(r) - 1 + r^2/2) / r^4`` as a polynomial of ``r^2``."""
    return Fit(
        name,
        "`(cos(r) - 1 + r^2/2) / r^4` of z = r^2, for |r| <= pi/4",
        root(lambda r: (mp.cos(r) - 1 + r**2 / 2) / r**4, mpf(1) / 24),
        root(lambda r: r**4 / mp.cos(r), mpf(0)),
        mpf(0),
        (mp.pi / 4) ** 2 * mpf("1.001"),
        degree,
        double,
    )


def atanh_rest_fit(name: str, degree: int, double: bool) -> Fit:
    """``(log((1+s)/(1-s)) - 2s - 2/3 s^3) / s^5`` as a polynomial of ``s^2``."""
    limit = (mp.sqrt(2) - 1) / (mp.sqrt(2) + 1)
    return Fit(
        name,
        "`(log((1+s)/(1-s)) - 2s - 2/3 s^3) / s^5` of z = s^2, same range",
        root(lambda s: (2 * mp.atanh(s) - 2 * s - 2 * s**3 / 3) / s**5, mpf(2) / 5),
        root(lambda s: s**5 / (2 * mp.atanh(s)), mpf(0)),
        mpf(0),
        limit**2 * mpf("1.001"),
        degree,
        double,
    )


def atan_fit(name: str, degree: int, double: bool) -> Fit:
    """``(atan(t) - t) / t^3`` as a polynomial of ``t^2``."""
    return Fit(
        name,
        "`(atan(t) - t) / t^3` of z = t^2, for |t| <= tan(pi/8)",
        root(lambda t: (mp.atan(t) - t) / t**3, mpf(-1) / 3),
        root(lambda t: t**3 / mp.atan(t), mpf(0)),
        mpf(0),
        mp.tan(mp.pi / 8) ** 2 * mpf("1.001"),
        degree,
        double,
    )


def asin_fit(name: str, degree: int, double: bool) -> Fit:
    """``(asin(s) - s) / s^3`` as a polynomial of ``s^2``."""
    return Fit(
        name,
        "`(asin(s) - s) / s^3` of z = s^2, for |s| <= 1/2",
        root(lambda s: (mp.asin(s) - s) / s**3, mpf(1) / 6),
        root(lambda s: s**3 / mp.asin(s), mpf(0)),
        mpf(0),
        mpf("0.2501"),
        degree,
        double,
    )


def sinh_fit(name: str, degree: int, double: bool) -> Fit:
    """``(sinh(r) - r) / r^3`` as a polynomial of ``r^2``."""
    return Fit(
        name,
        "`(sinh(r) - r) / r^3` of z = r^2, for |r| <= ln(2)/2",
        root(lambda r: (mp.sinh(r) - r) / r**3, mpf(1) / 6),
        root(lambda r: r**3 / mp.sinh(r), mpf(0)),
        mpf(0),
        (LN2 / 2) ** 2 * mpf("1.001"),
        degree,
        double,
    )


def cosh_fit(name: str, degree: int, double: bool) -> Fit:
    """``(cosh(r) - 1 - r^2/2) / r^4`` as a polynomial of ``r^2``."""
    return Fit(
        name,
        "`(cosh(r) - 1 - r^2/2) / r^4` of z = r^2, for |r| <= ln(2)/2",
        root(lambda r: (mp.cosh(r) - 1 - r**2 / 2) / r**4, mpf(1) / 24),
        root(lambda r: r**4 / mp.cosh(r), mpf(0)),
        mpf(0),
        (LN2 / 2) ** 2 * mpf("1.001"),
        degree,
        double,
    )


def inverse_cbrt_fit(name: str, degree: int) -> Fit:
    """``m^(-1/3)``, a start for Newton's iteration."""
    return Fit(
        name,
        "`m^(-1/3)` for m in [sqrt(1/2), sqrt(2)]",
        lambda m: m ** (mpf(-1) / 3),
        lambda m: m ** (mpf(1) / 3),
        mp.sqrt(mpf("0.5")),
        mp.sqrt(mpf(2)),
        degree,
        True,
    )


def log2_fit(name: str, degree: int) -> Fit:
    """``log2((1+s)/(1-s)) / s`` as a polynomial of ``s^2``."""
    limit = (mp.sqrt(2) - 1) / (mp.sqrt(2) + 1)
    return Fit(
        name,
        "`log2((1+s)/(1-s)) / s` of z = s^2, same range",
        root(lambda s: 2 * mp.atanh(s) / LN2 / s, 2 / LN2),
        root(lambda s: s * LN2 / (2 * mp.atanh(s)), LN2 / 2),
        mpf(0),
        limit**2 * mpf("1.001"),
        degree,
        True,
    )


def exp2_fit(name: str, degree: int) -> Fit:
    """``2^f`` for |f| <= 1/2."""
    return Fit(
        name,
        "`2^f` for |f| <= 1/2",
        lambda f: mpf(2) ** f,
        lambda f: mpf(2) ** -f,
        mpf("-0.5"),
        mpf("0.5"),
        degree,
        True,
    )


FITS = [
    exp_fit("EXP_F64", 10, True),
    exp_fit("EXP_F32", 4, False),
    exp_fit("EXPM1_F64", 10, True, half=True),
    exp_fit("EXPM1_F32", 5, False, half=True),
    atanh_fit("LOG_F64", 6, True),
    atanh_fit("LOG_F32", 2, False),
    atanh_rest_fit("LOG_REST_F64", 6, True),
    log2_fit("LOG2_SHORT", 5),
    exp2_fit("EXP2_SHORT", 7),
    sin_fit("SIN_F64", 5, True),
    sin_fit("SIN_F32", 2, False),
    cos_fit("COS_F64", 5, True),
    cos_fit("COS_F32", 2, False),
    atan_fit("ATAN_F64", 10, True),
    atan_fit("ATAN_F32", 4, False),
    asin_fit("ASIN_F64", 12, True),
    asin_fit("ASIN_F32", 4, False),
    sinh_fit("SINH_F64", 4, True),
    sinh_fit("SINH_F32", 2, False),
    cosh_fit("COSH_F64", 3, True),
    cosh_fit("COSH_F32", 1, False),
    inverse_cbrt_fit("INVERSE_CBRT", 5),
]


def literal(value: mpf) -> str:
    """Write a Rust literal that reads back as ``value`` exactly."""
    return repr(float(value)).replace("e-0", "e-")


def main(names: list[str]) -> None:
    """Print the Rust file."""
    if not names:
        print("//! Minimax polynomials, lowest order first. Written by `coefficients.py`.\n")
    for fit in FITS:
        if names and fit.name not in names:
            continue
        coefs, worst = rounded(fit)
        bits = mp.nstr(-mp.log(worst, 2), 4)
        print(f"/// {fit.doc}.\n/// Relative error of the function: 2^-{bits}.")
        print(f"pub(super) const {fit.name}: [f64; {len(coefs)}] = [")
        for c in coefs:
            print(f"    {literal(c)},")
        print("];\n", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])

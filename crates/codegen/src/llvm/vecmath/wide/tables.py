"""Compute the tables and polynomials of ``tables.rs``.

Run with mpmath installed, from this folder:
``PYTHONPATH=.. python tables.py > tables.rs && rustfmt tables.rs``.
"""

from __future__ import annotations

from coefficients import LN2, Fit, Real, literal, rounded, series
from mpmath import mp, mpf

STEPS = 16
"""Steps of the table of powers in an octave."""


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


def exp_fit(name: str, weight: Real, degree: int) -> Fit:
    """Approximate the exponential on a step of the table."""
    limit = LN2 / (2 * STEPS) + mpf(2) ** -20
    return Fit(
        name,
        "`(exp(r) - 1 - r) / r^2` for |r| <= ln(2)/32",
        series(lambda r: (mp.exp(r) - 1 - r) / r**2, mpf("0.5")),
        weight,
        -limit,
        limit,
        degree,
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
    fits = (
        exp_fit("EXP_STEP", lambda r: r**2 / mp.exp(r), 4),
        exp_fit("EXPM1_STEP", series(lambda r: r**2 / abs(mp.expm1(r)), mpf(0)), 5),
        log_fit(),
        log_cubic_fit(),
    )
    for fit in fits:
        coefs, worst = rounded(fit)
        show(fit.name, f"{fit.doc}. Error: 2^-{mp.nstr(-mp.log(worst, 2), 4)}.", coefs)


if __name__ == "__main__":
    main()

"""Write ``vecmath_reference.bin``: exact results for the tests of the vector math.

Run with mpmath installed, from this folder: ``python vecmath_reference.py``.

The arguments are not stored: ``vecmath.rs`` makes the same ones from the same generator and the same table of ranges.
For each function and point the file holds the nearest binary64 number (8 bytes, little endian) and what the exact result has
beyond it, in units of its last place, times 254 (one signed byte). Functions are in the order of ``RANGES``.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from pathlib import Path

from mpmath import mp, mpf

POINTS = 1024
MASK = (1 << 64) - 1

# Each range is (low, high, exponents): uniform, or with `exponents` a uniform exponent of two and a random sign if low is -1.
Range = tuple[float, float, bool]


def one(name: str, *ranges: Range) -> tuple[str, list[Range], list[Range]]:
    """Describe a function of one argument."""
    return name, list(ranges), []


EVERYWHERE: Range = (-1022.0, 1023.0, True)
UNIT: Range = (-1.0, 1.0, False)
NEAR_ONE: Range = (0.99, 1.01, False)

RANGES: list[tuple[str, list[Range], list[Range]]] = [
    one("exp", (-745.0, 709.0, False), UNIT, (-40.0, 9.0, True)),
    one("exp2", (-1074.0, 1023.0, False), UNIT, (-40.0, 9.0, True)),
    one("expm1", (-40.0, 709.0, False), UNIT, (-60.0, 9.0, True)),
    one("log", (0.0, 4.0, False), NEAR_ONE, EVERYWHERE),
    one("log2", (0.0, 4.0, False), NEAR_ONE, EVERYWHERE),
    one("log10", (0.0, 4.0, False), NEAR_ONE, EVERYWHERE),
    one("log1p", (-1.0, 4.0, False), (-0.01, 0.01, False), EVERYWHERE),
    one("sin", (-100.0, 100.0, False), (-20.0, 40.0, True), EVERYWHERE),
    one("cos", (-100.0, 100.0, False), (-20.0, 40.0, True), EVERYWHERE),
    one("tan", (-100.0, 100.0, False), (-20.0, 40.0, True), EVERYWHERE),
    one("asin", UNIT, (-60.0, -1.0, True), (0.9, 1.0, False)),
    one("acos", UNIT, (-60.0, -1.0, True), (-1.0, -0.9, False)),
    one("atan", (-4.0, 4.0, False), (-60.0, 60.0, True), EVERYWHERE),
    ("atan2", [(-4.0, 4.0, False), EVERYWHERE], [(-4.0, 4.0, False), (-60.0, 60.0, True)]),
    one("sinh", (-710.0, 710.0, False), UNIT, (-60.0, 9.0, True)),
    one("cosh", (-710.0, 710.0, False), UNIT, (-60.0, 9.0, True)),
    one("tanh", (-20.0, 20.0, False), UNIT, (-60.0, 9.0, True)),
    one("asinh", (-4.0, 4.0, False), (-60.0, 60.0, True), EVERYWHERE),
    one("acosh", (1.0, 1.1, False), (1.0, 4.0, False), (0.0, 1023.0, True)),
    one("atanh", UNIT, (-60.0, -1.0, True), (-0.1, 0.1, False)),
    ("pow", [(0.0, 10.0, False), NEAR_ONE, (-500.0, 500.0, True)], [(-300.0, 300.0, False), (-4e4, 4e4, False), UNIT]),
    one("cbrt", (-4.0, 4.0, False), EVERYWHERE),
    ("hypot", [(-4.0, 4.0, False), (-1000.0, 1000.0, True)], [(-4.0, 4.0, False), (-1000.0, 1000.0, True)]),
]

FUNCTIONS: dict[str, Callable[..., mpf]] = {
    "exp": mp.exp,
    "exp2": lambda x: mpf(2) ** x,
    "expm1": mp.expm1,
    "log": mp.log,
    "log2": lambda x: mp.log(x) / mp.log(2),
    "log10": lambda x: mp.log(x) / mp.log(10),
    "log1p": mp.log1p,
    "sin": mp.sin,
    "cos": mp.cos,
    "tan": mp.tan,
    "asin": mp.asin,
    "acos": mp.acos,
    "atan": mp.atan,
    "atan2": mp.atan2,
    "sinh": mp.sinh,
    "cosh": mp.cosh,
    "tanh": mp.tanh,
    "asinh": mp.asinh,
    "acosh": mp.acosh,
    "atanh": mp.atanh,
    "pow": lambda x, y: mp.exp(y * mp.log(x)),
    "cbrt": lambda x: mp.sign(x) * mp.cbrt(abs(x)),
    "hypot": mp.hypot,
}

POSITIVE = {"log", "log2", "log10", "log1p", "acosh", "pow"}


class Generator:
    """The generator splitmix64."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def next(self) -> int:
        """Return 64 random bits."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def unit(self) -> float:
        """Return a number in [0, 1)."""
        return (self.next() >> 11) * 2.0**-53

    def draw(self, bounds: Range, positive: bool) -> float:
        """Return a number in a range."""
        low, high, exponents = bounds
        if not exponents:
            return low + (high - low) * self.unit()
        exponent = math.floor(low + (high - low) * self.unit())
        value = math.ldexp(1.0 + self.unit(), exponent)
        sign = self.next() & 1
        return -value if sign and not positive else value


def encode(exact: mpf) -> bytes:
    """Pack the nearest binary64 number and the rest."""
    near = float(exact)
    if math.isinf(near):
        return struct.pack("<db", near, 0)
    rest = (exact - mpf(near)) / mpf(math.ulp(near))
    return struct.pack("<db", near, round(float(rest) * 254))


def main() -> None:
    """Write the file."""
    out = bytearray()
    for index, (name, xs, ys) in enumerate(RANGES):
        generator = Generator(index)
        for i in range(POINTS):
            x = generator.draw(xs[i % len(xs)], name in POSITIVE)
            args = [x]
            if ys:
                args.append(generator.draw(ys[i % len(ys)], positive=False))
            # Enough digits for the reduction of the largest arguments and for results near 1.
            mp.prec = 1400 if name in {"sin", "cos", "tan"} else 300
            out += encode(FUNCTIONS[name](*[mpf(a) for a in args]))
    Path("vecmath_reference.bin").write_bytes(out)


if __name__ == "__main__":
    main()

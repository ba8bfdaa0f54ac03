"""``cuda.libdevice`` in compiled kernels: `libdevice_table` says the types, `_NARROW`, `_WIDE` and the loops the formulas.

A function of float32 computes in float32 where its formula is a function of `math` (`_NARROW`), else in float64.
"""

from __future__ import annotations

import math

import numpy as np

from coluber.core import types
from coluber.core.extending import implements
from coluber.cuda.kernel.libdevice_table import FUNCTIONS
from coluber.cuda.kernel.rounding import DIRECTIONS
from coluber.cuda.kernel.tables import TYPES
from coluber.lib import intrinsics
from coluber.lib.cuda import directions, integers, special
from coluber.lib.kinds import is_real
from coluber.lib.python import float_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FunctionType
    from typing import Any

    from coluber.cuda.kernel.tables import Row

    Formula = Callable[..., Any]

PREFIX = "coluber.cuda.kernel.libdevice."

# By the name for float64; that for float32 has an f behind it.
_NARROW: dict[str, Formula] = {
    name: getattr(math, name)
    for name in """
        acos acosh asin asinh atan atan2 atanh copysign cos cosh erf erfc exp exp2 expm1 fabs fmod hypot log log10 log1p log2
        nextafter pow remainder sin sinh sqrt tan tanh
    """.split()
    if hasattr(math, name)
} | {
    "cbrt": np.cbrt,
    "exp2": np.exp2,
    "fma": intrinsics.fma,
    "j0": intrinsics.bessel_j0,
    "j1": intrinsics.bessel_j1,
    "y0": intrinsics.bessel_y0,
    "y1": intrinsics.bessel_y1,
    "sincos": special.sincos,
}
_FAST = "cosf expf log10f log2f logf powf sinf sincosf tanf".split()
_WIDE: dict[str, Formula] = {
    **{
        name: getattr(special, name)
        for name in """
            cospi erfcinv erfcx erfinv exp10 fdim fmax fmin ilogb ldexp lgamma logb modf normcdf normcdfinv powi rcbrt remquo
            rsqrt sincospi sinpi tgamma
        """.split()
    },
    "ceil": np.ceil,
    "floor": np.floor,
    "frexp": float_parts.split,
    "jn": special.bessel_j,
    "nearbyint": intrinsics.rint,
    "rint": intrinsics.rint,
    "round": special.round_away,
    "scalbn": special.ldexp,
    "trunc": np.trunc,
    "yn": special.bessel_y,
}
_OTHERS: dict[str, Formula] = {
    "abs": abs,
    "brevll": integers.brev,
    "clzll": integers.clz,
    "double2hiint": integers.hiint,
    "double2loint": integers.loint,
    "double_as_longlong": intrinsics.float_bits,
    "fast_exp10f": special.exp10,
    "fast_fdividef": np.divide,
    "ffsll": integers.ffs,
    "finitef": math.isfinite,
    "float2half_rn": integers.to_half,
    "float_as_int": intrinsics.float32_bits,
    "frsqrt_rn": special.rsqrt,
    "half2float": integers.from_half,
    "hiloint2double": integers.hiloint,
    "int_as_float": intrinsics.bits_float32,
    "isfinited": math.isfinite,
    "isinfd": math.isinf,
    "isinff": math.isinf,
    "isnand": math.isnan,
    "isnanf": math.isnan,
    "llabs": abs,
    "llmax": max,
    "llmin": min,
    "longlong_as_double": intrinsics.bits_float,
    "max": max,
    "min": min,
    "popcll": integers.popc,
    "saturatef": special.saturate,
    **{
        name: getattr(integers, name)
        for name in """
            brev byte_perm clz ffs hadd mul24 mul64hi mulhi popc rhadd sad uhadd ullmax ullmin umax umin umul24 umul64hi umulhi
            urhadd usad
        """.split()
    },
}


def _signbit(x: float) -> bool:
    return intrinsics.float_bits(x) < 0


def _llrint(x: float) -> int:
    return directions.to_ll(x, 0)


def _llround(x: float) -> int:
    return directions.to_ll(special.round_away(x), 1)


_WIDE |= {"llrint": _llrint, "llround": _llround}
_OTHERS |= {"signbitd": _signbit, "signbitf": _signbit}


def _directed(formula: Formula, direction: int, count: int) -> Formula:
    """Return the function of a direction."""

    def one(x):
        return formula(x, direction)

    def two(x, y):
        return formula(x, y, direction)

    def three(x, y, z):
        return formula(x, y, z, direction)

    return (one, two, three)[count - 1]


def _add_directions(formulas: dict[str, Formula], way: str, direction: int) -> None:
    """Add the arithmetic and the conversions that round in a direction."""
    for letter, bits in (("d", 64), ("f", 32)):
        for name, count in (("add", 2), ("mul", 2), ("div", 2), ("rcp", 1), ("sqrt", 1), ("fma", 3), ("sub", 2)):
            if hasattr(directions, f"{name}_{bits}"):
                public = f"{letter}{name}" if name != "fma" else "fma" if bits == 64 else "fmaf"
                formulas[f"{public}_{way}"] = _directed(getattr(directions, f"{name}_{bits}"), direction, count)
    for name in ("int", "uint", "ll", "ull"):
        whole = _directed(getattr(directions, f"to_{name}"), direction, 1)
        formulas[f"double2{name}_{way}"] = formulas[f"float2{name}_{way}"] = whole
        formulas[f"{name}2float_{way}"] = _directed(getattr(directions, f"{name}_32"), direction, 1)
        formulas[f"{name}2double_{way}"] = _directed(getattr(directions, f"{name}_64"), direction, 1)
    formulas[f"double2float_{way}"] = _directed(directions.narrowed, direction, 1)


for _direction, _way in enumerate(DIRECTIONS):
    _add_directions(_OTHERS, _way, _direction)


def _formula(name: str) -> tuple[Formula, bool]:
    """Return the formula of a function, and whether it computes in the type of its arguments."""
    if name in _OTHERS:
        return _OTHERS[name], name in ("fast_fdividef", "float_as_int")
    if name.startswith("fast_"):
        return _formula(name.removeprefix("fast_"))
    base = name if name in _NARROW or name in _WIDE else name.removesuffix("f")
    return (_NARROW[base], True) if base in _NARROW else (_WIDE[base], False)


def _number(letter: str) -> Any:
    return getattr(types, "boolean" if letter == "?" else TYPES[letter])


def _implementation(row: Row, formula: Formula, narrow: bool) -> FunctionType:
    """Return the function that converts arguments, computes and converts the results."""
    first = [_number(letter) for letter in row.arguments]
    inner = first if narrow else [_number("d") if letter == "f" else _number(letter) for letter in row.arguments]
    a, b, c = (*first, *first[:1] * 2)[:3]
    p, q, r = (*inner, *inner[:1] * 2)[:3]
    results = [_number(letter) for letter in row.results]
    result, other = results[0], results[-1]

    def one(x):
        return result(formula(p(a(x))))

    def one_pair(x):
        u, v = formula(p(a(x)))
        return result(u), other(v)

    def two(x, y):
        return result(formula(p(a(x)), q(b(y))))

    def two_pair(x, y):
        u, v = formula(p(a(x)), q(b(y)))
        return result(u), other(v)

    def three(x, y, z):
        return result(formula(p(a(x)), q(b(y)), r(c(z))))

    single = {1: one, 2: two, 3: three}
    return {1: one_pair, 2: two_pair}[len(first)] if len(results) == 2 else single[len(first)]


def _register(name: str, row: Row) -> None:
    formula, narrow = _formula(name)

    def one(x):
        return _implementation(row, formula, narrow) if is_real(x) else None

    def two(x, y):
        return _implementation(row, formula, narrow) if is_real(x) and is_real(y) else None

    def three(x, y, z):
        return _implementation(row, formula, narrow) if is_real(x) and is_real(y) and is_real(z) else None

    implements(PREFIX + name)((one, two, three)[len(row.arguments) - 1])


for _name, _row in FUNCTIONS.items():
    _register(_name, _row)

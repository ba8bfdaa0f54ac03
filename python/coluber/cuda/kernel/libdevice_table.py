"""The table of the functions of NVIDIA's libdevice: `FUNCTIONS`.

A row has the name, the types of the arguments, the types of the results (several where C's has pointers: ``sincos(x)`` returns
``(sin, cos)``) and what the simulator computes. int32 and int64 stand for the unsigned integers of the same width too.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from coluber.cuda.kernel import functions as more
from coluber.cuda.kernel import rounding
from coluber.cuda.kernel.tables import Row, cast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

FUNCTIONS: dict[str, Row] = {}


def _add(names: str, arguments: str, results: str, *computes: Callable[..., Any]) -> None:
    """Add functions of one type, with a formula each or one for all."""
    listed = names.split()
    formulas = computes * len(listed) if len(computes) == 1 else computes
    for name, compute in zip(listed, formulas, strict=True):
        FUNCTIONS[name] = Row(arguments, results, compute)


def _add_both(names: str, arguments: str, results: str, *computes: Callable[..., Any]) -> None:
    """Add functions of float64, and those of float32, whose names end in f and whose formulas are computed in float64."""
    _add(names, arguments, results, *computes)
    narrow = " ".join(name + "f" for name in names.split())
    _add(narrow, arguments.replace("d", "f"), results.replace("d", "f"), *map(_widened, computes))


def _widened(compute: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *values: compute(*(np.float64(value) if isinstance(value, np.floating) else value for value in values))


# ---------------------------------------------------------------------------------------------- float64 and float32

_add_both("acos acosh asin asinh atan atanh", "d", "d", np.arccos, np.arccosh, np.arcsin, np.arcsinh, np.arctan, np.arctanh)
_add_both(
    "cbrt ceil cos cosh cospi exp exp2 expm1",
    "d",
    "d",
    np.cbrt,
    np.ceil,
    np.cos,
    np.cosh,
    more.cospi,
    np.exp,
    np.exp2,
    np.expm1,
)
_add_both("erf erfc erfcinv erfcx erfinv", "d", "d", math.erf, math.erfc, more.erfcinv, more.erfcx, more.erfinv)
_add_both("exp10 fabs floor lgamma", "d", "d", lambda x: np.power(10.0, x), np.fabs, np.floor, more.lgamma)
_add_both("log log10 log1p log2 logb", "d", "d", np.log, np.log10, np.log1p, np.log2, more.logb)
_add_both("nearbyint rint round trunc", "d", "d", np.rint, np.rint, more.round_away, np.trunc)
_add_both("normcdf normcdfinv", "d", "d", more.normcdf, more.normcdfinv)
_add_both("rcbrt rsqrt sqrt", "d", "d", lambda x: 1 / np.cbrt(x), lambda x: 1 / np.sqrt(x), np.sqrt)
_add_both("sin sinh sinpi tan tanh tgamma", "d", "d", np.sin, np.sinh, more.sinpi, np.tan, np.tanh, more.tgamma)
_add_both("j0 j1 y0 y1", "d", "d", *(lambda x, f=f, n=n: f(n, x) for f in (more.bessel_j, more.bessel_y) for n in (0, 1)))
_add_both("jn yn", "id", "d", lambda n, x: more.bessel_j(int(n), x), lambda n, x: more.bessel_y(int(n), x))
_add_both("atan2 copysign fmax fmin fmod", "dd", "d", np.arctan2, np.copysign, np.fmax, np.fmin, np.fmod)
_add_both(
    "fdim hypot pow remainder",
    "dd",
    "d",
    lambda x, y: np.fmax(x - y, 0) if x == x and y == y else x + y,
    np.hypot,
    np.power,
    more.remainder,
)
_add("nextafter", "dd", "d", np.nextafter)
_add("nextafterf", "ff", "f", np.nextafter)
_add_both("ldexp powi scalbn", "di", "d", np.ldexp, lambda x, n: np.power(x, float(n)), np.ldexp)
_add_both("frexp modf", "d", "di", np.frexp, np.modf)
FUNCTIONS["modf"].results = "dd"
FUNCTIONS["modff"].results = "ff"
_add_both("remquo", "dd", "di", lambda x, y: (more.remainder(x, y), more.quotient(float(x), float(y))))
_add_both("sincos sincospi", "d", "dd", lambda x: (np.sin(x), np.cos(x)), lambda x: (more.sinpi(x), more.cospi(x)))
_add_both("ilogb", "d", "i", more.ilogb)
_add("isfinited isinfd isnand signbitd", "d", "i", np.isfinite, np.isinf, np.isnan, np.signbit)
_add("finitef isinff isnanf signbitf", "f", "i", np.isfinite, np.isinf, np.isnan, np.signbit)
_add_both("llrint llround", "d", "l", lambda x: _saturated(x, "rn", "l"), lambda x: _saturated(more.round_away(x), "rz", "l"))

# ------------------------------------------------------------------------------------------------- fast, in float32

_FAST = (np.cos, lambda x: np.power(10.0, x), np.exp, np.log10, np.log2, np.log, np.sin, np.tan)
_add("fast_cosf fast_exp10f fast_expf fast_log10f fast_log2f fast_logf fast_sinf fast_tanf", "f", "f", *map(_widened, _FAST))
_add("fast_fdividef fast_powf", "ff", "f", np.divide, _widened(np.power))
_add("fast_sincosf", "f", "ff", _widened(lambda x: (np.sin(x), np.cos(x))))
_add("saturatef", "f", "f", lambda x: np.float32(0) if x != x else np.clip(x, 0, 1))
_add("frsqrt_rn", "f", "f", _widened(lambda x: 1 / np.sqrt(x)))

# ---------------------------------------------------------------------------------------- arithmetic, with directions


def _fraction(compute: Callable[..., Fraction], plain: Callable[..., Any], dtype: type, direction: str) -> Callable[..., Any]:
    return lambda *values: rounding.exactly(compute, plain, values, dtype, direction)


def _root(dtype: type, direction: str) -> Callable[..., Any]:
    return lambda x: rounding.square_root(x, dtype, direction)


for _letter, _dtype in (("d", np.float64), ("f", np.float32)):
    for _way in rounding.DIRECTIONS:
        _two = _letter * 2
        _add(f"{_letter}add_{_way}", _two, _letter, _fraction(lambda x, y: x + y, np.add, _dtype, _way))
        _add(f"{_letter}mul_{_way}", _two, _letter, _fraction(lambda x, y: x * y, np.multiply, _dtype, _way))
        _add(f"{_letter}div_{_way}", _two, _letter, _fraction(lambda x, y: x / y, np.divide, _dtype, _way))
        _add(f"{_letter}rcp_{_way}", _letter, _letter, _fraction(lambda x: 1 / x, np.reciprocal, _dtype, _way))
        _add(f"{_letter}sqrt_{_way}", _letter, _letter, _root(_dtype, _way))
        _fma = _fraction(lambda x, y, z: x * y + z, lambda x, y, z: x * y + z, _dtype, _way)
        _add(f"fma{'f' * (_letter == 'f')}_{_way}", _letter * 3, _letter, _fma)
        if _letter == "f":
            _add(f"fsub_{_way}", _two, _letter, _fraction(lambda x, y: x - y, np.subtract, _dtype, _way))
_add("fma", "ddd", "d", FUNCTIONS["fma_rn"].compute)
_add("fmaf", "fff", "f", FUNCTIONS["fmaf_rn"].compute)

# -------------------------------------------------------------------------------------------------------- conversions

_LIMITS = {"i": (-(2**31), 2**31 - 1), "I": (0, 2**32 - 1), "l": (-(2**63), 2**63 - 1), "L": (0, 2**64 - 1)}


def _saturated(x: Any, direction: str, letter: str) -> int:
    """Return a number as an integer that stays within the limits of a type; NaN gives 0 (the lowest integer for 64 bits)."""
    low, high = _LIMITS[letter]
    if math.isnan(x):
        return {"l": low, "L": 1 << 63}.get(letter, 0)
    if math.isinf(x):
        return high if x > 0 else low
    return min(max(rounding.integer(x, direction), low), high)


def _to_integer(direction: str, letter: str) -> Callable[[Any], int]:
    return lambda x: _saturated(x, direction, letter)


def _to_float(direction: str, dtype: type, unsigned: str = "") -> Callable[[Any], Any]:
    def convert(x: Any) -> Any:
        number = cast(x, unsigned) if unsigned else x
        exact = Fraction(float(number)) if isinstance(x, np.floating) else Fraction(int(number))
        return rounding.rounded(exact, dtype, direction)

    return lambda x: dtype(x) if isinstance(x, np.floating) and not np.isfinite(x) else convert(x)


# An unsigned result comes out as the signed integer with the same bits.
_INTEGERS = (("int", "i", "i", ""), ("uint", "i", "I", "I"), ("ll", "l", "l", ""), ("ull", "l", "L", "L"))
for _way in rounding.DIRECTIONS:
    for _name, _letter, _range, _unsigned in _INTEGERS:
        _add(f"double2{_name}_{_way}", "d", _letter, _to_integer(_way, _range))
        _add(f"float2{_name}_{_way}", "f", _letter, _to_integer(_way, _range))
        _add(f"{_name}2float_{_way}", _letter, "f", _to_float(_way, np.float32, _unsigned))
        if _letter == "l" or _way == "rn":
            _add(f"{_name}2double_{_way}", _letter, "d", _to_float(_way, np.float64, _unsigned))
    _add(f"double2float_{_way}", "d", "f", _to_float(_way, np.float32))
_add("float2half_rn", "f", "h", lambda x: np.float16(x).view(np.int16))
_add("half2float", "h", "f", lambda x: x.view(np.float16))
_add("double_as_longlong float_as_int", "d", "l", lambda x: x.view(np.int64))
FUNCTIONS["float_as_int"] = Row("f", "i", lambda x: x.view(np.int32))
_add("longlong_as_double", "l", "d", lambda x: x.view(np.float64))
_add("int_as_float", "i", "f", lambda x: x.view(np.float32))
_add("double2hiint double2loint", "d", "i", lambda x: int(x.view(np.int64)) >> 32, lambda x: int(x.view(np.int64)))
_add("hiloint2double", "ii", "d", lambda high, low: cast((int(high) << 32) | (int(low) & 0xFFFFFFFF), "l").view(np.float64))

# ----------------------------------------------------------------------------------------------------------- integers


def _signed(compute: Callable[..., int]) -> Callable[..., int]:
    return lambda *values: compute(*map(int, values))


def _unsigned_32(compute: Callable[..., int]) -> Callable[..., int]:
    return lambda *values: compute(*(int(value) & 0xFFFFFFFF for value in values))


def _unsigned_64(compute: Callable[..., int]) -> Callable[..., int]:
    return lambda *values: compute(*(int(value) & (2**64 - 1) for value in values))


def _low_24(value: int) -> int:
    """Return the low 24 bits as a signed integer."""
    return ((value & 0xFFFFFF) ^ 0x800000) - 0x800000


def _permute_bytes(x: int, y: int, selector: int) -> int:
    source = x | (y << 32)
    picked = 0
    for place in range(4):
        choice = (selector >> (4 * place)) & 15
        byte = (source >> (8 * (choice & 7))) & 0xFF
        if choice & 8:
            byte = 0xFF if byte & 0x80 else 0
        picked |= byte << (8 * place)
    return picked


_add("abs max min", "i", "i", _signed(abs), _signed(max), _signed(min))
FUNCTIONS["max"].arguments = FUNCTIONS["min"].arguments = "ii"
_add("llabs", "l", "l", _signed(abs))
_add("llmax llmin", "ll", "l", _signed(max), _signed(min))
_add("umax umin", "ii", "i", _unsigned_32(max), _unsigned_32(min))
_add("ullmax ullmin", "ll", "l", _unsigned_64(max), _unsigned_64(min))
_add("hadd rhadd", "ii", "i", _signed(lambda x, y: (x + y) >> 1), _signed(lambda x, y: (x + y + 1) >> 1))
_add("uhadd urhadd", "ii", "i", _unsigned_32(lambda x, y: (x + y) >> 1), _unsigned_32(lambda x, y: (x + y + 1) >> 1))
_add("mulhi", "ii", "i", _signed(lambda x, y: (x * y) >> 32))
_add("umulhi", "ii", "i", _unsigned_32(lambda x, y: (x * y) >> 32))
_add("mul64hi", "ll", "l", _signed(lambda x, y: (x * y) >> 64))
_add("umul64hi", "ll", "l", _unsigned_64(lambda x, y: (x * y) >> 64))
_add("mul24", "ii", "i", _signed(lambda x, y: _low_24(x) * _low_24(y)))
_add("umul24", "ii", "i", _unsigned_32(lambda x, y: (x & 0xFFFFFF) * (y & 0xFFFFFF)))
_add("sad", "iii", "i", _signed(lambda x, y, z: abs(x - y) + z))
_add("usad", "iii", "i", _unsigned_32(lambda x, y, z: abs(x - y) + z))
_add("byte_perm", "iii", "i", _unsigned_32(_permute_bytes))
_add(
    "popc clz ffs brev",
    "i",
    "i",
    *map(
        _unsigned_32,
        (int.bit_count, lambda x: 32 - x.bit_length(), lambda x: (x & -x).bit_length(), lambda x: int(f"{x:032b}"[::-1], 2)),
    ),
)
_add(
    "popcll clzll ffsll",
    "l",
    "i",
    *map(_unsigned_64, (int.bit_count, lambda x: 64 - x.bit_length(), lambda x: (x & -x).bit_length())),
)
_add("brevll", "l", "l", _unsigned_64(lambda x: int(f"{x:064b}"[::-1], 2)))

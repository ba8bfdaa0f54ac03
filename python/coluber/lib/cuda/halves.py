"""``cuda.fp16`` and ``cuda.bf16`` in compiled kernels: tables of the vocabulary say the types, here are the formulas.

Arithmetic on numbers of 16 bits is that of float32, rounded; so is that of the functions of `math` and `numpy`.
"""

from __future__ import annotations

import math

import numpy as np

from coluber.core import types
from coluber.cuda.kernel.bf16_table import FUNCTIONS as BF16
from coluber.cuda.kernel.fp16 import FUNCTIONS as FP16
from coluber.cuda.kernel.rounding import DIRECTIONS
from coluber.cuda.kernel.tables import TYPES
from coluber.lib import intrinsics
from coluber.lib.cuda import special
from coluber.lib.cuda.tables import register

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Formula = Callable[..., Any]

_bfloat16, _float32, _float64, _uint64 = types.bfloat16, types.float32, types.float64, types.uint64


def _neg(x: Any) -> Any:
    return -x


def _exp10(x: Any) -> Any:
    return special.exp10(_float64(x))


def _rsqrt(x: Any) -> Any:
    return np.divide(_float32(1.0), math.sqrt(_float32(x)))


def _rcp(x: Any) -> Any:
    return np.divide(_float32(1.0), _float32(x))


def _add(x: Any, y: Any) -> Any:
    return x + y


def _sub(x: Any, y: Any) -> Any:
    return x - y


def _mul(x: Any, y: Any) -> Any:
    return x * y


def _eq(x: Any, y: Any) -> bool:
    return x == y


def _ne(x: Any, y: Any) -> bool:
    return x < y or x > y


def _lt(x: Any, y: Any) -> bool:
    return x < y


def _le(x: Any, y: Any) -> bool:
    return x <= y


def _gt(x: Any, y: Any) -> bool:
    return x > y


def _ge(x: Any, y: Any) -> bool:
    return x >= y


_SHARED: dict[str, Formula] = {
    "habs": abs,
    "hneg": _neg,
    "hceil": np.ceil,
    "hfloor": np.floor,
    "hrint": np.rint,
    "htrunc": np.trunc,
    "hcos": math.cos,
    "hsin": math.sin,
    "htanh": math.tanh,
    "htanh_approx": math.tanh,
    "hexp": math.exp,
    "hexp2": np.exp2,
    "hexp10": _exp10,
    "hlog": math.log,
    "hlog2": math.log2,
    "hlog10": math.log10,
    "hsqrt": math.sqrt,
    "hrsqrt": _rsqrt,
    "hrcp": _rcp,
    "hadd": _add,
    "hsub": _sub,
    "hmul": _mul,
    "hdiv": np.divide,
    "hmax": np.fmax,
    "hmin": np.fmin,
    "heq": _eq,
    "hne": _ne,
    "hlt": _lt,
    "hle": _le,
    "hgt": _gt,
    "hge": _ge,
    "hfma": intrinsics.fma,
}


# ------------------------------------------------------------------------------------------------------------ bfloat16


def _saturated(x: Any) -> Any:
    return x if x > 0.0 and x < 1.0 else _bfloat16(1.0 if x >= 1.0 else 0.0)


def _add_sat(x: Any, y: Any) -> Any:
    return _saturated(x + y)


def _sub_sat(x: Any, y: Any) -> Any:
    return _saturated(x - y)


def _mul_sat(x: Any, y: Any) -> Any:
    return _saturated(x * y)


def _fma_sat(x: Any, y: Any, z: Any) -> Any:
    return _saturated(intrinsics.fma(x, y, z))


def _fma_relu(x: Any, y: Any, z: Any) -> Any:
    result = intrinsics.fma(x, y, z)
    return _bfloat16(0.0) if result < 0.0 else result


def _equ(x: Any, y: Any) -> bool:
    return not (x < y or x > y)


def _neu(x: Any, y: Any) -> bool:
    return x != y


def _ltu(x: Any, y: Any) -> bool:
    return not x >= y


def _leu(x: Any, y: Any) -> bool:
    return not x > y


def _gtu(x: Any, y: Any) -> bool:
    return not x <= y


def _geu(x: Any, y: Any) -> bool:
    return not x < y


def _whole(x: float, direction: int) -> float:
    """Return a float64 rounded to an integer: 0 to the nearest, 1 to zero, 2 up, 3 down."""
    if direction == 0:
        return np.rint(x)
    if direction == 1:
        return np.trunc(x)
    return np.ceil(x) if direction == 2 else np.floor(x)


def _to_integer(letter: str, direction: int) -> Formula:
    """Return the conversion to an integer; what is too large or small becomes the largest or smallest, a NaN zero."""
    integer = getattr(types, TYPES[letter])
    low, high = integer(integer.minval), integer(integer.maxval)
    # The largest numbers of 64 bits are no float64, but the next ones are.
    top = float(integer.maxval + 1) if integer.bitwidth == 64 else float(integer.maxval)
    bottom = float(integer.minval)

    def convert(x):
        whole = _whole(_float64(x), direction)
        if whole != whole:
            return integer(0)
        if whole >= top:
            return high
        return low if whole <= bottom else integer(whole)

    return convert


def _from_number(direction: int) -> Formula:
    """Return the conversion of a float32 or float64, which is moved by one where the nearest number is not in the direction."""

    def convert(x):
        near = _bfloat16(x)
        distance = _float64(near) - _float64(x)
        if distance > 0.0 and (direction == 3 or (direction == 1 and x > 0.0)):
            return math.nextafter(near, _bfloat16(-math.inf))
        if distance < 0.0 and (direction == 2 or (direction == 1 and x < 0.0)):
            return math.nextafter(near, _bfloat16(math.inf))
        return near

    return convert


def _from_integer(direction: int) -> Formula:
    """Return the conversion of an integer."""

    def convert(x):
        near = _bfloat16(x)
        if direction == 0:
            return near
        size, near_size = (-_uint64(x) if x < 0 else _uint64(x)), abs(_float64(near))
        longer = near_size >= 18446744073709551616.0 or _uint64(near_size) > size
        shorter = not longer and _uint64(near_size) < size
        away = (direction == 2 and x > 0) or (direction == 3 and x < 0)
        if longer and not away:
            return math.nextafter(near, _bfloat16(0.0))
        if shorter and away:
            return math.nextafter(near, _bfloat16(math.inf if x > 0 else -math.inf))
        return near

    return convert


def _same(x: Any) -> Any:
    return x


def _bf16_formulas() -> dict[str, Formula]:
    formulas: dict[str, Formula] = {
        "hadd_rn": _add,
        "hsub_rn": _sub,
        "hmul_rn": _mul,
        "hadd_sat": _add_sat,
        "hsub_sat": _sub_sat,
        "hmul_sat": _mul_sat,
        "hfma_sat": _fma_sat,
        "hfma_relu": _fma_relu,
        "hmax_nan": np.maximum,
        "hmin_nan": np.minimum,
        "hisnan": math.isnan,
        "hisinf": math.isinf,
        "hequ": _equ,
        "hneu": _neu,
        "hltu": _ltu,
        "hleu": _leu,
        "hgtu": _gtu,
        "hgeu": _geu,
    }
    for name, row in BF16.items():
        if name in _SHARED or name in formulas:
            continue
        direction = DIRECTIONS.index(name[-2:]) if name[-2:] in DIRECTIONS else 0
        if "_as_" in name:
            formulas[name] = intrinsics.bfloat16_bits if row.arguments == "g" else intrinsics.bits_bfloat16
        elif row.arguments == "g":
            formulas[name] = _same if row.results == "f" else _to_integer(row.results, direction)
        else:
            formulas[name] = (_from_number if row.arguments in "fd" else _from_integer)(direction)
    return formulas


# -------------------------------------------------------------------------------------------------------- registration


for _name, _row in FP16.items():
    register(f"coluber.cuda.kernel.fp16.{_name}", _row, _SHARED[_name])
_formulas = _SHARED | _bf16_formulas()
for _name, _row in BF16.items():
    register(f"coluber.cuda.kernel.bf16.{_name}", _row, _formulas[_name])

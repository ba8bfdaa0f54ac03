"""What programs use of Numba's helpers."""

from __future__ import annotations

import operator
import sys
from inspect import Parameter as pyParameter
from inspect import Signature as pySignature
from inspect import signature as pysignature

PYVERSION = sys.version_info[:2]
MACHINE_BITS = 64

BINOPS_TO_OPERATORS = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "//": operator.floordiv, "/": operator.truediv, "%": operator.mod,
    "**": operator.pow, "|": operator.or_, "^": operator.xor, "&": operator.and_, "<<": operator.lshift, ">>": operator.rshift,
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "is": operator.is_, "is not": operator.is_not, "in": operator.contains, "@": operator.matmul,
}  # fmt: skip
INPLACE_BINOPS_TO_OPERATORS = {
    "+=": operator.iadd, "-=": operator.isub, "*=": operator.imul, "//=": operator.ifloordiv, "/=": operator.itruediv,
    "%=": operator.imod, "**=": operator.ipow, "|=": operator.ior, "^=": operator.ixor, "&=": operator.iand,
    "<<=": operator.ilshift, ">>=": operator.irshift, "@=": operator.imatmul,
}  # fmt: skip
ALL_BINOPS_TO_OPERATORS = {**BINOPS_TO_OPERATORS, **INPLACE_BINOPS_TO_OPERATORS}
UNARY_BUITINS_TO_OPERATORS = {
    "+": operator.pos, "-": operator.neg, "~": operator.invert, "not": operator.not_, "is_true": operator.truth,
}  # fmt: skip
OPERATORS_TO_BUILTINS = {
    function: text for table in (ALL_BINOPS_TO_OPERATORS, UNARY_BUITINS_TO_OPERATORS) for text, function in table.items()
}

__all__ = [
    "ALL_BINOPS_TO_OPERATORS", "BINOPS_TO_OPERATORS", "INPLACE_BINOPS_TO_OPERATORS", "MACHINE_BITS", "OPERATORS_TO_BUILTINS",
    "PYVERSION",
    "UNARY_BUITINS_TO_OPERATORS", "pyParameter", "pySignature", "pysignature",
]  # fmt: skip

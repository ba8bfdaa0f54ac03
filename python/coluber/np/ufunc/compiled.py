"""Calls of a program's ufuncs from compiled code."""

from __future__ import annotations

from coluber.core import overloads, types
from coluber.core.errors import TypingError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type
    from coluber.np.ufunc.elementwise import ElementwiseBuilder


class UfuncCall(overloads.Overload):
    """What implements the calls of a ufunc: on numbers the function itself, on arrays a loop."""

    def __init__(self, builder: ElementwiseBuilder) -> None:
        super().__init__(builder.py_func, {}, strict=False, prefer_literal=False)
        self.builder = builder

    @classmethod
    def register(cls, ufunc: Any, builder: ElementwiseBuilder) -> None:
        """Let compiled code call a ufunc."""
        overloads.add(overloads.key_of(ufunc), cls(builder))

    def find(self, positional: tuple[Type, ...], named: dict[str, Type], constants: bool = False) -> FunctionType | None:
        """Return the implementation for arguments of these types, or None; constants have none of their own."""
        if named or len(positional) != self.builder.nin:
            return None
        given = [types.unliteral(ty) for ty in positional]
        if not any(isinstance(ty, types.Array) for ty in given):
            return self.builder.core
        return self._over_arrays(given)

    def _over_arrays(self, given: list[Type]) -> FunctionType:
        import numpy as np

        from coluber.np.numpy_support import as_dtype

        numbers = tuple(ty.dtype if isinstance(ty, types.Array) else ty for ty in given)
        self.builder.core.compile(numbers)
        result = next(s.return_type for s in self.builder.core.nopython_signatures if s.args == numbers)
        if not isinstance(result, (types.Number, types.Boolean)):
            raise TypingError(f"{self.builder.py_func.__name__}() returns {result}: arrays of that cannot be made")
        names = [f"a{k}" for k in range(len(given))]
        arrays = [name for name, ty in zip(names, given, strict=True) if isinstance(ty, types.Array)]
        parts = [f"b_{name}[index]" if name in arrays else name for name in names]
        lines = [f"def call({', '.join(names)}):", f"    shape = broadcast_shapes({', '.join(f'{a}.shape' for a in arrays)})"]
        lines += [f"    b_{name} = broadcast_to({name}, shape)" for name in arrays]
        lines += ["    out = empty(shape, dtype)", "    for index in ndindex(shape):"]
        lines += [f"        out[index] = core({', '.join(parts)})", "    return out"]
        scope = {
            "broadcast_shapes": np.broadcast_shapes, "broadcast_to": np.broadcast_to, "empty": np.empty, "ndindex": np.ndindex,
            "core": self.builder.core, "dtype": as_dtype(result),
        }  # fmt: skip
        exec(compile("\n".join(lines), f"<call of {self.builder.py_func.__name__}>", "exec"), scope)
        return scope["call"]

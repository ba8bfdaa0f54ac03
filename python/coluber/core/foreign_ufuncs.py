"""Ufuncs of other packages, such as those of ``scipy.special``: compiled code calls their loops, without Python."""

from __future__ import annotations

import functools
import sys

from coluber.core import overloads, types
from coluber.core.errors import TypingError, UnsupportedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    import numpy as np

    from coluber.core.types import Type


class ForeignUfunc:
    """A ufunc.

    Parameters
    ----------
    ufunc : numpy.ufunc
        The ufunc.
    place : str
        Its module and its name there, under which compiled code finds it again.
    """

    def __init__(self, ufunc: np.ufunc, place: str) -> None:
        self.ufunc = ufunc
        self.place = place

    def find(self, positional: tuple[Type, ...], named: dict[str, Type]) -> FunctionType:
        """Return the function that calls the loop for operands of these types."""
        unknown = sorted(named.keys() - {"out"})
        if unknown:
            raise TypingError(f"{self.place} got the argument {unknown[0]!r}, which compiled code does not take for it")
        if len(positional) != self.ufunc.nin:
            raise TypingError(f"{self.place} takes {self.ufunc.nin} positional arguments, got {len(positional)}")
        if "out" in named and self.ufunc.nout != 1:
            raise TypingError(f"{self.place} gives several results, for which compiled code takes no 'out'")
        loop, dtypes = self._loop(positional)
        return _calling(f"{self.place} {loop}", tuple(map(types.unliteral, positional)), dtypes, "out" in named)

    def _loop(self, positional: tuple[Type, ...]) -> tuple[str, tuple[np.dtype, ...]]:
        """Return the types of the loop that NumPy takes, as it is listed and as dtypes."""
        import numpy as np

        given = tuple(map(_operand, positional))
        if any(operand is None for operand in given):
            raise TypingError(f"{self.place} takes numbers and arrays of them, not ({', '.join(map(str, positional))})")
        try:
            dtypes = self.ufunc.resolve_dtypes((*given, *(None,) * self.ufunc.nout))
        except TypeError as error:
            raise TypingError(str(error)) from None
        for loop in self.ufunc.types:
            if tuple(np.dtype(code) for code in loop.replace("->", "")) == dtypes:
                return loop, dtypes
        raise TypingError(f"{self.place} has no loop for ({', '.join(map(str, positional))})")


def _operand(ty: Type) -> Any:
    """Return the dtype of an operand, the class of a constant, or None for what is no number."""
    from coluber.np.numpy_support import as_dtype

    if isinstance(ty, types.Literal) and type(ty.literal_value) in (int, float, complex):
        return type(ty.literal_value)
    ty = types.unliteral(ty)
    scalar = ty.dtype if isinstance(ty, types.Array) else ty
    return as_dtype(scalar) if isinstance(scalar, (types.Number, types.Boolean)) else None


@functools.cache
def _calling(loop: str, operands: tuple[Type, ...], dtypes: tuple[np.dtype, ...], has_out: bool) -> FunctionType:
    """Return a function that runs a loop over operands that are broadcast to each other."""
    import numpy as np

    from coluber.lib.intrinsics import numpy_loop
    from coluber.lib.numpy.loops import extents

    sizes = tuple(dtype.itemsize for dtype in dtypes)
    is_scalar = not any(isinstance(ty, types.Array) for ty in operands)
    of_one = is_scalar and not has_out and len(set(dtypes)) == 1
    lines = _of_numbers(len(operands), sizes) if of_one else _of_arrays(operands, len(dtypes), sizes, has_out)
    scope: dict[str, Any] = {f"d{k}": dtype for k, dtype in enumerate(dtypes)}
    scope.update(empty=np.empty, broadcast_shapes=np.broadcast_shapes, numpy_loop=numpy_loop, extents=extents, loop=loop)
    scope["__name__"] = __name__
    params = ", ".join([*(f"x{k}" for k in range(len(operands))), *(["out"] if has_out else [])])
    source = f"def call({params}):\n    " + "\n    ".join(lines) + "\n"
    exec(compile(source, "<ufunc>", "exec"), scope)
    return scope["call"]


def _of_numbers(inputs: int, sizes: tuple[int, ...]) -> list[str]:
    """Return the statements for numbers, all of one type: they lie in one array."""
    count = len(sizes)
    lines = [f"cells = empty({count}, d0)", *(f"cells[{k}] = x{k}" for k in range(inputs))]
    lines.append(f"numpy_loop(loop, extents((1,), {sizes}), {', '.join(f'cells[{k}:{k + 1}]' for k in range(count))})")
    return [*lines, f"return {', '.join(f'cells[{k}]' for k in range(inputs, count))}"]


def _of_arrays(operands: tuple[Type, ...], count: int, sizes: tuple[int, ...], has_out: bool) -> list[str]:
    """Return the statements for arrays: each operand is converted and broadcast first."""
    shapes = [f"x{k}.shape" for k, ty in enumerate(operands) if isinstance(ty, types.Array)]
    shape = f"broadcast_shapes({', '.join(shapes)})" if len(shapes) > 1 else shapes[0] if shapes else "()"
    lines = [f"shape = {shape}", *(f"a{k} = empty(shape, d{k})" for k in range(count))]
    lines += [f"a{k}[...] = x{k}" for k in range(len(operands))]
    lines.append(f"numpy_loop(loop, extents((a0.size,), {sizes}), {', '.join(f'a{k}' for k in range(count))})")
    results = [f"a{k}" for k in range(len(operands), count)]
    if has_out:
        return [*lines, f"out[...] = {results[0]}", "return out"]
    is_number = all(getattr(ty, "ndim", 0) == 0 for ty in operands)
    return [*lines, f"return {', '.join(f'{result}[()]' if is_number else result for result in results)}"]


class _ForeignUfuncs:
    """Answers for ufuncs for which programs have given no implementation; in kernels there is none."""

    target = "cpu"

    def __init__(self) -> None:
        self.ufuncs: dict[str, np.ufunc] = {}

    def has(self, key: str) -> bool:
        """Whether a key is that of such a ufunc."""
        return key in self.ufuncs and not overloads.registered_under(key)

    def find(self, key: str, positional: tuple[Type, ...], named: dict[str, Type]) -> FunctionType | None:
        """Return the function that calls the loop of a ufunc, or None for other keys."""
        return _found(self.ufuncs[key]).find(positional, named) if self.has(key) else None


_FOUND = _ForeignUfuncs()


def key_of(ufunc: np.ufunc) -> str:
    """Return the key of a ufunc, which is registered at first use."""
    key = overloads.key_for(ufunc)
    _FOUND.ufuncs[key] = ufunc
    overloads.add_generic(_FOUND)
    return key


@functools.cache
def _found(ufunc: np.ufunc) -> ForeignUfunc:
    """Return the ufunc as compiled code calls it."""
    name = ufunc.__name__
    if ufunc.signature is not None:
        raise UnsupportedError(f"the ufunc '{name}' works on parts of arrays: not supported in compiled code")
    if all("O" in loop for loop in ufunc.types):
        raise UnsupportedError(
            f"the ufunc '{name}' calls Python for each element; decorate what it calls with @vectorize instead"
        )
    place = _place(ufunc)
    if place is None:
        raise UnsupportedError(f"the ufunc '{name}' is in no module under its name, where compiled code finds it")
    return ForeignUfunc(ufunc, place)


def _place(ufunc: np.ufunc) -> str | None:
    """Return the module that has a ufunc under its name, and the name: that with the shortest path."""
    name = ufunc.__name__
    modules = list(sys.modules.items())
    places = [f"{path}.{name}" for path, module in modules if getattr(module, "__dict__", {}).get(name) is ufunc]
    return min(
        (place for place in places if not place.startswith("__main__")), key=lambda place: (len(place), place), default=None
    )

"""Ufuncs of other packages, such as those of ``scipy.special``: compiled code calls their loops, without Python."""

from __future__ import annotations

import functools
import sys
from typing import NamedTuple

from coluber.core import overloads, types
from coluber.core.errors import TypingError, UnsupportedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    import numpy as np

    from coluber.core.types import Type


_OPTIONS = {"out", "where", "casting", "order", "dtype", "subok", "signature"}


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
        unknown = sorted(named.keys() - _OPTIONS)
        if unknown:
            raise TypingError(f"{self.place}() got an unexpected keyword argument {unknown[0]!r}")
        count = self.ufunc.nin
        if not count <= len(positional) <= self.ufunc.nargs:
            most = f" to {self.ufunc.nargs}" if len(positional) > count else ""
            raise TypingError(f"{self.place} takes {count}{most} positional arguments, got {len(positional)}")
        given = tuple(self._as_array(ty) for ty in positional[:count])
        outs = self._outs(positional[count:], named.get("out"))
        loop, dtypes = self._loop(given, tuple(ty for _, ty in outs), named)
        places = tuple(None if ty is None else place for place, ty in outs)
        call = _Call(
            f"{self.place} {loop}", given, dtypes, places, tuple(named), len(positional) - count, _where(named), _is_f(named)
        )
        return _calling(call, tuple(isinstance(ty, types.Array) for ty in positional[:count]))

    def _as_array(self, ty: Type) -> Type:
        """Return the type of an operand: that of the array that NumPy makes of a list or tuple."""
        from coluber.lib.numpy.arguments import array_type, is_array_like

        if isinstance(types.unliteral(ty), types.Array | types.Number | types.Boolean):
            return ty
        if not is_array_like(ty):
            raise TypingError(f"{self.place} takes numbers and arrays of them, not {ty}")
        return array_type(ty)

    def _outs(self, positional: tuple[Type, ...], named: Type | None) -> tuple[tuple[str, Type | None], ...]:
        """Return for each result where the call has its array, and the type of that or None."""
        results = self.ufunc.nout
        if named is not None and positional:
            raise TypingError("cannot specify 'out' as both a positional and keyword argument")
        if isinstance(named, types.BaseTuple):
            if len(named) != results:
                raise TypingError("The 'out' tuple must have exactly one entry per ufunc output")
            given = {f"out[{k}]": ty for k, ty in enumerate(named)}
        elif named is not None and not isinstance(named, types.NoneType):
            if results != 1:
                raise TypingError("'out' must be a tuple of arrays")
            given = {"out": named}
        else:
            given = {f"o{k}": ty for k, ty in enumerate(positional)}
        found = [(place, None if isinstance(ty, types.NoneType) else ty) for place, ty in given.items()]
        if not all(ty is None or isinstance(ty, types.Array) for _, ty in found):
            raise TypingError("return arrays must be of ArrayType")
        return (*found, *[("", None)] * (results - len(found)))

    def _loop(
        self, given: tuple[Type, ...], outs: tuple[Type | None, ...], named: dict[str, Type]
    ) -> tuple[str, tuple[np.dtype, ...]]:
        """Return the types of the loop that NumPy takes, as it is listed and as dtypes."""
        import numpy as np

        from coluber.lib.kinds import literal_str

        operands = (*map(_operand, given), *(None if ty is None else _operand(ty) for ty in outs))
        asked = self._asked(named)
        options: dict[str, Any] = {} if asked is None else {"signature": asked}
        rule = literal_str(named["casting"], "casting") if "casting" in named else "same_kind"
        try:
            dtypes = self.ufunc.resolve_dtypes(operands, casting=rule, **options)
        except (TypeError, ValueError) as error:
            raise TypingError(str(error)) from None
        for loop in self.ufunc.types:
            if tuple(np.dtype(code) for code in loop.replace("->", "")) == dtypes:
                return loop, dtypes
        raise TypingError(f"{self.place} has no loop for ({', '.join(map(str, given))})")

    def _asked(self, named: dict[str, Type]) -> tuple[Any, ...] | None:
        """Return what ``dtype`` or ``signature`` say of the loop's types."""
        import numpy as np

        from coluber.lib.kinds import dtype_type, is_none, literal_str
        from coluber.np.numpy_support import as_dtype

        dtype, signature = named.get("dtype", types.none), named.get("signature", types.none)
        if not is_none(dtype):
            return (None,) * self.ufunc.nin + (as_dtype(dtype_type(dtype)),) * self.ufunc.nout
        if is_none(signature):
            return None
        codes = literal_str(signature, "signature")
        inputs, _, results = codes.partition("->")
        if not results:
            raise TypingError(f"the signature of {self.place} must be like 'd->d', not {codes!r}")
        return tuple(np.dtype(code) for code in inputs + results)


def _operand(ty: Type) -> Any:
    """Return the dtype of an operand, or the class of a constant."""
    from coluber.np.numpy_support import as_dtype

    if isinstance(ty, types.Literal) and type(ty.literal_value) in (int, float, complex):
        return type(ty.literal_value)
    ty = types.unliteral(ty)
    scalar = ty.dtype if isinstance(ty, types.Array) else ty
    if not isinstance(scalar, (types.Number, types.Boolean)):
        raise TypingError(f"ufuncs of other packages take numbers and arrays of them, not {ty}")
    return as_dtype(scalar)


def _where(named: dict[str, Type]) -> str:
    """Return what the argument ``where`` is: "array", "number", or nothing where all elements count."""
    from coluber.lib.numpy.options import is_everywhere

    if "where" not in named or is_everywhere(named["where"]):
        return ""
    return "array" if isinstance(named["where"], types.Array) else "number"


def _is_f(named: dict[str, Type]) -> bool:
    """Whether results without arrays are to be in Fortran order."""
    from coluber.lib.kinds import literal_str

    return "order" in named and literal_str(named["order"], "order") == "F"


class _Call(NamedTuple):
    """What a call's statements depend on."""

    loop: str
    operands: tuple[Type, ...]
    dtypes: tuple[np.dtype, ...]
    # for each result the expression of the array that takes it, or None
    outs: tuple[str | None, ...]
    # the arguments given by name, and how many arrays for results are given by position
    names: tuple[str, ...]
    positional_outs: int
    where: str
    in_f_order: bool


@functools.cache
def _calling(call: _Call, are_arrays: tuple[bool, ...]) -> FunctionType:
    """Return a function that runs a loop over operands that are broadcast to each other, after lists have become arrays."""
    import numpy as np

    from coluber.lib.intrinsics import numpy_loop
    from coluber.lib.numpy.loops import extents

    operands, dtypes = call.operands, call.dtypes
    sizes = tuple(dtype.itemsize for dtype in dtypes)
    is_plain = not call.names and not call.positional_outs
    of_one = is_plain and not any(isinstance(ty, types.Array) for ty in operands) and len(set(dtypes)) == 1
    lines = _of_numbers(len(operands), sizes) if of_one else _of_arrays(call, are_arrays, sizes)
    scope: dict[str, Any] = {f"d{k}": dtype for k, dtype in enumerate(dtypes)}
    scope.update(empty=np.empty, broadcast_shapes=np.broadcast_shapes, numpy_loop=numpy_loop, extents=extents, loop=call.loop)
    scope.update(asarray=np.asarray, asfortranarray=np.asfortranarray, copyto=np.copyto, __name__=__name__)
    params = [*(f"x{k}" for k in range(len(operands))), *(f"o{k}" for k in range(call.positional_outs)), *call.names]
    source = f"def call({', '.join(params)}):\n    " + "\n    ".join(lines) + "\n"
    exec(compile(source, "<ufunc>", "exec"), scope)
    return scope["call"]


def _of_numbers(inputs: int, sizes: tuple[int, ...]) -> list[str]:
    """Return the statements for numbers, all of one type: they lie in one array."""
    count = len(sizes)
    lines = [f"cells = empty({count}, d0)", *(f"cells[{k}] = x{k}" for k in range(inputs))]
    lines.append(f"numpy_loop(loop, extents((1,), {sizes}), {', '.join(f'cells[{k}:{k + 1}]' for k in range(count))})")
    return [*lines, f"return {', '.join(f'cells[{k}]' for k in range(inputs, count))}"]


def _of_arrays(call: _Call, are_arrays: tuple[bool, ...], sizes: tuple[int, ...]) -> list[str]:
    """Return the statements for arrays: each operand is converted and broadcast first."""
    operands, count = call.operands, len(call.dtypes)
    listed = [k for k, ty in enumerate(operands) if isinstance(ty, types.Array) and not are_arrays[k]]
    shapes = [f"x{k}.shape" for k, ty in enumerate(operands) if isinstance(ty, types.Array)]
    shapes += ["where.shape"] if call.where == "array" else []
    shape = f"broadcast_shapes({', '.join(shapes)})" if len(shapes) > 1 else shapes[0] if shapes else "()"
    lines = [f"x{k} = asarray(x{k})" for k in listed]
    lines += [f"shape = {shape}", *(f"a{k} = empty(shape, d{k})" for k in range(count))]
    lines += [f"a{k}[...] = x{k}" for k in range(len(operands))]
    lines.append(f"numpy_loop(loop, extents((a0.size,), {sizes}), {', '.join(f'a{k}' for k in range(count))})")
    is_number = call.where != "array" and all(getattr(ty, "ndim", 0) == 0 for ty in operands)
    results = [f"a{k}" for k in range(len(operands), count)]
    mask = ", where" if call.where else ""
    lines += [f"copyto({out}, {a}, 'unsafe'{mask})" for out, a in zip(call.outs, results, strict=True) if out]
    fresh = "{}[()]" if is_number else "asfortranarray({})" if call.in_f_order else "{}"
    return [*lines, f"return {', '.join(out or fresh.format(a) for out, a in zip(call.outs, results, strict=True))}"]


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

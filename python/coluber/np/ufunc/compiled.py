"""Calls of a program's ufuncs from compiled code."""

from __future__ import annotations

from typing import ClassVar

from coluber.core import overloads, types
from coluber.core.errors import TypingError
from coluber.np.ufunc.elementwise import wrong_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type
    from coluber.np.ufunc.elementwise import ElementwiseBuilder


class UfuncCall(overloads.Overload):
    """What implements the calls of a ufunc: on numbers the function itself, on arrays a loop."""

    # key of a ufunc -> its compiled forms
    builders: ClassVar[dict[str, ElementwiseBuilder]] = {}

    def __init__(self, ufunc: Any, builder: ElementwiseBuilder, parallel: bool = False) -> None:
        super().__init__(builder.py_func, {"parallel": True} if parallel else {}, strict=False, prefer_literal=False)
        # A ufunc of NumPy has the loops of its signatures, and no others.
        self.ufunc = ufunc
        self.builder = builder

    @classmethod
    def register(cls, ufunc: Any, builder: ElementwiseBuilder) -> None:
        """Let compiled code call a ufunc."""
        key = overloads.key_of(ufunc)
        cls.builders[key] = builder
        overloads.add(key, cls(ufunc, builder))
        overloads.add(f"parallel:{key}", cls(ufunc, builder, parallel=True))

    def find(self, positional: tuple[Type, ...], named: dict[str, Type], constants: bool = False) -> FunctionType | None:
        """Return the implementation for arguments of these types, or None; constants have none of their own."""
        count, name = self.builder.nin, self.builder.py_func.__name__
        if any(overloads.stands_for_array(ty) for ty in (*positional, *named.values())):
            return None
        check_names(name, named, ("out", "where"))
        if not count <= len(positional) <= count + 1:
            raise TypingError(wrong_count(name, count, len(positional)))
        check_operands(name, positional[:count])
        if any(map(is_sequence, positional[:count])):
            return self._checked(with_arrays(self.ufunc, positional, named, count))
        given = [types.unliteral(ty) for ty in positional]
        options = {name: types.unliteral(ty) for name, ty in named.items()}
        if len(given) > count:
            if "out" in options:
                raise TypingError("cannot specify 'out' as both a positional and keyword argument")
            options["out"] = given[count]
        if not options and not any(isinstance(ty, types.Array) for ty in given):
            return self._of_numbers(tuple(given))
        return self._over_arrays(given[:count], options, len(given) > count)

    def _inputs(self, given: tuple[Type, ...]) -> tuple[Type, ...]:
        """Return the types of the inputs of the loop for elements of these types: the first that they are cast to safely."""
        import numpy as np

        from coluber.np.numpy_support import as_dtype, from_dtype

        fixed = self.ufunc if isinstance(self.ufunc, np.ufunc) else self.ufunc.ufunc if self.ufunc._frozen else None
        if fixed is None or not all(isinstance(ty, types.Number | types.Boolean) for ty in given):
            return given
        try:
            found = fixed.resolve_dtypes((*(as_dtype(ty) for ty in given), None))
        except TypeError as error:
            raise TypingError(str(error)) from None
        return tuple(from_dtype(dtype) for dtype in found[:-1])

    def _of_numbers(self, given: tuple[Type, ...]) -> FunctionType:
        """Return what is called with numbers: the function, whose result becomes what a signature says."""
        inputs = self._inputs(given)
        result = self.builder.results.get(inputs)
        has_own_type = isinstance(result, types.Number | types.Boolean)
        if not has_own_type and inputs == given:
            return self.builder.core
        names = [f"a{k}" for k in range(len(given))]
        call = f"core({', '.join(_converted(names, names, given, inputs))})"
        call = f"convert({call})" if has_own_type else call
        convert = bool if isinstance(result, types.Boolean) else result
        scope = {"core": self.builder.core, "convert": convert, **_conversions(names, inputs)}
        exec(compile(f"def call({', '.join(names)}):\n    return {call}\n", "<call of a ufunc>", "exec"), scope)
        return self._checked(scope["call"])

    def _over_arrays(self, given: list[Type], options: dict[str, Type], out_by_position: bool) -> FunctionType:
        import numpy as np

        from coluber.core.threads import prange
        from coluber.lib.intrinsics import elements
        from coluber.lib.numpy.parallel import piece_count
        from coluber.np.numpy_support import as_dtype

        name = self.builder.py_func.__name__
        elements_given = tuple(ty.dtype if isinstance(ty, types.Array) else ty for ty in given)
        numbers = self._inputs(elements_given)
        self.builder.core.compile(numbers)
        result = next(s.return_type for s in self.builder.core.nopython_signatures if s.args == numbers)
        if not isinstance(result, (types.Number, types.Boolean)):
            raise TypingError(f"{name}() returns {result}: arrays of that cannot be made")
        out, unpack = _output(options.get("out"), as_dtype(result), name)
        where = options.get("where")
        names = [f"a{k}" for k in range(len(given))]
        arrays = [name for name, ty in zip(names, given, strict=True) if isinstance(ty, types.Array)]
        arrays += [name for name, ty in (("out", out), ("where", where)) if isinstance(ty, types.Array)]
        ndim = max([ty.ndim for ty in (*given, out, where) if isinstance(ty, types.Array)], default=0)
        index, head = _nest(ndim)
        parts = [f"b_{name}[{index}]" if name in arrays else name for name in names]
        parts = _converted(names, parts, elements_given, numbers)
        parameters = [*names, *(["out"] * out_by_position), *(name for name in options if name != "out" or not out_by_position)]
        lines = [f"def call({', '.join(parameters)}):", *unpack]
        lines += [f"    shape = broadcast_shapes({', '.join(f'{a}.shape' for a in arrays)})" if arrays else "    shape = ()"]
        lines += [f"    b_{name} = broadcast_to({name}, shape)" for name in arrays if name != "out"]
        if out is None:
            lines += ["    result = empty(shape, dtype)"]
        else:
            lines += ["    result = out", "    if result.shape != shape:", "        raise ValueError(message)"]
        lines += head
        indent = " " * (len(head[-1]) - len(head[-1].lstrip()) + 4)
        if where is not None:
            lines += [f"{indent}if not {f'b_where[{index}]' if 'where' in arrays else 'where'}:", f"{indent}    continue"]
        lines += [f"{indent}result[{index}] = core({', '.join(parts)})", "    return result"]
        scope = {
            "broadcast_shapes": np.broadcast_shapes, "broadcast_to": np.broadcast_to, "empty": np.empty,
            "elements": elements, "piece_count": piece_count, "prange": prange, "core": self.builder.core,
            "dtype": as_dtype(result), **_conversions(names, numbers),
            "message": f"non-broadcastable output operand: the output of {name} has another shape than its results",
        }  # fmt: skip
        exec(compile("\n".join(lines), f"<call of {name}>", "exec"), scope)
        call = scope["call"]
        # Reports name the ufunc.
        call.__code__ = call.__code__.replace(co_name=name, co_qualname=name)
        return self._checked(call)


def is_sequence(ty: Type) -> bool:
    """Whether the type is one of lists and tuples, of which NumPy makes arrays."""
    return isinstance(types.unliteral(ty), (types.List, types.ListType, types.LongTuple, types.BaseTuple))


def check_names(name: str, named: dict[str, Type], known: tuple[str, ...]) -> None:
    """Refuse arguments by name that compiled code does not take."""
    unknown = [f"'{word}'" for word in named if word not in known]
    if unknown:
        raise TypingError(f"{name}() takes no argument {', '.join(unknown)} in compiled code, but {' and '.join(known)}")


def check_operands(name: str, operands: tuple[Type, ...]) -> None:
    """Refuse what is neither a number nor an array, nor a list or tuple of which one can be made."""
    from coluber.lib.numpy.arguments import is_array_like

    refused = (types.UnicodeType, types.Bytes, types.DictType, types.Set)
    for k, ty in enumerate(map(types.unliteral, operands)):
        if isinstance(ty, refused) or (is_sequence(ty) and not is_array_like(ty)):
            raise TypingError(f"{name}() takes numbers, arrays, and lists and tuples of numbers, not {ty} as its argument {k}")


def with_arrays(ufunc: Any, positional: tuple[Type, ...], named: dict[str, Type], count: int) -> FunctionType:
    """Return the call of a ufunc with arrays in the place of lists and tuples of numbers."""
    import numpy as np

    names = [f"a{k}" for k in range(len(positional))]
    operands = [f"asarray({name})" if k < count and is_sequence(positional[k]) else name for k, name in enumerate(names)]
    call = ", ".join([*operands, *(f"{name}={name}" for name in named)])
    scope = {"ufunc": ufunc, "asarray": np.asarray}
    exec(compile(f"def call({', '.join([*names, *named])}):\n    return ufunc({call})\n", "<call of a ufunc>", "exec"), scope)
    return scope["call"]


def _conversions(names: list[str], inputs: tuple[Type, ...]) -> dict[str, Any]:
    """Return names for the functions that convert to the types of the inputs of a loop."""
    return {f"to_{name}": ty for name, ty in zip(names, inputs, strict=True)}


def _converted(names: list[str], values: list[str], given: tuple[Type, ...], inputs: tuple[Type, ...]) -> list[str]:
    """Return expressions for the inputs of a loop: the values, converted where they have other types."""
    rows = zip(names, values, given, inputs, strict=True)
    return [value if have == want else f"to_{name}({value})" for name, value, have, want in rows]


def _nest(ndim: int) -> tuple[str, list[str]]:
    """Return the index of an element of the result, and the heads of the loops over all of them, which may run on all cores."""
    if ndim == 0:
        return "()", ["    if True:"]
    if ndim == 1:
        return "i0", ["    for i0 in elements(shape[0]):"]
    lines = [
        "    pieces = piece_count(shape[0], result.size)",
        "    for piece in prange(pieces):",
        "        for i0 in range(shape[0] * piece // pieces, shape[0] * (piece + 1) // pieces):",
    ]
    lines += [f"{' ' * (8 + 4 * k)}for i{k} in range(shape[{k}]):" for k in range(1, ndim)]
    return ", ".join(f"i{k}" for k in range(ndim)), lines


def _output(out: Type | None, dtype: Any, name: str) -> tuple[Type | None, list[str]]:
    """Return the type of the array for the results, and statements that take it out of a tuple."""
    import numpy as np

    from coluber.np.numpy_support import as_dtype

    unpack = []
    if isinstance(out, types.BaseTuple):
        if len(out) != 1:
            raise TypingError("The 'out' tuple must have exactly one entry per ufunc output")
        out, unpack = next(iter(out)), ["    out = out[0]"]
    if out is None or isinstance(out, types.NoneType):
        return None, []
    if not isinstance(out, types.Array):
        raise TypingError("return arrays must be of ArrayType")
    if not np.can_cast(dtype, as_dtype(out.dtype), "same_kind"):
        raise TypingError(
            f"Cannot cast ufunc '{name}' output from {dtype!r} to {as_dtype(out.dtype)!r} with casting rule 'same_kind'"
        )
    return out, unpack

"""``np.vectorize`` in compiled code: a function called with the elements of arrays, or one of arrays with their parts."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from coluber.core import errors, overloads, types
from coluber.core.extending import implements
from coluber.lib.kinds import dtype_type, is_none, literal_str, numpy_class
from coluber.lib.numpy.arguments import is_array_like, ndim_of, np_asarray, same
from coluber.np.numpy_support import from_dtype

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type

    Layout = tuple[tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]]

_EMPTY = "cannot call `vectorize` on size 0 inputs unless `otypes` is set"
_NEW_EMPTY = "cannot call `vectorize` with a signature including new output dimensions on size 0 inputs"


class Settings(NamedTuple):
    """What an object of ``np.vectorize`` has besides its function."""

    # the types of the results' elements
    otypes: tuple[Type, ...] | None
    # positions and names of arguments that are passed as they are
    excluded: frozenset[int | str]
    # dimensions of the parts of inputs and of results
    layout: Layout | None


def of_object(value: Any) -> FunctionType:
    """Return the function for an object that was made in Python."""
    from coluber.core.classes import jitted

    otypes = None if value.otypes is None else tuple(from_dtype(np.dtype(code)) for code in value.otypes)
    layout = None if value.signature is None else _parsed(value.signature)
    pyfunc, run = jitted(value.pyfunc), _runner(Settings(otypes, frozenset(value.excluded), layout))

    def call(*args, **kwargs):
        return run(pyfunc, *args, **kwargs)

    return call


@implements("numpy.vectorize")
def vectorize(
    pyfunc: Any, otypes: Any = None, doc: Any = None, excluded: Any = None, cache: Any = False, signature: Any = None
) -> FunctionType | None:
    """Return a function of arrays that calls one of numbers; the dtype of the result is that of the numbers."""
    layout = None if is_none(signature) else _parsed(literal_str(signature, "signature"))
    run = _runner(Settings(_otypes(otypes), _excluded(excluded), layout))

    def impl(pyfunc, otypes=None, doc=None, excluded=None, cache=False, signature=None):
        def call(*args, **kwargs):
            return run(pyfunc, *args, **kwargs)

        return call

    return impl


def _otypes(given: Any) -> tuple[Type, ...] | None:
    if is_none(given):
        return None
    if isinstance(given, types.StringLiteral):
        return tuple(from_dtype(np.dtype(code)) for code in given.literal_value)
    if not isinstance(given, types.BaseTuple):
        raise errors.TypingError("the argument 'otypes' must be a string constant or a list of dtypes that is written there")
    return tuple(map(dtype_type, given.types))


def _excluded(given: Any) -> frozenset[int | str]:
    if is_none(given):
        return frozenset()
    if not isinstance(given, types.BaseTuple) or not all(isinstance(ty, types.Literal) for ty in given.types):
        raise errors.TypingError("the argument 'excluded' must be a list or set of constants that is written there")
    return frozenset(ty.literal_value for ty in given.types)


def _parsed(signature: str) -> Layout:
    from numpy.lib._function_base_impl import _parse_gufunc_signature

    try:
        inputs, outputs = _parse_gufunc_signature(signature)
    except ValueError as error:
        raise errors.NumbaValueError(str(error)) from None
    return tuple(inputs), tuple(outputs)


@cache
def _runner(settings: Settings) -> FunctionType:
    """Return what stands for calls with these settings, of a function that comes before the arguments."""

    def run(pyfunc, *args, **kwargs):
        raise RuntimeError("only compiled code calls this")

    # The library's own functions are compiled as they stand.
    run.__module__ = "numpy-vectorize"
    overloads.add(overloads.key_of(run), _Vectorized(run, settings))
    return run


class _Vectorized(overloads.Overload):
    """Makes the loops for arguments of given types."""

    def __init__(self, function: FunctionType, settings: Settings) -> None:
        super().__init__(function, {}, strict=False, prefer_literal=False)
        self.settings = settings

    def find(self, positional: tuple[Type, ...], named: dict[str, Type], constants: bool = False) -> FunctionType | None:
        """Return the function for these types of the function and its arguments."""
        names = [*(f"x{k}" for k in range(len(positional) - 1)), *named]
        given = dict(zip(names, [*positional[1:], *named.values()], strict=True))
        excluded = {f"x{k}" if isinstance(k, int) else k for k in self.settings.excluded}
        over = [name for name in names if name not in excluded]
        for name in over:
            if not is_array_like(types.unliteral(given[name])):
                raise errors.TypingError(f"np.vectorize takes numbers and arrays of them, not {given[name]}")
        body, scope = _Body(self.settings, over, {name: types.unliteral(given[name]) for name in over}).statements(
            lambda parts: ", ".join(
                f"{name}={parts.get(name, name)}" if name in named else parts.get(name, name) for name in names
            )
        )
        text = f"def call(pyfunc, {', '.join(names)}):\n    " + "\n    ".join(body) + "\n"
        scope["__name__"] = __name__
        exec(compile(text, "<np.vectorize>", "exec"), scope)
        return scope["call"]


class _Body:
    """The statements of one call: those over elements, or over parts of arrays.

    Parameters
    ----------
    settings : Settings
        Those of the object that is called.
    over : list of str
        The arguments whose elements or parts are passed.
    given : dict
        Their types.
    """

    def __init__(self, settings: Settings, over: list[str], given: dict[str, Type]) -> None:
        self.settings = settings
        self.over = over
        self.given = given
        self.scope: dict[str, Any] = {
            "broadcast_arrays": np.broadcast_arrays, "broadcast_shapes": np.broadcast_shapes, "broadcast_to": np.broadcast_to,
            "empty": np.empty, "results_for": _results_for, "flats": _flats, "store": _store, "sized": _sized, "parts": _parts,
            "check_count": _check_count,
        }  # fmt: skip

    def statements(self, arguments: Any) -> tuple[list[str], dict[str, Any]]:
        """Return the statements, and what their names stand for; the argument writes those of a call."""
        for name in self.over:
            self.scope[f"array_{name}"] = same if isinstance(self.given[name], types.Array) else np_asarray
        lines = [f"a_{name} = array_{name}({name})" for name in self.over]
        if not self.over:
            return [f"return pyfunc({arguments({})})"], self.scope
        make = self._over_elements if self.settings.layout is None else self._over_parts
        return [*lines, *make(arguments)], self.scope

    def _converters(self) -> list[str]:
        """Return names for the functions that convert results to the types that were asked for."""
        otypes = self.settings.otypes or ()
        for k, ty in enumerate(otypes):
            self.scope[f"to{k}"] = numpy_class(ty)
        return [f"to{k}" for k in range(len(otypes))]

    def _over_elements(self, arguments: Any) -> list[str]:
        arrays = ", ".join(f"a_{name}" for name in self.over)
        lines = [f"{', '.join(f'b_{name}' for name in self.over)}, = broadcast_arrays({arrays})"]
        lines += [f"v_{name} = b_{name}.ravel()" for name in self.over]
        first = self.over[0]
        lines += [f"shape, count = b_{first}.shape, b_{first}.size"]
        call = "pyfunc({})".format(arguments({name: f"v_{name}[k]" for name in self.over}))
        numbers = self._converters()
        if numbers:
            results = [f"r{k}" for k in range(len(numbers))]
            lines += [f"{result} = empty(shape, {number})" for result, number in zip(results, numbers, strict=True)]
            lines += [f"f{k} = r{k}.ravel()" for k in range(len(numbers))]
            lines += ["for k in range(count):", f"    value = {call}"]
            if len(numbers) == 1:
                return [*lines, "    f0[k] = to0(value)", "return r0"]
            lines += [f"    f{k}[k] = to{k}(value[{k}])" for k in range(len(numbers))]
            return [*lines, f"return {', '.join(results)}"]
        lines += ["if count == 0:", f"    raise ValueError({_EMPTY!r})", "k = 0", f"first = {call}"]
        lines += ["results = results_for(shape, first)", "targets = flats(results)", "for k in range(1, count):"]
        lines += [f"    store(targets, k, {call})"]
        return [*lines, "return results if isinstance(first, tuple) else results[0]"]

    def _over_parts(self, arguments: Any) -> list[str]:
        inputs, outputs = self.settings.layout  # type: ignore[misc]
        if len(self.over) != len(inputs):
            raise errors.TypingError(f"wrong number of positional arguments: expected {len(inputs)}, got {len(self.over)}")
        sizes: dict[str, str] = {}
        lines = []
        for name, core in zip(self.over, inputs, strict=True):
            lines += self._dimensions(name, core, sizes)
        loops = [
            f"a_{name}.shape[:{ndim_of(self.given[name]) - len(core)}]" for name, core in zip(self.over, inputs, strict=True)
        ]
        lines += [f"loop = broadcast_shapes({', '.join(loops)})", "count = 1", "for n in loop:", "    count *= n"]
        for name, core in zip(self.over, inputs, strict=True):
            shape = f"({''.join(f'{sizes[d]}, ' for d in core)})"
            lines += [f"p_{name} = parts(broadcast_to(a_{name}, loop + {shape}), (count,) + {shape})"]
        call = "pyfunc({})".format(arguments({name: f"p_{name}[k]" for name in self.over}))
        return [*lines, *self._results(call, outputs, sizes)]

    def _dimensions(self, name: str, core: tuple[str, ...], sizes: dict[str, str]) -> list[str]:
        """Return what takes the dimensions of an argument's parts, whose names are added, and checks those that are known."""
        ndim = ndim_of(self.given[name])
        if ndim < len(core):
            raise errors.NumbaValueError(
                f"{ndim}-dimensional argument does not have enough dimensions for all core dimensions {core!r}"
            )
        lines = []
        for k, d in enumerate(core):
            extent = f"a_{name}.shape[{ndim - len(core) + k}]"
            lines += self._one_dimension(d, extent, sizes)
        return lines

    @staticmethod
    def _one_dimension(d: str, extent: str, sizes: dict[str, str]) -> list[str]:
        if d in sizes:
            message = f'f"inconsistent size for core dimension {d!r}: {{{extent}}} vs {{{sizes[d]}}}"'
            return [f"if {extent} != {sizes[d]}:", f"    raise ValueError({message})"]
        sizes[d] = f"d_{len(sizes)}"
        return [f"{sizes[d]} = {extent}"]

    def _results(self, call: str, outputs: Any, sizes: dict[str, str]) -> list[str]:
        """Return the calls for all parts, and what makes arrays of the results."""
        numbers, several = self._converters(), len(outputs) > 1
        if numbers and len(numbers) != len(outputs):
            raise errors.NumbaValueError(f"wrong number of otypes: expected {len(outputs)}, got {len(numbers)}")
        new = [d for core in outputs for d in core if d not in sizes]
        is_known = bool(numbers) and not new
        lines, start = [], "1"
        if is_known:
            start = "0"
        else:
            message = _NEW_EMPTY if numbers else _EMPTY
            lines += ["if count == 0:", f"    raise ValueError({message!r})", "k = 0", f"first = {call}"]
            lines += [f"check_count(first, {len(outputs)})"]
        firsts = [f"first[{j}]" if several else "first" for j in range(len(outputs))]
        for j, core in enumerate(outputs):
            if not is_known:
                lines += [f"w{j} = sized({firsts[j]}, {len(core)})"]
                for k, d in enumerate(core):
                    lines += self._one_dimension(d, f"w{j}.shape[w{j}.ndim - {len(core) - k}]", sizes)
            shape = f"({''.join(f'{sizes[d]}, ' for d in core)})"
            dtype = numbers[j] if numbers else f"w{j}.dtype"
            lines += [f"s{j} = loop + {shape}", f"r{j} = empty((count,) + {shape}, {dtype})"]
            lines += [] if is_known else [f"r{j}[0] = {firsts[j]}"]
        lines += [f"for k in range({start}, count):", f"    value = {call}"]
        lines += [f"    r{j}[k] = value{f'[{j}]' if several else ''}" for j in range(len(outputs))]
        return [*lines, f"return {', '.join(f'r{j}.reshape(s{j})' for j in range(len(outputs)))}"]


def _parts(array, shape):
    """Return the parts of an array, one after the other."""
    return np.ascontiguousarray(array).reshape(shape)


def _sized(value, ndim):
    """Return a result as an array."""
    return np.asarray(value)


def _check_count(value, wanted):
    """Refuse results of another number than the signature has."""
    found = len(value) if isinstance(value, tuple) else 1
    if found != wanted:
        raise ValueError(f"wrong number of outputs from pyfunc: expected {wanted}, got {found}")


def _results_for(shape, first):
    """Return an array for each result, filled with the first value."""
    if isinstance(first, tuple):
        return _each_result(shape, first)
    return (np.full(shape, first),)


def _each_result(shape, values):
    if len(values) == 1:
        return (np.full(shape, values[0]),)
    return (np.full(shape, values[0]), *_each_result(shape, values[1:]))


def _flats(arrays):
    """Return the elements of each of some arrays as vectors."""
    if len(arrays) == 1:
        return (arrays[0].ravel(),)
    return (arrays[0].ravel(), *_flats(arrays[1:]))


def _store(targets, k, value):
    """Put the results of one call into vectors."""
    if isinstance(value, tuple):
        _store_each(targets, k, value)
    else:
        targets[0][k] = value


def _store_each(targets, k, values):
    targets[0][k] = values[0]
    if len(values) > 1:
        _store_each(targets[1:], k, values[1:])

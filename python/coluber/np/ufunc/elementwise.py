"""Functions of numbers as ufuncs: one loop for each signature, for contiguous operands and for strided ones."""

from __future__ import annotations

from contextlib import suppress

from coluber import _native
from coluber.core import types
from coluber.core.serialize import ByValue
from coluber.core.sigutils import normalize_signature
from coluber.np.numpy_support import as_dtype
from coluber.np.ufunc.pickling import install

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    import numpy as np

    from coluber.core.types import Type

# How the names of files begin that loops of functions say to be from.
LOOP_OF = "<loop of "

# Options of the decorator that are not the compiler's.
OWN_OPTIONS = frozenset({"identity", "target", "writable_args"})


def compiler_options(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options of the functions of a ufunc: as in other ufuncs, a division by zero gives infinity, NaN or 0."""
    kept = {name: value for name, value in options.items() if name not in OWN_OPTIONS}
    return {**kept, "error_model": "numpy"}


class ElementwiseBuilder(ByValue):
    """The compiled forms of a function of numbers.

    Parameters
    ----------
    function : callable
        The Python function, or a jitted one.
    options : dict
        Options of the decorator.

    Attributes
    ----------
    core : Dispatcher
        The function of numbers.
    loops : list of tuple
        For each signature its types, and the loop for `_native.make_ufunc`.
    results : dict
        The types of results that signatures say, by the types of the arguments.
    """

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        from coluber.core.decorators import compiled

        identity = checked_identity(options.get("identity"))
        kept = compiler_options(options)
        core = compiled(getattr(function, "py_func", function), {**kept, "_elementwise": True})
        loop = compiled(self._loop_function(core), {name: value for name, value in kept.items() if name != "locals"})
        self._set_up(core, loop, identity, options.get("target") == "parallel", ())

    def _set_up(self, core: Any, loop: Any, identity: Any, parallel: bool, signatures: Sequence[Any]) -> None:
        self.core, self._loop = core, loop
        self.identity = identity
        self.parallel = parallel
        self.py_func = core.py_func
        self.nin = self.py_func.__code__.co_argcount
        self.loops: list[tuple[tuple[Type, ...], Any]] = []
        self.results: dict[tuple[Type, ...], Type] = {}
        self._whole: np.ufunc | None = None
        for signature in signatures:
            self.add(signature)

    def _state(self) -> tuple[Any, ...]:
        # Code is found again by the result that was asked for.
        asked = [self.results[args](*args) if (args := operands[:-1]) in self.results else args for operands, _ in self.loops]
        return self.core, self._loop, self.identity, self.parallel, asked

    def signatures(self, ufunc: np.ufunc | None = None) -> list[Any]:
        """Return the signatures of all loops, or of those that a ufunc has which was made of them."""
        chosen = [operands for operands, _ in self.loops if ufunc is None or _loop_text(operands) in ufunc.types]
        return [operands[-1](*operands[:-1]) for operands in chosen]

    @staticmethod
    def _loop_function(core: Any) -> Any:
        inputs = [f"a{k}" for k in range(core.py_func.__code__.co_argcount)]
        values = ", ".join(f"{a}[i]" for a in inputs)
        return loop_function(core, [*inputs, "out"], "out.size", f"out[i] = core({values})")

    def add(self, signature: Any) -> bool:
        """Compile the loop of a signature; False when it is there.

        Raises
        ------
        TypeError
            It does not have as many arguments as the function, or the function has none.
        """
        self.check_inputs()
        args, result = normalize_signature(signature)
        if len(args) != self.nin:
            raise TypeError(f"{self.py_func.__name__}() takes {self.nin} arguments, the signature {signature} has {len(args)}")
        if self._has(args):
            return False
        self.core.compile(signature)
        if result is not None:
            self.results[args] = result
        else:
            result = next(s.return_type for s in self.core.nopython_signatures if s.args == args)
        operands = (*args, types.unliteral(result))
        dtypes = [as_dtype(ty) for ty in operands]
        numbers = [self._specialisation(dtypes, layout) for layout in ("C", "A")]
        loop = ([dtype.num for dtype in dtypes], [dtype.itemsize for dtype in dtypes], self._loop, *numbers)
        # Another thread may have been here in the meantime.
        if self._has(args):
            return False
        self.loops.append((operands, loop))
        self._whole = None
        return True

    def check_inputs(self) -> None:
        """Raise TypeError if the function has no arguments; that is no error before it is used."""
        if not self.nin:
            raise TypeError(f"{self.py_func.__name__}() takes no positional arguments, and so no elements")

    def _has(self, args: tuple[Type, ...]) -> bool:
        return any(known[:-1] == args for known, _ in self.loops)

    def _specialisation(self, dtypes: list[np.dtype], layout: str) -> int:
        """Return the number of the loop's specialisation for operands of these dtypes."""
        from coluber.np.numpy_support import from_dtype

        arrays = tuple(types.Array(from_dtype(dtype), 1, layout) for dtype in dtypes)
        self._loop.compile(arrays)
        return self._loop.signatures.index(arrays)

    def ufunc(self) -> np.ufunc:
        """Return a ufunc with the loops that there are."""
        if self._whole is None:
            self._whole = self._made([loop for _, loop in self.loops])
        return self._whole

    def ufunc_of(self, args: tuple[Type, ...]) -> np.ufunc:
        """Return a ufunc with one loop, which has been compiled for inputs of these types."""
        return self._made([loop for operands, loop in self.loops if operands[:-1] == args])

    def ufunc_with(self, signatures: Sequence[Any]) -> np.ufunc:
        """Return a ufunc with the loops of these signatures, which are compiled where they are not there."""
        for signature in signatures:
            self.add(signature)
        if len(signatures) == len(self.loops):
            return self.ufunc()
        wanted = [signature.args for signature in signatures]
        return self._made([loop for operands, loop in self.loops if operands[:-1] in wanted])

    def _made(self, loops: list[Any]) -> np.ufunc:
        doc = self.py_func.__doc__ or ""
        made = _native.make_ufunc(self.py_func.__name__, doc, (self.nin, 1), self.identity, loops, self.parallel)
        register(made, self)
        return made_of(made, self.py_func)


def made_of(ufunc: Any, function: Any) -> Any:
    """Return the ufunc, whose `__wrapped__` says which function it was made of; before NumPy 2.2 ufuncs take no attributes."""
    with suppress(AttributeError):
        ufunc.__wrapped__ = function
    return ufunc


def loop_function(core: Any, parameters: Sequence[str], count: str, statement: str) -> Any:
    """Return a function that runs a statement for each `i` below a count; the statement calls a jitted function as `core`."""
    source = f"def loop({', '.join(parameters)}):\n    for i in range({count}):\n        {statement}\n"
    scope = {"core": core}
    exec(compile(source, f"{LOOP_OF}{core.py_func.__name__}>", "exec"), scope)
    return scope["loop"]


def _loop_text(operands: tuple[Type, ...]) -> str:
    """Return a loop as NumPy writes it: ``dd->d``."""
    *inputs, output = (as_dtype(ty).char for ty in operands)
    return f"{''.join(inputs)}->{output}"


def wrong_count(name: str, count: int, given: int) -> str:
    """Return NumPy's text for a call of a ufunc with another number of arguments than its inputs, and an output perhaps."""
    were = "was" if given == 1 else "were"
    return f"{name}() takes from {count} to {count + 1} positional arguments but {given} {were} given"


def checked_identity(identity: Any) -> Any:
    """Return the identity of reductions: a number, ``'reorderable'`` or None."""
    if identity not in (None, 0, 1, "reorderable"):
        raise ValueError(f"{identity!r} is no identity: it can be None, 0, 1 or 'reorderable'")
    return identity


def register(ufunc: Any, builder: ElementwiseBuilder) -> None:
    """Let compiled code call a ufunc."""
    from coluber.np.ufunc.compiled import UfuncCall

    UfuncCall.register(ufunc, builder)
    install()

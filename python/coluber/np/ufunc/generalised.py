"""Functions of parts of arrays as ufuncs: ``guvectorize``."""

from __future__ import annotations

import numpy as np

from coluber import _native
from coluber.core import types
from coluber.core.errors import NumbaError
from coluber.core.serialize import ByValue
from coluber.core.sigutils import normalize_signature
from coluber.np.layout import parse_layout, positions
from coluber.np.numpy_support import as_dtype, from_dtype
from coluber.np.ufunc.elementwise import compiler_options, loop_function, made_of
from coluber.np.ufunc.pickling import install

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from coluber.core.types import Type


class GeneralisedBuilder(ByValue):
    """The compiled forms of a function of parts of arrays.

    Parameters
    ----------
    function : callable
        The Python function; it takes inputs and outputs, and writes into the latter.
    layout : str
        The dimensions of the parts, such as ``(m,n),(n)->(m)``.
    options : dict
        Options of the decorator.
    """

    def __init__(self, function: Callable[..., Any], layout: str, options: dict[str, Any]) -> None:
        from coluber.core.decorators import compiled

        kept = compiler_options(options)
        core = compiled(getattr(function, "py_func", function), {**kept, "_elementwise": True})
        loop = compiled(_loop_function(core), {name: value for name, value in kept.items() if name != "locals"})
        writable = _writable(core.py_func, options.get("writable_args", ()))
        self._set_up(core, loop, layout, options.get("target") == "parallel", (), writable)
        parameters = self.py_func.__code__.co_argcount
        if parameters != len(self.cores):
            raise TypeError(f"{layout} has {len(self.cores)} parts, {self.py_func.__name__}() takes {parameters} arguments")

    def _set_up(
        self,
        core: Any,
        loop: Any,
        layout: str,
        parallel: bool,
        signatures: Sequence[tuple[Type, ...]],
        writable: Sequence[int],
    ) -> None:
        self.core, self._loop = core, loop
        self.py_func = core.py_func
        self.layout = layout
        self.inputs, self.outputs = parse_layout(layout)
        self.cores = [*self.inputs, *self.outputs]
        self.parallel = parallel
        #: The positions of inputs that the function writes into.
        self.writable = [k for k in writable if k < len(self.inputs)]
        self.loops: list[tuple[tuple[Type, ...], Any]] = []
        self._whole: np.ufunc | None = None
        for signature in signatures:
            self.add(signature)

    def _state(self) -> tuple[Any, ...]:
        return self.core, self._loop, self.layout, self.parallel, self.signatures(), self.writable

    def signatures(self, ufunc: np.ufunc | None = None) -> list[tuple[Type, ...]]:
        """Return the types of all loops, as each ufunc has all that there are when it is made."""
        return [args for args, _ in self.loops]

    def ufunc_with(self, signatures: Sequence[tuple[Type, ...]]) -> np.ufunc:
        """Return the ufunc when it has loops for these types."""
        for signature in signatures:
            self.add(signature)
        return self.ufunc()

    def add(self, signature: Any) -> None:
        """Compile the function for a signature, unless that has been done."""
        args, result = normalize_signature(signature)
        if result not in (None, types.none):
            raise TypeError(f"a function of parts of arrays returns nothing; {signature} returns {result}")
        if len(args) != len(self.cores):
            raise TypeError(f"{self.layout} has {len(self.cores)} parts, the signature {len(args)} arguments")
        if any(known == args for known, _ in self.loops):
            return
        operands = []
        for k, (ty, core, places) in enumerate(zip(args, self.cores, positions(self.cores), strict=True)):
            self._check(k, ty, core)
            operands.append((as_dtype(ty).itemsize, isinstance(ty, types.Array) and not core, places))
        loop = ([as_dtype(ty).num for ty in args], operands, self._loop, self._specialisation(args))
        self.loops.append((args, loop))
        self._whole = None

    def _specialisation(self, args: tuple[Type, ...]) -> int:
        """Return the number of the loop's specialisation for parts of these types."""
        arrays = tuple(_stacked(ty) for ty in args)
        try:
            self._loop.compile(arrays)
        except NumbaError:
            # The error of the function itself shows its own lines first.
            self.core.compile(tuple(_strided(ty) for ty in args))
            raise
        return self._loop.signatures.index(arrays)

    def _check(self, k: int, ty: Type, core: tuple[str, ...]) -> None:
        """Check that an argument fits its part of the layout."""
        ndim = ty.ndim if isinstance(ty, types.Array) else 0
        # A part without dimensions may be an array of one element; an output must be.
        is_input = k < len(self.inputs)
        fits = ndim == len(core) if core else ndim == 1 or (is_input and ndim == 0)
        if not fits:
            raise TypeError(f"argument {k} of the type {ty} does not fit ({','.join(core)}) of the layout {self.layout}")

    def ufunc(self) -> np.ufunc:
        """Return a ufunc with the loops that there are."""
        if self._whole is None:
            counts = (len(self.inputs), len(self.outputs))
            loops = [loop for _, loop in self.loops]
            doc = self.py_func.__doc__ or ""
            name = self.py_func.__name__
            self._whole = _native.make_gufunc(name, doc, counts, self.layout, loops, self.parallel)
            _native.set_writable(self._whole, self.writable)
            _register(made_of(self._whole, self.py_func), self)
        return self._whole


def _writable(function: Any, given: Sequence[str | int]) -> list[int]:
    """Return the positions of the parameters that ``writable_args`` names."""
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    found = []
    for item in given:
        if item not in names and not (isinstance(item, int) and 0 <= item < len(names)):
            raise ValueError(f"writable_args: {function.__name__}() has no parameter {item!r}")
        found.append(item if isinstance(item, int) else names.index(item))
    return found


def _register(ufunc: Any, builder: GeneralisedBuilder, compile_for: Any = None) -> None:
    from coluber.np.ufunc.compiled_parts import register

    register(ufunc, builder, compile_for)
    install()


def _loop_function(core: Any) -> Any:
    """Return a function that calls another one for each part of arrays with one axis more."""
    names = [f"a{k}" for k in range(core.py_func.__code__.co_argcount)]
    parts = ", ".join(f"{name}[i]" for name in names)
    # A function without arguments has no loop.
    count = f"len({names[-1]})" if names else "0"
    return loop_function(core, names, count, f"core({parts})")


def _stacked(ty: Type) -> Type:
    return types.Array(ty.dtype, ty.ndim + 1, "A") if isinstance(ty, types.Array) else types.Array(ty, 1, "A")


def _strided(ty: Type) -> Type:
    return types.Array(ty.dtype, ty.ndim, "A") if isinstance(ty, types.Array) else ty


class GUFunc(ByValue):
    """A function of parts of arrays that is compiled for types that it is called with.

    Parameters
    ----------
    py_func : callable
        The Python function.
    signature : str
        The layout, such as ``(m,n),(n)->(m)``.
    identity : object
        The identity of reductions.
    cache : bool
        Whether code is kept on disk.
    targetoptions : dict, optional
        Options of `njit`.
    """

    def __init__(
        self,
        py_func: Callable[..., Any],
        signature: str,
        identity: Any = None,
        cache: bool = False,
        targetoptions: Any = None,
    ) -> None:
        options = {**(targetoptions or {}), **({"cache": True} if cache else {})}
        self._set_up(GeneralisedBuilder(py_func, signature, options), identity, False)

    def _set_up(self, builder: GeneralisedBuilder, identity: Any, frozen: bool) -> None:
        self._builder = builder
        self._frozen = frozen
        self.ufunc: np.ufunc | None = builder.ufunc() if builder.loops else None
        self.py_func = builder.py_func
        self.signature = builder.layout
        self.identity = identity
        self.nin, self.nout = len(self._builder.inputs), len(self._builder.outputs)
        self.nargs = self.nin + self.nout
        self.__name__ = self.py_func.__name__
        self.__qualname__ = self.py_func.__qualname__
        self.__module__ = self.py_func.__module__
        self.__doc__ = self.py_func.__doc__
        self.__wrapped__ = self.py_func
        _register(self, self._builder, self._compile_for_types)

    def __repr__(self) -> str:
        return f"<coluber.GUFunc {self.__name__!r}: {self.signature}>"

    def _state(self) -> tuple[Any, ...]:
        return self._builder, self.identity, self._frozen

    @property
    def types(self) -> list[str]:
        """The loops in NumPy's letters, such as ``dd->d``."""
        return [] if self.ufunc is None else self.ufunc.types

    def add(self, sig: Any) -> GUFunc:
        """Compile for a signature."""
        self._builder.add(sig)
        self.ufunc = self._builder.ufunc()
        return self

    def build_ufunc(self) -> GUFunc:
        """Return this."""
        return self

    def disable_compile(self) -> None:
        """Compile nothing from now on."""
        self._frozen = True

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Apply the function, as a ufunc of NumPy does. Outputs that are not given have the common type of the inputs."""
        if len(args) not in (self.nin, self.nargs):
            raise TypeError(f"{self.__name__}() takes {self.nin} or {self.nargs} arguments, {len(args)} were given")
        if self.ufunc is not None:
            try:
                return self.ufunc(*args, **kwargs)
            except TypeError:
                if not self._compile_for(args, kwargs.get("out")):
                    raise
        else:
            self._compile_for(args, kwargs.get("out"))
        return self.ufunc(*args, **kwargs)

    def _compile_for(self, args: tuple[Any, ...], out: Any) -> bool:
        outs = () if out is None else out if isinstance(out, tuple) else (out,)
        given = [np.asarray(value) for value in (*args, *outs)]
        common = np.result_type(*given[: self.nin]) if self.nin else np.dtype(np.float64)
        return self._compile([value.dtype for value in given], common)

    def _compile_for_types(self, given: list[Type | None]) -> bool:
        inputs = [as_dtype(ty) for ty in given[: self.nin]]
        common = np.result_type(*inputs) if self.nin else np.dtype(np.float64)
        return self._compile([*inputs, *(common if ty is None else as_dtype(ty) for ty in given[self.nin :])], common)

    def _compile(self, given: list[np.dtype[Any]], common: np.dtype[Any]) -> bool:
        """Compile for dtypes of inputs and of some outputs; the others have the common one. Return whether that was new."""
        if self._frozen:
            return False
        dtypes = given + [common] * (self.nargs - len(given))
        signature = []
        for k, (dtype, core) in enumerate(zip(dtypes, self._builder.cores, strict=True)):
            ty = from_dtype(dtype.newbyteorder("="))
            ndim = len(core) or (1 if k >= self.nin else 0)
            signature.append(types.Array(ty, ndim, "A") if ndim else ty)
        if any(known == tuple(signature) for known, _ in self._builder.loops):
            return False
        self.add(tuple(signature))
        return True

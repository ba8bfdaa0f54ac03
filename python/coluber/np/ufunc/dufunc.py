"""A ufunc that compiles its loops when they are needed: ``@vectorize`` without signatures."""

from __future__ import annotations

import numpy as np

from coluber.core.serialize import ByValue
from coluber.np.numpy_support import from_dtype
from coluber.np.ufunc.elementwise import ElementwiseBuilder, register, wrong_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class DUFunc(ByValue):
    """A function of numbers that is applied to arrays; it is compiled for types that it is called with.

    Parameters
    ----------
    py_func : callable
        The Python function.
    identity : {None, 0, 1, 'reorderable'}
        The identity of reductions.
    cache : bool
        Whether code is kept on disk.
    targetoptions : dict, optional
        Options of `njit`.

    Attributes
    ----------
    ufunc : numpy.ufunc
        The ufunc with all loops that there are; None before the first.
    nin, nout, nargs : int
        Numbers of inputs, of outputs, and of both.
    """

    def __init__(
        self, py_func: Callable[..., Any], identity: Any = None, cache: bool = False, targetoptions: Any = None
    ) -> None:
        options = {**(targetoptions or {}), **({"cache": True} if cache else {})}
        self._set_up(ElementwiseBuilder(py_func, {**options, "identity": identity}), options, False)

    def _set_up(self, builder: ElementwiseBuilder, options: dict[str, Any], frozen: bool) -> None:
        self._builder = builder
        self._frozen = frozen
        self.ufunc: np.ufunc | None = builder.ufunc() if builder.loops else None
        # By what the types of inputs follow from, and by the types.
        self._exact: dict[tuple[Any, ...], np.ufunc] = {}
        self._of_types: dict[tuple[Any, ...], np.ufunc] = {}
        self.nin = self._builder.nin
        self.nout = 1
        self.nargs = self.nin + 1
        self.py_func = self._builder.py_func
        self.targetoptions = options
        self.__name__ = self.py_func.__name__
        self.__qualname__ = self.py_func.__qualname__
        self.__module__ = self.py_func.__module__
        self.__doc__ = self.py_func.__doc__
        self.__wrapped__ = self.py_func
        register(self, self._builder)

    def __repr__(self) -> str:
        return f"<coluber.DUFunc {self.__name__!r}>"

    def _state(self) -> tuple[Any, ...]:
        return self._builder, self.targetoptions, self._frozen

    # --------------------------------------------------------------------------------------------------- compilation

    def add(self, sig: Any) -> DUFunc:
        """Compile the loop of a signature."""
        if self._builder.add(sig):
            self.ufunc = self._builder.ufunc()
        return self

    def _compile_for_argtys(self, argtys: tuple[Any, ...], return_type: Any = None) -> DUFunc:
        """Compile the loop for inputs of these types."""
        return self.add(tuple(argtys) if return_type is None else return_type(*argtys))

    def build_ufunc(self) -> DUFunc:
        """Return the ufunc itself, which needs no building."""
        return self

    def disable_compile(self) -> None:
        """Compile nothing from now on: other types are converted, or refused."""
        self._frozen = True
        self._exact.clear()

    def _of(self, inputs: tuple[Any, ...]) -> np.ufunc:
        """Return the ufunc with the loop for these inputs alone, so that results don't depend on earlier calls."""
        key = tuple(map(_kind, inputs))
        try:
            return self._exact[key]
        except KeyError:
            pass
        found = self._choose(inputs)
        # The elements of a list have one of many types.
        if not any(kind in (list, tuple) for kind in key):
            self._exact[key] = found
        return found

    def _of_result(self, inputs: tuple[Any, ...], dtype: np.dtype[Any]) -> np.ufunc:
        """Return the ufunc with a loop that gives this dtype: that for the inputs, else that for inputs of the dtype."""
        usual = self._of(inputs)
        if self._frozen or any(loop.endswith(f">{dtype.char}") for loop in usual.types):
            return usual
        return self._of((np.empty(0, dtype),) * self.nin)

    def _choose(self, inputs: tuple[Any, ...]) -> np.ufunc:
        overriding = [value for value in inputs if _overrides(value)]
        # They are given the ufunc, and apply it to something else: to arrays of the same type, where they say one.
        if overriding and all(_dtype_of(value) is None for value in overriding):
            inputs = tuple(np.zeros(1) for _ in inputs) if self.ufunc is None else ()
        if inputs and not self._frozen:
            signature = tuple(from_dtype((_dtype_of(v) or np.asarray(v).dtype).newbyteorder("=")) for v in inputs)
            if signature not in self._of_types:
                self.add(signature)
                self._of_types[signature] = self._builder.ufunc_of(signature)
            return self._of_types[signature]
        if self.ufunc is None:
            self._builder.check_inputs()
            raise TypeError(f"ufunc '{self.__name__}' has no loops, and compiles none")
        return self.ufunc

    # -------------------------------------------------------------------------------------------------------- calling

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Apply the function, as a ufunc of NumPy does."""
        if len(args) < self.nin:
            raise TypeError(wrong_count(self.__name__, self.nin, len(args)))
        if int in map(type, args):
            args = tuple(map(_sized, args))
        if kwargs.get("dtype") is not None:
            return self._of_result(args[: self.nin], np.dtype(kwargs["dtype"]))(*args, **kwargs)
        return self._of(args[: self.nin])(*args, **kwargs)

    def reduce(self, array: Any, *args: Any, **kwargs: Any) -> Any:
        """Reduce an array along an axis."""
        return self._of((array,) * self.nin).reduce(array, *args, **kwargs)

    def accumulate(self, array: Any, *args: Any, **kwargs: Any) -> Any:
        """Return the results of the reductions of all beginnings of an array."""
        return self._of((array,) * self.nin).accumulate(array, *args, **kwargs)

    def reduceat(self, array: Any, *args: Any, **kwargs: Any) -> Any:
        """Reduce slices of an array."""
        return self._of((array,) * self.nin).reduceat(array, *args, **kwargs)

    def outer(self, a: Any, b: Any, **kwargs: Any) -> Any:
        """Apply the function to all pairs of elements."""
        return self._of((a, b)).outer(a, b, **kwargs)

    def at(self, a: Any, indices: Any, *b: Any) -> None:
        """Apply the function in place at indices, each as often as it is there."""
        self._of((a, *b)).at(a, indices, *b)

    # ----------------------------------------------------------------------------------------------------- attributes

    @property
    def ntypes(self) -> int:
        """Number of loops."""
        return 0 if self.ufunc is None else self.ufunc.ntypes

    @property
    def types(self) -> list[str]:
        """The loops in NumPy's letters, such as ``dd->d``."""
        return [] if self.ufunc is None else self.ufunc.types

    @property
    def identity(self) -> Any:
        """The identity of reductions."""
        identity = self._builder.identity
        return None if identity == "reorderable" else identity

    @property
    def signature(self) -> None:
        """The layout of parts; None for a function of numbers."""


def _kind(value: Any) -> Any:
    """Return what the type of an input's elements follows from."""
    cls = type(value)
    if cls in _PLAIN:
        return cls
    try:
        return value.dtype.char
    except AttributeError:
        return cls


# Looking for an attribute that they don't have takes longer than the rest of a call.
_PLAIN = {bool, int, float, complex}


def _dtype_of(value: Any) -> np.dtype[Any] | None:
    """Return the type of the elements of an array, or of what is like one; None for other values."""
    dtype = getattr(value, "dtype", None)
    return dtype if isinstance(dtype, np.dtype) else None


def _sized(value: Any) -> Any:
    """Return a Python integer that int64 cannot have as the uint64 that it is; NumPy has no loop for it as such."""
    if type(value) is not int or -(2**63) <= value < 2**63:
        return value
    if not 0 <= value < 2**64:
        raise OverflowError(f"the integer {value} is too large for 64 bits")
    return np.uint64(value)


def _overrides(value: Any) -> bool:
    """Whether an argument applies ufuncs itself."""
    override = getattr(type(value), "__array_ufunc__", None)
    return override is not None and not isinstance(value, (np.ndarray, np.generic))

"""Functions of numbers that compiled loops apply to arrays on the processor: ``vectorize`` with signatures.

They broadcast and convert as NumPy's ufuncs do, but are none: there is no ``accumulate``, ``outer``, ``at`` or ``where=``.
"""

from __future__ import annotations

import numpy as np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_IGNORED = frozenset({"nopython", "identity", "forceobj", "target"})


def array_function(signatures: Any, options: dict[str, Any]) -> Callable[[Any], ArrayFunction]:
    """Return the decorator that makes an array function."""
    listed = list(signatures) if isinstance(signatures, (list, tuple)) else [signatures]
    kept = {name: value for name, value in options.items() if name not in _IGNORED}
    return lambda function: ArrayFunction(function, listed, kept)


class ArrayFunction:
    """A function of numbers that is applied to arrays, element by element, with broadcasting.

    Parameters
    ----------
    function : callable
        The Python function.
    signatures : list
        The types that it is compiled for. A call takes the first one that its arguments have, or can be converted to.
    options : dict
        Options of `njit`.
    """

    nout = 1

    def __init__(self, function: Callable[..., Any], signatures: list[Any], options: dict[str, Any]) -> None:
        from coluber.core.decorators import njit
        from coluber.core.sigutils import normalize_signature
        from coluber.np.numpy_support import as_dtype

        self.py_func = function
        self.__name__ = function.__name__
        self.__doc__ = function.__doc__
        self._options = options
        self._core = njit(signatures, **options)(function)
        self._types = [normalize_signature(signature)[0] for signature in signatures]
        results = [signature.return_type for signature in self._core.nopython_signatures]
        self._dtypes = [
            tuple(as_dtype(ty) for ty in (*types, result)) for types, result in zip(self._types, results, strict=True)
        ]
        self._loops: dict[str, Any] = {}
        self.nin = len(self._types[0])
        self.nargs = self.nin + 1

    @property
    def types(self) -> list[str]:
        """The signatures in NumPy's letters, such as ``ff->f``."""
        return ["".join(t.char for t in dtypes[:-1]) + "->" + dtypes[-1].char for dtypes in self._dtypes]

    def __repr__(self) -> str:
        return f"<array function {self.__name__!r}: {', '.join(self.types)}>"

    def __call__(self, *args: Any, out: Any = None) -> Any:
        """Apply the function to arrays and numbers; `out` is where the results go."""
        from coluber.np.resolution import resolve

        if len(args) == self.nargs and out is None:
            *args, out = args
        if len(args) != self.nin:
            raise TypeError(
                f"{self.__name__}() takes {self.nin} inputs and perhaps an output; {len(args)} arguments were given"
            )
        which = resolve(self.__name__, args, [dtypes[:-1] for dtypes in self._dtypes])
        dtypes = self._dtypes[which]
        arrays = [np.asarray(arg, dtype) for arg, dtype in zip(args, dtypes, strict=False)]
        shape = np.broadcast_shapes(*(array.shape for array in arrays))
        flat = [np.ascontiguousarray(np.broadcast_to(array, shape)).reshape(-1) for array in arrays]
        results = np.empty(shape, dtypes[-1])
        self._loop(len(args))(results.reshape(-1), *flat)
        if out is None:
            return results[()]
        target = out[0] if isinstance(out, tuple) else out
        np.copyto(target, results, casting="same_kind")
        return target

    def reduce(self, array: Any) -> Any:
        """Reduce the first axis of an array by a function of two inputs."""
        if self.nin != 2:
            raise ValueError("reduce only supported for binary functions")
        values = np.asarray(array)
        if not len(values):
            raise ValueError(f"zero-size array to reduction operation {self.__name__} which has no identity")
        total = values[0]
        for value in values[1:]:
            total = self(total, value)
        return total

    def _loop(self, count: int) -> Any:
        """Return the compiled loop over arrays with one axis."""
        from coluber.core.decorators import njit

        names = ", ".join(f"a{k}" for k in range(count))
        values = ", ".join(f"a{k}[i]" for k in range(count))
        source = f"def loop(out, {names}):\n    for i in range(out.size):\n        out[i] = core({values})\n"
        loop = self._loops.get(source)
        if loop is None:
            scope = {"core": self._core}
            exec(compile(source, f"<loop of {self.__name__}>", "exec"), scope)
            loop = self._loops[source] = njit(scope["loop"])
        return loop

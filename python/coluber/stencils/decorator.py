"""The decorator `stencil`, and what it makes."""

from __future__ import annotations

from functools import cached_property
from types import FunctionType

from coluber.core.errors import NumbaValueError
from coluber.core.serialize import NEEDS_SOURCE, ByValue, code_of
from coluber.stencils import inner as inner  # the compiler asks it for functions that call `stencil`
from coluber.stencils.neighborhood import MODES, checked_neighborhood, checked_standard_indexing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from coluber.core.types import Type

_OPTIONS = ("cache", "cval", "neighborhood", "standard_indexing")

_VARIADIC = 0x04 | 0x08


def stencil(func_or_mode: Any = "constant", **options: Any) -> Any:
    """Make a function of an element's neighbours apply at each element of arrays.

    In the function, the kernel, indices of its arrays are relative to the element: ``a[-1]`` is the element before it. The
    result has the shape of the first array and the type of what the kernel returns.

    Parameters
    ----------
    func_or_mode : callable or str
        The kernel, when the decorator is written without arguments; or what elements have whose neighbours are missing:
        ``'constant'`` (they get `cval`), ``'wrap'``, ``'reflect'`` or ``'nearest'``, as in ``scipy.ndimage``.
    **options
        ``cache``: whether machine code is kept on disk.
        ``cval``: the value at the border, 0 by default. ``neighborhood``: the first and the last relative index in each
        axis, such as ``((-1, 1), (-1, 1))``; needed when the kernel has indices that are not constants.
        ``standard_indexing``: names of arrays that are indexed as usual.

    Returns
    -------
    StencilFunc or callable
        The stencil, or a decorator that makes one.

    Raises
    ------
    NumbaValueError
        A mode or an option does not exist, or has a wrong value.

    Examples
    --------
    >>> @stencil
    ... def mean(a):
    ...     return (a[-1] + a[1]) / 2
    >>> mean(numpy.array([1.0, 5.0, 2.0, 7.0]))
    array([0. , 1.5, 6. , 0. ])
    """
    mode, function = (func_or_mode, None) if isinstance(func_or_mode, str) else ("constant", func_or_mode)
    if mode not in MODES:
        raise NumbaValueError(f"stencil has no mode {mode!r}: there are {', '.join(map(repr, MODES))}")
    for name in options:
        if name not in _OPTIONS:
            raise NumbaValueError(f"stencil has no option {name!r}: there are {', '.join(_OPTIONS)}")

    def decorate(function: Callable[..., Any]) -> StencilFunc:
        return StencilFunc(function, mode, options)

    return decorate if function is None else decorate(function)


class StencilFunc(ByValue):
    """A kernel that is applied at each element of arrays; it is compiled for types that it is called with.

    Parameters
    ----------
    function : function
        The kernel.
    mode : str
        What elements have whose neighbours are missing.
    options : dict
        Options of the decorator.

    Attributes
    ----------
    py_func : function
        The kernel.
    mode, options
        As they were given.
    neighborhood : tuple of pairs, optional
        The first and the last relative index in each axis; None where the kernel's indices say it.
    standard_indexing : tuple of str
        Names of arrays that are indexed as usual.
    parameters : tuple of str
        The names of the kernel's parameters.
    """

    def __init__(self, function: Callable[..., Any], mode: str, options: dict[str, Any]) -> None:
        self._set_up(function, mode, options, ())

    def _set_up(self, function: Any, mode: str, options: dict[str, Any], code: Sequence[Any]) -> None:
        # What was compiled in another process: of the functions that call the stencil, and of kernels.
        self._code = code or ((), (), ())
        self._kernels: list[Any] = []
        self.py_func = getattr(function, "py_func", function)
        self.mode = mode
        self.options = dict(options)
        self.neighborhood = checked_neighborhood(options.get("neighborhood"))
        self.parameters = _parameters(self.py_func)
        self.standard_indexing = checked_standard_indexing(options.get("standard_indexing", ()), self.parameters)
        self.__name__ = self.py_func.__name__
        self.__qualname__ = self.py_func.__qualname__
        self.__module__ = self.py_func.__module__
        self.__doc__ = self.py_func.__doc__
        from coluber.stencils.loops import StencilCall

        StencilCall.register(self)

    def __repr__(self) -> str:
        return f"<coluber.stencil {self.__name__!r}>"

    def _state(self) -> tuple[Any, ...]:
        from coluber.core.dispatcher import new_dispatcher

        # A jitted function is written by value, too.
        *called, kernels = self._code
        if "_callers" in self.__dict__:
            called = [caller._carried() for caller in self._callers]
        written = new_dispatcher(self.py_func, {})
        written.__dict__[NEEDS_SOURCE] = True
        return written, self.mode, self.options, (*called, code_of(self._kernels, kernels))

    def _compile_kernel(self, kernel: Any, args: tuple[Type, ...]) -> None:
        """Compile a jitted kernel for arguments of these types."""
        kernel._carry(self._code[2])
        kernel.compile(args)
        self._kernels.append(kernel)

    @property
    def defaults(self) -> dict[str, Any]:
        """The default values of the last parameters."""
        values = self.py_func.__defaults__ or ()
        return dict(zip(self.parameters[len(self.parameters) - len(values) :], values, strict=True))

    def __call__(self, *args: Any, out: Any = None, **kwargs: Any) -> Any:
        """Apply the kernel at each element.

        Parameters
        ----------
        *args, **kwargs
            The kernel's arguments; the first is an array.
        out : array, optional
            Gets the results, and is returned. What is not computed stays as it is, unless the stencil has a `cval`.
        """
        import numpy as np

        if args and not isinstance(args[0], np.ndarray):
            raise TypeError(
                f"stencil {self.__name__}(): the first argument, '{self.parameters[0]}', must be an array, "
                f"not {type(args[0]).__name__}"
            )
        if out is None:
            return self._callers[0](*args, **kwargs)
        return self._callers[1](out, *args, **kwargs)

    @cached_property
    def _callers(self) -> tuple[Any, Any]:
        """The jitted functions that call the stencil: without `out`, and with it as the first argument."""
        from coluber.core.dispatcher import new_dispatcher
        from coluber.core.options import check_options

        names = ", ".join(self.parameters)
        code = self.py_func.__code__
        sources = f"lambda {names}: _stencil({names})", f"lambda out, {names}: _stencil({names}, out=out)"
        made = []
        for source in sources:
            # Errors show the kernel.
            function = eval(compile(source, code.co_filename, "eval"), {"_stencil": self})
            function.__code__ = function.__code__.replace(
                co_firstlineno=code.co_firstlineno, co_name=self.__name__, co_qualname=self.__name__
            )
            function.__defaults__, function.__name__ = self.py_func.__defaults__, self.__name__
            made.append(new_dispatcher(function, check_options({"cache": bool(self.options.get("cache"))})))
        for caller, code in zip(made, self._code, strict=False):
            caller._carry(code)
        return made[0], made[1]


def _parameters(function: Any) -> tuple[str, ...]:
    """Return the names of a kernel's parameters."""
    if not isinstance(function, FunctionType):
        raise TypeError(f"a stencil kernel must be a function, not {type(function).__name__}")
    code = function.__code__
    if code.co_flags & _VARIADIC or code.co_kwonlyargcount:
        raise NumbaValueError(f"the stencil kernel {function.__name__}() must have no parameters but positional ones")
    names = code.co_varnames[: code.co_argcount]
    if not names:
        raise NumbaValueError(f"the stencil kernel {function.__name__}() needs a parameter, the array that it is applied to")
    if "out" in names:
        raise NumbaValueError(f"the stencil kernel {function.__name__}() has a parameter 'out': the name is that of the result")
    return names

"""The loops of a stencil over all elements, for arguments of given types."""

from __future__ import annotations

from coluber.core import overloads, types
from coluber.core.errors import NumbaValueError, TypingError
from coluber.stencils.kernel import Kernel
from coluber.stencils.neighborhood import MODES, border_value, margins

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    import numpy as np

    from coluber.core.types import Type
    from coluber.stencils.decorator import StencilFunc

_NUMBERS = (types.Number, types.Boolean, types.NPDatetime, types.NPTimedelta)


class StencilCall(overloads.Overload):
    """What implements the calls of a stencil in compiled code.

    Parameters
    ----------
    stencil : StencilFunc
        The stencil.
    parallel : bool
        Whether the loops are divided among threads.
    """

    def __init__(self, stencil: StencilFunc, parallel: bool) -> None:
        super().__init__(stencil.py_func, {"parallel": True} if parallel else {}, strict=False, prefer_literal=False)
        self.stencil = stencil
        self.known: dict[tuple[Type | None, ...], FunctionType] = {}

    @classmethod
    def register(cls, stencil: StencilFunc) -> None:
        """Let compiled code call a stencil."""
        key = overloads.key_of(stencil)
        overloads.add(key, cls(stencil, parallel=False))
        overloads.add(f"parallel stencil:{key}", cls(stencil, parallel=True))

    def find(self, positional: tuple[Type, ...], named: dict[str, Type], constants: bool = False) -> FunctionType:
        """Return the implementation for arguments of these types; constants have none of their own."""
        named = {name: types.unliteral(ty) for name, ty in named.items()}
        out = named.pop("out", None)
        given = self._bound([types.unliteral(ty) for ty in positional], named)
        asked = (*given.values(), None if isinstance(out, types.NoneType) else out)
        if asked not in self.known:
            self.known[asked] = self._checked(Loops(self.stencil, given, asked[-1]).function)
        return self.known[asked]

    def _bound(self, positional: list[Type], named: dict[str, Type]) -> dict[str, Type]:
        """Return the type of each parameter."""
        from coluber.core.typing.typeof import typeof

        name, parameters = self.stencil.__name__, self.stencil.parameters
        if len(positional) > len(parameters):
            raise TypingError(f"{name}() takes {len(parameters)} positional arguments but {len(positional)} were given")
        bound = dict(zip(parameters, positional, strict=False))
        for parameter, ty in named.items():
            if parameter in bound or parameter not in parameters:
                reason = "multiple values for" if parameter in bound else "an unexpected keyword"
                raise TypingError(f"{name}() got {reason} argument '{parameter}'")
            bound[parameter] = ty
        defaults = {parameter: typeof(value) for parameter, value in self.stencil.defaults.items()}
        missing = [parameter for parameter in parameters if parameter not in bound and parameter not in defaults]
        if missing:
            raise TypingError(f"{name}() missing {len(missing)} required arguments: {', '.join(missing)}")
        return {parameter: bound.get(parameter) or defaults[parameter] for parameter in parameters}


class Loops:
    """The function that applies a stencil to arguments of given types.

    Parameters
    ----------
    stencil : StencilFunc
        The stencil.
    given : dict
        The type of each parameter.
    out : Type, optional
        The type of the argument `out`.

    Attributes
    ----------
    function : function
        Has the kernel's parameters, and `out`.
    """

    def __init__(self, stencil: StencilFunc, given: dict[str, Type], out: Type | None) -> None:
        self.stencil = stencil
        self.given = given
        self.out = out
        self.first = stencil.parameters[0]
        self.ndim = self._checked_ndim()
        arrays = (name for name, ty in given.items() if isinstance(ty, types.Array) and name not in stencil.standard_indexing)
        self.kernel = Kernel(stencil.py_func, tuple(arrays), self.ndim, stencil.neighborhood, self._padded)
        self.margins = margins(self.kernel.neighborhood)
        self._check_arrays()
        self.function = self._made()

    @property
    def _padded(self) -> bool:
        """Whether the kernel indexes copies with margins, so that it can be applied everywhere."""
        return MODES[self.stencil.mode] is not None

    def _fail(self, message: str) -> None:
        raise NumbaValueError(f"stencil {self.stencil.__name__}(): {message}")

    def _checked_ndim(self) -> int:
        first = self.given[self.first]
        if not isinstance(first, types.Array) or first.ndim == 0:
            self._fail(f"the first argument, '{self.first}', must be an array with axes, not {first}")
        neighborhood = self.stencil.neighborhood
        if neighborhood is not None and len(neighborhood) != first.ndim:
            self._fail(f"neighborhood has {len(neighborhood)} axes, but the array '{self.first}' has {first.ndim}")
        if self.out is not None and not (isinstance(self.out, types.Array) and self.out.ndim == first.ndim):
            self._fail(f"out must be an array with {first.ndim} axes, not {self.out}")
        return first.ndim

    def _check_arrays(self) -> None:
        for name in self.kernel.relative:
            if self.given[name].ndim != self.ndim:
                self._fail(
                    f"the array '{name}' is indexed relatively and must have as many axes as '{self.first}', {self.ndim}, "
                    f"not {self.given[name].ndim}; name it in standard_indexing if its indices are its own"
                )

    # ------------------------------------------------------------------------------------------------------ the parts

    def _jitted(self) -> tuple[Any, np.dtype]:
        """Return the jitted kernel, and the dtype of its results."""
        from coluber.core.dispatcher import new_dispatcher
        from coluber.core.options import check_options
        from coluber.np.numpy_support import as_dtype

        options = {"inline": "always", "cache": bool(self.stencil.options.get("cache")), "_elementwise": True}
        jitted = new_dispatcher(self.kernel.function, check_options(options))
        copies = [types.Array(self.given[name].dtype, self.ndim, "C") for name in self.kernel.relative if self._padded]
        args = (*(types.int64,) * self.ndim, *self.given.values(), *copies)
        self.stencil._compile_kernel(jitted, args)
        result = next(types.unliteral(s.return_type) for s in jitted.nopython_signatures if s.args == args)
        if not isinstance(result, _NUMBERS):
            self._fail(f"the kernel must return a number, not {result}")
        return jitted, as_dtype(result)

    def _made(self) -> FunctionType:
        import numpy as np

        from coluber.core.threads import prange
        from coluber.np.numpy_support import as_dtype

        jitted, dtype = self._jitted()
        parameters = ", ".join(self.given)
        lines = [f"def call({parameters}, out=None):", *self._checks()]
        lines += [f"    _{line}" for line in self._lengths()]
        lines += [*self._result(), *(self._copies() if self._padded else []), *self._nest(), "    return _out"]
        scope = {
            "_empty": np.empty, "_zeros": np.zeros, "_pad": np.pad, "_prange": prange, "_kernel": jitted, "_dtype": dtype,
            "_cval": self._cval(dtype if self.out is None else as_dtype(self.out.dtype)),
        }  # fmt: skip
        exec(compile("\n".join(lines), f"<stencil {self.stencil.__name__}>", "exec"), scope)
        function = scope["call"]
        function.__defaults__ = (*self.stencil.defaults.values(), None)
        return function

    @property
    def _has_cval(self) -> bool:
        return "cval" in self.stencil.options

    def _cval(self, dtype: np.dtype) -> Any:
        return border_value(self.stencil.options["cval"], dtype) if self._has_cval else None

    def _lengths(self) -> list[str]:
        return [f"n{axis} = {self.first}.shape[{axis}]" for axis in range(self.ndim)]

    def _checks(self) -> list[str]:
        """Return statements that refuse arrays of other sizes."""
        lines = []
        for name in self.kernel.relative:
            if name != self.first:
                smaller = " or ".join(f"{name}.shape[{axis}] < {self.first}.shape[{axis}]" for axis in range(self.ndim))
                text = f"stencil {self.stencil.__name__}(): the array '{name}' is smaller than '{self.first}'"
                lines += [f"    if {smaller}:", f"        raise ValueError({text!r})"]
        if self.out is not None:
            text = f"stencil {self.stencil.__name__}(): out does not have the shape of '{self.first}'"
            lines += [f"    if out.shape != {self.first}.shape:", f"        raise ValueError({text!r})"]
        return lines

    def _result(self) -> list[str]:
        """Return statements that make the result, with what is not computed; the user's keeps that unless there is a cval."""
        if self.out is not None:
            made = "out"
        else:
            made = f"{'_empty' if self._padded or self._has_cval else '_zeros'}({self.first}.shape, _dtype)"
        return [f"    _out = {made}", *(["    _out[:] = _cval"] if self._has_cval and not self._padded else [])]

    def _copies(self) -> list[str]:
        """Return statements that continue the arrays beyond their ends."""
        lines = [f"    if {self.first}.size == 0:", "        return _out"]
        mode = MODES[self.stencil.mode]
        widths = "".join(f"({before}, {after}), " for before, after in self.margins)
        return lines + [f"    _{name}_padded = _pad({name}, ({widths}), {mode!r})" for name in self.kernel.relative]

    def _nest(self) -> list[str]:
        """Return the loops."""
        lines, indices = [], []
        for axis, (before, after) in enumerate(self.margins):
            bounds = f"_n{axis}" if self._padded else f"{before}, _n{axis} - {after}"
            lines.append(f"{'    ' * (axis + 1)}for _i{axis} in {'range' if axis else '_prange'}({bounds}):")
            indices.append(f"_i{axis} + {before}" if self._padded else f"_i{axis}")
        copies = [f"_{name}_padded" for name in self.kernel.relative if self._padded]
        element = ", ".join(f"_i{axis}" for axis in range(self.ndim))
        arguments = ", ".join([*indices, *self.given, *copies])
        return [*lines, f"{'    ' * (self.ndim + 1)}_out[{element}] = _kernel({arguments})"]

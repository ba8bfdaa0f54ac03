"""Calls of functions of parts of arrays from compiled code: the loops over the other axes are written out for the types."""

from __future__ import annotations

from coluber.core import overloads, types
from coluber.core.errors import TypingError
from coluber.np.ufunc.compiled import check_names, check_operands, is_sequence, with_arrays

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type
    from coluber.np.ufunc.generalised import GeneralisedBuilder


class PartsCall(overloads.Overload):
    """What implements the calls of a generalised ufunc.

    Parameters
    ----------
    ufunc : callable
        The ufunc.
    builder : GeneralisedBuilder
        Its compiled forms.
    compile_for : callable, optional
        ``compile_for(types)`` adds a form for the types of elements of the inputs and of the outputs; None for one that is
        not given.
    """

    def __init__(self, ufunc: Any, builder: GeneralisedBuilder, compile_for: Any = None) -> None:
        super().__init__(builder.py_func, {}, strict=False, prefer_literal=False)
        self.ufunc = ufunc
        self.builder = builder
        self.compile_for = compile_for

    def find(self, positional: tuple[Type, ...], named: dict[str, Type], constants: bool = False) -> FunctionType | None:
        """Return the implementation for arguments of these types, or None."""
        builder, name = self.builder, self.builder.py_func.__name__
        count, most = len(builder.inputs), len(builder.cores)
        check_names(name, named, ("out",))
        if not count <= len(positional) <= most:
            raise TypingError(f"{name}() takes from {count} to {most} positional arguments, {len(positional)} were given")
        check_operands(name, positional[:count])
        if any(map(is_sequence, positional[:count])):
            return self._checked(with_arrays(self.ufunc, positional, named, count))
        given = [types.unliteral(ty) for ty in positional]
        outs = _Outputs(builder, given[len(builder.inputs) :], types.unliteral(named["out"]) if "out" in named else None)
        operands = [*given[: len(builder.inputs)], *outs.types]
        if not all(ty is None or isinstance(ty, (types.Array, types.Number, types.Boolean)) for ty in operands):
            return None
        cores = _present(builder, operands)
        return _Writer(builder, operands, cores, outs, self._form(operands)).function()

    def _form(self, operands: list[Type | None]) -> tuple[Type, ...]:
        """Return the types of the form that is called: of what is given, else the first that can take it, as in NumPy.

        Where forms are made for what is given, those that were made before do not matter.
        """
        if self.compile_for is not None and self._found(operands, exactly=True) is None:
            self.compile_for([None if ty is None else _element(ty) for ty in operands])
        form = self._found(operands, exactly=True)
        if form is None and self.compile_for is None:
            form = self._found(operands, exactly=False)
        if form is None:
            given = ", ".join(str(ty) for ty in operands if ty is not None)
            raise TypingError(f"{self.builder.py_func.__name__} has no loop for ({given})")
        return form

    def _found(self, operands: list[Type | None], exactly: bool) -> tuple[Type, ...] | None:
        import numpy as np

        def takes(k: int, ty: Type | None, wanted: Type) -> bool:
            if ty is None or (not exactly and k >= len(self.builder.inputs)):
                return True
            if exactly:
                return _element(ty) == _element(wanted)
            return np.can_cast(_element(ty).name, _element(wanted).name, "safe")

        for form, _ in self.builder.loops:
            if all(takes(k, ty, wanted) for k, (ty, wanted) in enumerate(zip(operands, form, strict=True))):
                return form
        return None


class _Outputs:
    """The outputs that a call gives: by position, and as `out`, which is an array or a tuple.

    Attributes
    ----------
    types : list of Type or None
        For each output its type; None where it is to be made.
    names : list of str
        For each output an expression for it.
    is_named : bool
        Whether the call has the argument `out`.
    """

    def __init__(self, builder: GeneralisedBuilder, positional: list[Type], out: Type | None) -> None:
        first, count = len(builder.inputs), len(builder.outputs)
        self.is_named = out is not None
        self.types: list[Type | None] = [*positional, *[None] * (count - len(positional))]
        self.names = [f"a{first + k}" for k in range(count)]
        self.positional = len(positional)
        if out is None or isinstance(out, types.NoneType):
            return
        if positional:
            raise TypingError(f"{builder.py_func.__name__}: cannot specify 'out' as both a positional and keyword argument")
        if isinstance(out, types.BaseTuple):
            if len(out) != count:
                raise TypingError("The 'out' tuple must have exactly one entry per ufunc output")
            self.types = [None if isinstance(ty, types.NoneType) else ty for ty in out]
            self.names = [f"out[{k}]" for k in range(count)]
        elif count > 1:
            raise TypingError("'out' must be a tuple of arrays")
        else:
            self.types, self.names = [out], ["out"]


def _present(builder: GeneralisedBuilder, operands: list[Type | None]) -> list[tuple[str, ...]]:
    """Return the dimensions of each part that its operand has: optional ones are missing where there are not enough axes.

    Sizes are never missing: NumPy takes them for 1 then, which they are not.
    """
    missing: set[str] = set()

    def left(core: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(name for name in core if name.rstrip("?") not in missing)

    for k, (ty, core) in enumerate(zip(operands, builder.cores, strict=True)):
        if ty is None:
            continue
        for name in core:
            if name.endswith("?") and not name[0].isdigit() and _rank(ty) < len(left(core)):
                missing.add(name.rstrip("?"))
        if _rank(ty) < len(left(core)) or (k >= len(builder.inputs) and not isinstance(ty, types.Array)):
            raise TypingError(f"argument {k} of the type {ty} does not fit the layout {builder.layout}")
    return [left(core) for core in builder.cores]


def _rank(ty: Type | None) -> int:
    return ty.ndim if isinstance(ty, types.Array) else 0


def _element(ty: Type) -> Type:
    return ty.dtype if isinstance(ty, types.Array) else ty


class _Writer:
    """Writes the function for a call.

    Parameters
    ----------
    builder : GeneralisedBuilder
        The function.
    given : list of Type or None
        The type of each operand; None for outputs that are to be made.
    cores : list of tuple of str
        The dimensions of each part, without those that are missing.
    outs : _Outputs
        The outputs that are given.
    form : tuple of Type
        The types that the function is called with.
    """

    def __init__(
        self,
        builder: GeneralisedBuilder,
        given: list[Type | None],
        cores: list[tuple[str, ...]],
        outs: _Outputs,
        form: tuple[Type, ...],
    ) -> None:
        self.builder, self.given, self.cores, self.outs, self.form = builder, given, cores, outs, form
        self.count = len(builder.inputs)
        self.lines: list[str] = []
        self.scope: dict[str, Any] = {"core": builder.core}
        self.name = builder.py_func.__name__

    def function(self) -> FunctionType:
        """Return the function."""
        import numpy as np

        from coluber.lib.numpy.broadcasting import spread_function

        self.scope.update(
            broadcast_shapes=np.broadcast_shapes, empty=np.empty, ndindex=np.ndindex,
            asarray=np.asarray,
        )  # fmt: skip
        parameters = [f"a{k}" for k in range(self.count + self.outs.positional)] + ["out"] * self.outs.is_named
        self._convert()
        for k in range(self.count, len(self.cores)):
            if self.given[k] is not None and self.outs.is_named:
                self._add(f"a{k} = {self.outs.names[k - self.count]}")
        sizes = self._check_sizes()
        shapes = [f"a{k}.shape[:{self._outer(k)}]" for k in range(len(self.cores)) if self._outer(k)]
        self._add(f"shape = broadcast_shapes({', '.join(shapes)})" if shapes else "shape = ()")
        outer = max(map(self._outer, range(len(self.cores))), default=0)
        for k, core in enumerate(self.cores):
            extents = "".join(f"{sizes[name]}, " for name in core)
            target = f"shape + ({extents})" if core else "shape"
            if k < self.count:
                self.scope[f"spread{k}"] = spread_function(self._outer(k) + len(core), outer + len(core))
                self._add(f"b{k} = spread{k}(a{k}, {target})")
            else:
                self._output(k, target)
        self._loop(bool(shapes))
        results = [self._result(k) for k in range(self.count, len(self.cores))]
        self._add(f"return {results[0] if len(results) == 1 else '(' + ', '.join(results) + ')'}")
        text = "\n".join([f"def call({', '.join(parameters)}):", *(f"    {line}" for line in self.lines)])
        exec(compile(text, f"<call of {self.name}>", "exec"), self.scope)
        return self.scope["call"]

    def _add(self, line: str) -> None:
        self.lines.append(line)

    def _outer(self, k: int) -> int:
        """Return the number of axes of an operand that are not those of its part."""
        return 0 if self.given[k] is None else _rank(self.given[k]) - len(self.cores[k])

    def _convert(self) -> None:
        """Make arrays of the inputs, with the form's dtypes."""
        from coluber.lib.kinds import numpy_class

        for k in range(self.count):
            ty, wanted = self.given[k], _element(self.form[k])
            if not isinstance(ty, types.Array):
                self._add(f"a{k} = asarray(a{k})")
            if _element(ty) != wanted:
                self.scope[f"class{k}"] = numpy_class(wanted)
                self._add(f"a{k} = a{k}.astype(class{k})")

    def _check_sizes(self) -> dict[str, str]:
        """Give each dimension a name, and let operands be refused that don't agree. Return expressions for the dimensions."""
        sizes = {name: name.rstrip("?") for core in self.cores for name in core if name.rstrip("?").isdigit()}
        for k, core in enumerate(self.cores):
            if self.given[k] is None:
                continue
            for d, name in enumerate(core):
                extent = f"a{k}.shape[{self._outer(k) + d}]"
                if name not in sizes:
                    sizes[name] = f"n_{name.rstrip('?')}"
                    self._add(f"{sizes[name]} = {extent}")
                    continue
                operand = f"Input operand {k}" if k < self.count else f"Output operand {k - self.count}"
                problem = f"{self.name}: {operand} has a mismatch in its core dimension {d}, with gufunc signature "
                self._add(f"if {extent} != {sizes[name]}:")
                self._add(f"    raise ValueError({problem + self.builder.layout!r})")
        return sizes

    def _output(self, k: int, target: str) -> None:
        """Make an output, or check one that is given; one of another dtype lends its elements, and gets the results."""
        import numpy as np

        from coluber.lib.kinds import numpy_class
        from coluber.np.numpy_support import as_dtype

        given, wanted = self.given[k], _element(self.form[k])
        if given is not None:
            message = f"output operand {k - self.count} of {self.name} has another shape than its results"
            self._add(f"if a{k}.shape != {target}:")
            self._add(f"    raise ValueError({message!r})")
        if given is not None and _element(given) == wanted:
            self._add(f"b{k} = a{k}")
            return
        if given is not None and not np.can_cast(as_dtype(wanted), as_dtype(_element(given)), "same_kind"):
            raise TypingError(
                f"Cannot cast ufunc '{self.name}' output from {as_dtype(wanted)!r} to {as_dtype(_element(given))!r} "
                "with casting rule 'same_kind'"
            )
        self.scope[f"class{k}"] = numpy_class(wanted)
        if given is None:
            self._add(f"b{k} = empty({target}, class{k})")
            return
        real = ".real" if isinstance(_element(given), types.Complex) and not isinstance(wanted, types.Complex) else ""
        self._add(f"b{k} = a{k}{real}.astype(class{k})")

    def _result(self, k: int) -> str:
        """Return the expression for a result: a number where it is one and no array was given for it."""
        if self.given[k] is not None:
            if _element(self.given[k]) != _element(self.form[k]):
                self._add(f"a{k}[...] = b{k}")
            return f"a{k}"
        is_number = not self.cores[k] and not any(self._outer(other) for other in range(len(self.cores)))
        return f"b{k}[()]" if is_number else f"b{k}"

    def _loop(self, is_looping: bool) -> None:
        """Call the function for each index of the loop's axes; single elements may be wanted as arrays."""
        parts = []
        for k, (core, wanted) in enumerate(zip(self.builder.cores, self.form, strict=True)):
            is_part = bool(core) or isinstance(wanted, types.Array)
            axes = [":" if name in self.cores[k] else "None" for name in core] or ["None"]
            name = f"b{k}"
            if is_part and "None" in axes:
                name = f"c{k}"
                self._add(f"c{k} = b{k}[..., {', '.join(axes)}]")
            parts.append(f"{name}[index]" if is_looping else name if is_part else f"{name}[()]")
        if is_looping:
            self._add("for index in ndindex(shape):")
        self._add(f"{'    ' if is_looping else ''}core({', '.join(parts)})")


def register(ufunc: Any, builder: GeneralisedBuilder, compile_for: Any = None) -> None:
    """Let compiled code call a generalised ufunc."""
    overloads.add(overloads.key_of(ufunc), PartsCall(ufunc, builder, compile_for))

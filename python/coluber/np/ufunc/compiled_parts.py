"""Calls of functions of parts of arrays from compiled code: the loops over the other axes are written out for the types."""

from __future__ import annotations

from coluber.core import overloads, types
from coluber.core.errors import TypingError

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
    builder : GeneralisedBuilder
        Its compiled forms.
    compile_for : callable, optional
        ``compile_for(dtypes)`` adds a form for dtypes of the inputs and of the outputs that are given.
    """

    def __init__(self, builder: GeneralisedBuilder, compile_for: Any = None) -> None:
        super().__init__(builder.py_func, {}, strict=False, prefer_literal=False)
        self.builder = builder
        self.compile_for = compile_for

    def find(self, positional: tuple[Type, ...], named: dict[str, Type], constants: bool = False) -> FunctionType | None:
        """Return the implementation for arguments of these types, or None."""
        inputs, outputs = self.builder.inputs, self.builder.outputs
        given = [types.unliteral(ty) for ty in positional]
        if named or len(given) not in (len(inputs), len(inputs) + len(outputs)):
            return None
        if not all(isinstance(ty, (types.Array, types.Number, types.Boolean)) for ty in given):
            return None
        if any(name.endswith("?") for core in self.builder.cores for name in core):
            raise TypingError(f"{self.builder.py_func.__name__}: optional dimensions are not supported in compiled code yet")
        for k, (ty, core) in enumerate(zip(given, self.builder.cores, strict=False)):
            if _rank(ty) < len(core) or (k >= len(inputs) and not isinstance(ty, types.Array)):
                raise TypingError(f"argument {k} of the type {ty} does not fit the layout {self.builder.layout}")
        return _Writer(self.builder, given, self._form(given)).function()

    def _form(self, given: list[Type]) -> tuple[Type, ...]:
        """Return the types of the form that is called: of what is given, else the first that can take it, as in NumPy.

        Where forms are made for what is given, those that were made before do not matter.
        """
        if self.compile_for is not None and self._found(given, exactly=True) is None:
            self.compile_for([_element(ty) for ty in given])
        form = self._found(given, exactly=True) or (self._found(given, exactly=False) if self.compile_for is None else None)
        if form is None:
            raise TypingError(f"{self.builder.py_func.__name__} has no loop for ({', '.join(map(str, given))})")
        return form

    def _found(self, given: list[Type], exactly: bool) -> tuple[Type, ...] | None:
        import numpy as np

        def takes(k: int, ty: Type, wanted: Type) -> bool:
            if exactly or k >= len(self.builder.inputs):
                return _element(ty) == _element(wanted)
            return np.can_cast(_element(ty).name, _element(wanted).name, "safe")

        for form, _ in self.builder.loops:
            if all(takes(k, ty, wanted) for k, (ty, wanted) in enumerate(zip(given, form, strict=False))):
                return form
        return None


def _rank(ty: Type) -> int:
    return ty.ndim if isinstance(ty, types.Array) else 0


def _element(ty: Type) -> Type:
    return ty.dtype if isinstance(ty, types.Array) else ty


class _Writer:
    """Writes the function for a call."""

    def __init__(self, builder: GeneralisedBuilder, given: list[Type], form: tuple[Type, ...]) -> None:
        self.builder, self.given, self.form = builder, given, form
        self.count = len(builder.inputs)
        self.lines: list[str] = []
        self.scope: dict[str, Any] = {"core": builder.core}

    def function(self) -> FunctionType:
        """Return the function."""
        import numpy as np

        self.scope.update(
            broadcast_shapes=np.broadcast_shapes, broadcast_to=np.broadcast_to, empty=np.empty, ndindex=np.ndindex,
            asarray=np.asarray,
        )  # fmt: skip
        has_outputs = len(self.given) > self.count
        parameters = [f"a{k}" for k in range(len(self.given))]
        self._convert()
        sizes = self._check_sizes()
        shapes = [f"a{k}.shape[:{_rank(ty) - len(core)}]" for k, ty, core in self._operands() if _rank(ty) > len(core)]
        self._add(f"shape = broadcast_shapes({', '.join(shapes)})" if shapes else "shape = ()")
        for k, core in enumerate(self.builder.cores):
            extents = "".join(f"{sizes[name]}, " for name in core)
            target = f"shape + ({extents})" if core else "shape"
            if k < self.count:
                self._add(f"b{k} = broadcast_to(a{k}, {target})")
            else:
                self._output(k, target, has_outputs)
        self._loop(bool(shapes) or self._loop_rank() > 0)
        results = [self._result(k, has_outputs) for k in range(self.count, len(self.builder.cores))]
        self._add(f"return {results[0] if len(results) == 1 else '(' + ', '.join(results) + ')'}")
        text = "\n".join([f"def call({', '.join(parameters)}):", *(f"    {line}" for line in self.lines)])
        exec(compile(text, f"<call of {self.builder.py_func.__name__}>", "exec"), self.scope)
        return self.scope["call"]

    def _add(self, line: str) -> None:
        self.lines.append(line)

    def _operands(self) -> list[tuple[int, Type, tuple[str, ...]]]:
        return [(k, self.given[k], core) for k, core in enumerate(self.builder.inputs)]

    def _loop_rank(self) -> int:
        return max((_rank(ty) - len(core) for _, ty, core in self._operands()), default=0)

    def _convert(self) -> None:
        """Make arrays of the inputs, with the form's dtypes."""
        from coluber.lib.kinds import numpy_class

        for k, ty, _ in self._operands():
            wanted = _element(self.form[k])
            if not isinstance(ty, types.Array):
                self._add(f"a{k} = asarray(a{k})")
            if _element(ty) != wanted:
                self.scope[f"class{k}"] = numpy_class(wanted)
                self._add(f"a{k} = a{k}.astype(class{k})")

    def _check_sizes(self) -> dict[str, str]:
        """Give each dimension a name, and let inputs be refused that don't agree. Return expressions for the dimensions."""
        sizes: dict[str, str] = {}
        name_of = self.builder.py_func.__name__
        for k, ty, core in self._operands():
            for d, name in enumerate(core):
                extent = f"a{k}.shape[{_rank(ty) - len(core) + d}]"
                if name not in sizes and not name.isdigit():
                    sizes[name] = f"n_{name}"
                    self._add(f"n_{name} = {extent}")
                    continue
                sizes[name] = name if name.isdigit() else f"n_{name}"
                problem = f"{name_of}: Input operand {k} has a mismatch in its core dimension {d}, with gufunc signature "
                self._add(f"if {extent} != {sizes[name]}:")
                self._add(f"    raise ValueError({problem + self.builder.layout!r})")
        sizes.update({name: name for core in self.builder.outputs for name in core if name.isdigit()})
        return sizes

    def _output(self, k: int, target: str, is_given: bool) -> None:
        from coluber.lib.kinds import numpy_class

        if not is_given:
            self.scope[f"class{k}"] = numpy_class(_element(self.form[k]))
            self._add(f"b{k} = empty({target}, class{k})")
            return
        message = f"output operand {k - self.count} of {self.builder.py_func.__name__} has another shape than its results"
        self._add(f"b{k} = a{k}")
        if _rank(self.given[k]) != self._loop_rank() + len(self.builder.cores[k]):
            raise TypingError(message)
        self._add(f"if b{k}.shape != {target}:")
        self._add(f"    raise ValueError({message!r})")

    def _result(self, k: int, is_given: bool) -> str:
        """Return the expression for a result: a number where it is one and no array was given for it."""
        is_number = not is_given and self._loop_rank() == 0 and not self.builder.cores[k]
        return f"b{k}[()]" if is_number else f"b{k}"

    def _loop(self, is_looping: bool) -> None:
        """Call the function for each index of the loop's axes; single elements may be wanted as arrays."""
        parts = []
        for k, (core, wanted) in enumerate(zip(self.builder.cores, self.form, strict=True)):
            is_part = bool(core) or isinstance(wanted, types.Array)
            if is_part and not core:
                self._add(f"c{k} = b{k}[..., None]")
            name = f"c{k}" if is_part and not core else f"b{k}"
            parts.append(f"{name}[index]" if is_looping else name if is_part else f"{name}[()]")
        if is_looping:
            self._add("for index in ndindex(shape):")
        self._add(f"{'    ' if is_looping else ''}core({', '.join(parts)})")


def register(ufunc: Any, builder: GeneralisedBuilder, compile_for: Any = None) -> None:
    """Let compiled code call a generalised ufunc."""
    overloads.add(overloads.key_of(ufunc), PartsCall(builder, compile_for))

"""Templates of extensions as implementations: what a template types, a lowering of `coluber.core.imputils` writes."""

from __future__ import annotations

import inspect

from coluber.core import extending, overloads, types
from coluber.core.errors import LoweringError, TypingError
from coluber.core.imputils import builtin_registry
from coluber.core.typing.templates import (
    AttributeTemplate,
    BoundMethod,
    CallableTemplate,
    Signature,
    _OverloadAttributeTemplate,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type

_attributes: list[AttributeTemplate] = []

# Names of attributes that have turned out to be methods, by a `BoundFunction`: attributes are asked for first.
_bound: set[str] = set()


class TemplateOverload(overloads.Overload):
    """A template of a function.

    Parameters
    ----------
    function : object
        What is called.
    template : class derived from FunctionTemplate
        Types calls of it.
    """

    goes_first = True

    def __init__(self, function: Any, template: Any) -> None:
        super().__init__(template, {}, strict=False, prefer_literal=template.prefer_literal)
        self.called = function
        self.template = template

    def find(self, positional: tuple[Type, ...], named: dict[str, Type], constants: bool = False) -> FunctionType | None:
        """Return the function that runs what lowers the call, or None."""
        refused: TypingError | None = None
        for positional_, named_ in self._forms(positional, named, constants):
            try:
                found = self.template().apply(positional_, named_)
            except TypingError as error:
                # It may take constants only, or no constants.
                refused = refused or error
                continue
            if found is not None:
                given = () if named_ else positional_
                return lowered(self.called, _of_slices(found, positional_), _names(self.template, named, found), given)
        if refused is not None:
            raise refused
        return None

    def complain(self, positional: tuple[Type, ...], named: dict[str, Type]) -> None:
        """Raise where a call has a type and nothing lowers it."""
        for positional_, named_ in self._forms(positional, named, False):
            found = self.template().apply(positional_, named_)
            if found is not None:
                raise LoweringError(f"No definition for lowering {_text(self.called)}{found}")


def _of_slices(sig: Signature, given: tuple[Type, ...]) -> Signature:
    """Return a signature with the slices of a call: extensions know two types of them, compiled code has more."""

    def own(wanted: Type, ty: Type) -> bool:
        both = isinstance(wanted, types.SliceType) and isinstance(ty, types.SliceType)
        return both and wanted.has_step == ty.has_step

    args = [ty if own(wanted, ty) else wanted for wanted, ty in zip(sig.args, given, strict=False)]
    return sig.replace(args=[*args, *sig.args[len(args) :]])


def _names(template: Any, named: dict[str, Type], sig: Signature) -> tuple[str, ...]:
    """Return the names of the parameters, where arguments are given by name."""
    if not named:
        return ()
    if not issubclass(template, CallableTemplate):
        return () if sig.pysig is None else tuple(sig.pysig.parameters)
    return tuple(inspect.signature(template().generic()).parameters)


def _text(called: Any) -> str:
    return getattr(called, "__qualname__", None) or repr(called)


def lowered(called: Any, sig: Signature, names: tuple[str, ...] = (), given: tuple[Type, ...] = ()) -> FunctionType | None:
    """Return the function that runs what lowers a call, or None where nothing does.

    Parameters
    ----------
    called : object
        What is called.
    sig : Signature
        The types that it takes.
    names : tuple of str
        The names of the parameters, where arguments are given by name.
    given : tuple of Type
        The types of the arguments: those for which there is a `lower_cast` are converted.
    """
    from coluber.core.splice import implementation

    args = sig.args if sig.recvr is None else (sig.recvr, *sig.args)
    function = Signature(sig.return_type, args, pysig=sig.pysig)
    found = builtin_registry.find_function(called, args)
    if found is None:
        return None
    if sig.pysig is not None and any(isinstance(ty, types.Omitted) for ty in args):
        return _with_defaults(called, function, found, tuple(sig.pysig.parameters))
    casts = {k: ty for k, (ty, wanted) in enumerate(zip(given, args, strict=False)) if _has_cast(ty, wanted)}
    if casts:
        return _with_casts(called, function, found, casts)
    return implementation(_text(called), function, found, names if len(names) == len(args) else ())


def _has_cast(ty: Type, wanted: Type) -> bool:
    return types.unliteral(ty) != types.unliteral(wanted) and builtin_registry.find_cast(ty, wanted) is not None


def _with_casts(called: Any, sig: Signature, found: Any, casts: dict[int, Type]) -> FunctionType:
    """Return the function for a signature some of whose arguments have types that are converted, as the extension says how."""
    from coluber.core.splice import implementation

    def write(context: Any, builder: Any, _: Signature, values: tuple[Any, ...]) -> Any:
        args = [context.cast(builder, value, casts[k], sig.args[k]) if k in casts else value for k, value in enumerate(values)]
        return found(context, builder, sig, tuple(args))

    narrow = sig.replace(args=[casts.get(k, ty) for k, ty in enumerate(sig.args)])
    return implementation(_text(called), narrow, write, (), found)


def _with_defaults(called: Any, sig: Signature, found: Any, names: tuple[str, ...]) -> FunctionType:
    """Return the function for a signature with arguments that are not given, whose defaults are part of their types."""
    from coluber.core.splice import implementation

    given = [k for k, ty in enumerate(sig.args) if not isinstance(ty, types.Omitted)]

    def write(context: Any, builder: Any, _: Signature, values: tuple[Any, ...]) -> Any:
        args = [context.get_dummy_value()] * len(sig.args)
        for k, value in zip(given, values, strict=True):
            args[k] = value
        return found(context, builder, sig, tuple(args))

    narrow = sig.replace(args=[sig.args[k] for k in given])
    return implementation(_text(called), narrow, write, [names[k] for k in given], found, names)


def add_template(key: Any, template: Any) -> None:
    """Take a template of a function."""
    name = f"operator.{key}" if isinstance(key, str) else overloads.key_of(key)
    overloads.add(name, TemplateOverload(key, template))


class CallableOverload(overloads.Overload):
    """A value whose type a program has derived from ``types.Callable``: implementations of its calls are those for the class.

    Parameters
    ----------
    function : object
        The value.
    typ : Type
        Its type.
    """

    goes_first = True

    def __init__(self, function: Any, typ: Any) -> None:
        super().__init__(function, {}, strict=False, prefer_literal=False)
        self.typ = typ

    def find(self, positional: tuple[Type, ...], named: dict[str, Type], constants: bool = False) -> FunctionType | None:
        """Return what is given for the class, or what lowers the call that the type describes."""
        key = overloads.key_of(type(self.typ))
        found = overloads.find(key, (*positional, *named.values()), tuple(named))
        if found is not None:
            return found
        from coluber.core.typing.context import typing_context

        sig = self.typ.get_call_type(typing_context, positional, named)
        return None if sig is None else lowered(self.typ.get_impl_key(sig), sig)


def add_callable(value: Any, typ: Any) -> None:
    """Take the type of a value that can be called."""
    overloads.add(overloads.key_of(value), CallableOverload(value, typ))


def add_attributes(template: type[AttributeTemplate]) -> None:
    """Take a template of attributes."""
    if issubclass(template, _OverloadAttributeTemplate):
        template.register_overload()
        return
    _attributes.append(template())
    overloads.add_generic(_Attributes())
    extending.forget_answers()


class _Attributes:
    """The attributes and methods of the templates, whatever their names are."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Attributes)

    def __hash__(self) -> int:
        return 0

    def has(self, key: str) -> bool:
        """Whether there is a method of this name."""
        name = key.removeprefix("method:")
        is_method = name in _bound or any(isinstance(_member(template, name), BoundMethod) for template in _attributes)
        return name != key and is_method

    def find(self, key: str, positional: tuple[Type, ...], named: dict[str, Type]) -> FunctionType | None:
        """Return what gives the attribute or calls the method, or None."""
        kind, _, name = key.partition(":")
        if kind == "attribute":
            return _attribute(positional[0], name)
        return _method(positional, named, name) if kind == "method" else None


def _member(template: AttributeTemplate, name: str) -> Any:
    return inspect.getattr_static(template, f"resolve_{name}", None)


def _attribute(ty: Type, name: str) -> FunctionType | None:
    from coluber.core.splice import implementation

    for template in _attributes:
        if not template.is_for(ty) or isinstance(_member(template, name), BoundMethod):
            continue
        result = template.resolve(ty, name)
        if result is None:
            continue
        if isinstance(result, types.BoundFunction):
            _bound.add(name)
            return None
        found = builtin_registry.find_getattr(ty, name)
        if found is None:
            raise LoweringError(f"No definition for lowering {ty}.{name}")
        impl: Any = found

        def get(context: Any, builder: Any, sig: Signature, args: tuple[Any, ...], impl: Any = impl) -> Any:
            return impl(context, builder, sig.args[0], args[0])

        return implementation(f"{ty}.{name}", Signature(result, (ty,)), get, ("value",), impl)
    return None


def _method(positional: tuple[Type, ...], named: dict[str, Type], name: str) -> FunctionType | None:
    for template in _attributes:
        member = _member(template, name)
        if not template.is_for(positional[0]):
            continue
        if isinstance(member, BoundMethod):
            key, found = member.template_key, member.typer(template, positional[0], positional[1:], named)
        else:
            bound = template.resolve(positional[0], name)
            if not isinstance(bound, types.BoundFunction):
                continue
            key, found = bound.typing_key, bound.template(template.context).apply(positional[1:], named)
        if found is None:
            continue
        function = lowered(key, found if found.recvr is not None else found.replace(recvr=positional[0]))
        if function is None:
            raise LoweringError(f"No definition for lowering {key}{found}")
        return function
    return None


class OneQuestion:
    """What answers questions with one key; two of a class are the same."""

    key: str

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self)

    def __hash__(self) -> int:
        return hash(type(self))

    def has(self, key: str) -> bool:
        """Whether the question is for this."""
        return key == self.key


class Iterators(OneQuestion):
    """Loops over values of types of programs, by what lowers ``getiter`` and ``iternext``."""

    key = "coluber.iterate_extension"

    def find(self, key: str, positional: tuple[Type, ...], named: dict[str, Type]) -> FunctionType | None:
        """Return the generator that goes over a value, or None."""
        if not self.has(key):
            return None
        from coluber.core.iterators import generator

        return generator(positional[0])


class Casts(OneQuestion):
    """Conversions of values of types of programs, where such types meet."""

    key = "coluber.cast"

    def find(self, key: str, positional: tuple[Type, ...], named: dict[str, Type]) -> FunctionType | None:
        """Return the function that converts a value of the first type to the second, or None."""
        from coluber.core.splice import implementation
        from coluber.core.typing.conversions import rules_digest

        if not self.has(key):
            return None
        fromty, toty = positional
        if isinstance(toty, types.FunctionType):
            from coluber.core import function_values

            return function_values.constant(fromty, toty)
        found = builtin_registry.find_cast(fromty, toty)
        if found is None:
            return None
        impl: Any = found

        def write(context: Any, builder: Any, sig: Signature, args: tuple[Any, ...]) -> Any:
            return impl(context, builder, fromty, toty, args[0])

        what, sig = f"cast from {fromty} to {toty}", Signature(toty, (fromty,))
        return implementation(what, sig, write, ("value",), impl, remark=f"rules {rules_digest(fromty, toty)}")


class Setters:
    """Setting attributes."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Setters)

    def __hash__(self) -> int:
        return 0

    def has(self, key: str) -> bool:
        """Whether the attribute may be set."""
        return key.startswith("setattr:")

    def find(self, key: str, positional: tuple[Type, ...], named: dict[str, Type]) -> FunctionType | None:
        """Return what sets the attribute, or None."""
        from coluber.core.splice import implementation

        kind, _, name = key.partition(":")
        found = builtin_registry.find_setattr(positional[0], name) if kind == "setattr" else None
        if found is None:
            return None
        return implementation(f"{positional[0]}.{name} = ...", Signature(types.none, positional), found)

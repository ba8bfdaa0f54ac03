"""The types of a function's arguments and result, and templates, by which extensions say what calls and attributes result in.

A template is a class. It is asked with the types of the arguments of a call, and answers with a signature; what runs then comes
from `coluber.core.imputils` (`lower_builtin` and its relatives).
"""

from __future__ import annotations

from coluber.core.loaders import BaseRegistryLoader
from coluber.core.types.base import Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    import typing
    from collections.abc import Callable, Iterable
    from inspect import Signature as PythonSignature
    from typing import Any, TypeVar

    # A template, which stays what it is where it is decorated.
    _Template = TypeVar("_Template", bound=type)


class Signature:
    """The types of a function's arguments and result.

    Parameters
    ----------
    return_type : Type or None
        The type of the result; None lets the compiler find it.
    args : iterable of Type
        The types of the arguments.
    recvr : Type, optional
        The type of the object, for a method.
    pysig : inspect.Signature, optional
        The Python signature, for calls with keywords.
    """

    __slots__ = ("_args", "_pysig", "_recvr", "_return_type")

    def __init__(
        self,
        return_type: Type | None,
        args: Iterable[Type],
        recvr: Type | None = None,
        pysig: PythonSignature | None = None,
    ) -> None:
        self._return_type = return_type
        self._args = tuple(args)
        for value in (*self._args, *(() if return_type is None else (return_type,))):
            if not isinstance(value, Type) and not _is_of_llvm(value):
                raise TypeError(f"a signature is made of types, and {value!r} is none")
        self._recvr = recvr
        self._pysig = pysig

    @property
    def return_type(self) -> Any:
        """The type of the result."""
        return self._return_type

    @property
    def args(self) -> tuple[Any, ...]:
        """The types of the arguments."""
        return self._args

    @property
    def recvr(self) -> Type | None:
        """The type of the object, for a method."""
        return self._recvr

    @property
    def pysig(self) -> PythonSignature | None:
        """The Python signature."""
        return self._pysig

    @property
    def is_method(self) -> bool:
        """Whether this is the signature of a method."""
        return self._recvr is not None

    def replace(self, **changes: Any) -> Signature:
        """Return the signature with some of ``return_type``, ``args``, ``recvr`` and ``pysig`` replaced."""
        values = {"return_type": self.return_type, "args": self.args, "recvr": self.recvr, "pysig": self.pysig}
        unknown = changes.keys() - values.keys()
        if unknown:
            raise TypeError(f"a signature has no {', '.join(sorted(unknown))}")
        return Signature(**{**values, **changes})

    def as_method(self) -> Signature:
        """Return the signature of a method whose object is the first argument."""
        return self if self.is_method else Signature(self.return_type, self.args[1:], recvr=self.args[0])

    def as_function(self) -> Signature:
        """Return the signature with a method's object as the first argument."""
        return Signature(self.return_type, (self.recvr, *self.args)) if self.is_method else self

    def as_type(self) -> Type:
        """Return the type of functions with these types, as values."""
        from coluber.core import types

        return types.FunctionType(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Signature):
            return NotImplemented
        return self._args == other._args and self._return_type == other._return_type and self._recvr == other._recvr

    def __hash__(self) -> int:
        return hash((self._args, self._return_type))

    def __repr__(self) -> str:
        return f"{self._args} -> {self._return_type}"

    def __reduce__(self) -> tuple[Any, ...]:
        return Signature, (self._return_type, self._args, self._recvr, self._pysig)


def _is_of_llvm(value: object) -> bool:
    """Whether a value is one of LLVM IR: extensions that only need the type of the result make signatures with those."""
    return type(value).__module__.startswith("llvmlite.")


def signature(return_type: Type, *args: Type, **kws: Any) -> Signature:
    """Return the signature with this result and these arguments; ``recvr`` names the type of a method's object."""
    recvr = kws.pop("recvr", None)
    if kws:
        raise TypeError(f"unexpected arguments: {', '.join(kws)}")
    return Signature(return_type, args, recvr=recvr)


# ---------------------------------------------------------------------------------------------------------- templates


class FunctionTemplate:
    """Says what calls of a function result in.

    Parameters
    ----------
    context : object, optional
        The typing context.
    """

    key: Any = None
    unsafe_casting = True
    exact_match_required = False
    prefer_literal = False

    def __init__(self, context: Any = None) -> None:
        from coluber.core.typing.context import typing_context

        self.context = typing_context if context is None else context

    def apply(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Signature | None:
        """Return the signature of a call with arguments of these types, or None."""
        raise NotImplementedError


def _checked(answer: Any, function: Any) -> Signature | None:
    """Return what an extension's function says of a call; raise TypeError for what is no signature."""
    if answer is None or isinstance(answer, Signature):
        return answer
    raise TypeError(f"{place_of(function)} must return a signature, a type or None, not {answer!r}")


def place_of(function: Any) -> str:
    """Return the name of a function and where it is, for messages."""
    code = getattr(function, "__code__", None)
    name = getattr(function, "__qualname__", repr(function))
    return name if code is None else f"{name} ({code.co_filename}, line {code.co_firstlineno})"


class AbstractTemplate(FunctionTemplate):
    """A template whose method ``generic(args, kws)`` returns a signature or None."""

    def apply(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Signature | None:
        """Return the signature of a call with arguments of these types, or None."""
        found = self.generic(args, kws)
        return Signature(found, args) if isinstance(found, Type) else _checked(found, self.generic)

    def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        """Return a signature, the type of the result, or None."""
        raise NotImplementedError


class CallableTemplate(FunctionTemplate):
    """A template whose method ``generic()`` returns a function from the types of the arguments to that of the result."""

    recvr: Type | None = None

    def apply(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Signature | None:
        """Return the signature of a call with arguments of these types, or None."""
        import inspect

        typer = self.generic()
        bound = bound_arguments(inspect.signature(typer), args, kws)
        if bound is None:
            return None
        found = typer(*args, **kws)
        if isinstance(found, Type):
            return Signature(found, bound, recvr=self.recvr)
        return _checked(found, typer)

    def generic(self) -> Any:
        """Return the function."""
        raise NotImplementedError


class ConcreteTemplate(FunctionTemplate):
    """A template with a list of signatures: ``cases``."""

    cases: list[Signature] = []  # noqa: RUF012

    def apply(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Signature | None:
        """Return the signature that takes the arguments with the least conversions, or None."""
        if kws:
            return None
        best: tuple[list[int], Signature] | None = None
        for case in self.cases:
            if len(case.args) != len(args):
                continue
            ways = [self.context.can_convert(given, wanted) for given, wanted in zip(args, case.args, strict=True)]
            if None in ways:
                continue
            cost = sorted(ways, reverse=True)
            if best is None or cost < best[0]:
                best = cost, case
        return None if best is None else best[1]


class AttributeTemplate:
    """Says what attributes of types are: by methods ``resolve_NAME(type)``, or by ``generic_resolve(type, name)``.

    Parameters
    ----------
    context : object, optional
        The typing context.
    """

    key: Any = None

    def __init__(self, context: Any = None) -> None:
        from coluber.core.typing.context import typing_context

        self.context = typing_context if context is None else context

    def resolve(self, value: Any, attr: str) -> Any:
        """Return the type of an attribute, or None."""
        found = getattr(self, f"resolve_{attr}", None)
        result = self.generic_resolve(value, attr) if found is None else found(value)
        if result is None or isinstance(result, (Type, BoundMethod)):
            return result
        raise TypeError(f"{place_of(found or self.generic_resolve)} must return a type or None, not {result!r}")

    def generic_resolve(self, value: Any, attr: str) -> Any:
        """Return the type of an attribute that has no method, or None."""
        return None

    def is_for(self, ty: Type) -> bool:
        """Whether the template is for a type."""
        return isinstance(ty, self.key) if isinstance(self.key, type) else ty == self.key


class BoundMethod:
    """A method of a type: ``template_key`` is by what it is lowered.

    Parameters
    ----------
    template_key : object
        The key.
    typer : function
        ``typer(template, type, args, kws)`` returns a signature or None.
    """

    def __init__(self, template_key: Any, typer: Any) -> None:
        self.template_key = template_key
        self.typer = typer


def bound_function(template_key: Any) -> Any:
    """Declare that a method ``resolve_NAME(self, type, args, kws)`` of an attribute template types calls of a method.

    Parameters
    ----------
    template_key : object
        What is lowered: `lower_builtin` is given the same.
    """

    def wrap(method_resolver: Any) -> BoundMethod:
        return BoundMethod(template_key, method_resolver)

    return wrap


def make_concrete_template(name: str, key: Any, signatures: list[Signature]) -> type[ConcreteTemplate]:
    """Return a template with these signatures."""
    return type(name, (ConcreteTemplate,), {"key": key, "cases": list(signatures)})


def make_callable_template(key: Any, typer: Any, recvr: Type | None = None) -> type[CallableTemplate]:
    """Return a template with this function."""
    body = {"key": key, "recvr": recvr, "generic": lambda self: typer}
    return type(f"CallableTemplate_{key}", (CallableTemplate,), body)


def bound_arguments(signature: PythonSignature, args: tuple[Any, ...], kws: dict[str, Any]) -> tuple[Any, ...] | None:
    """Return the arguments of a call in the order of the parameters, defaults left out; None where they don't fit."""
    try:
        bound = signature.bind(*args, **kws)
    except TypeError:
        return None
    return (*bound.args, *bound.kwargs.values())


def fold_arguments(
    pysig: PythonSignature, args: tuple[Any, ...], kws: dict[str, Any], normal: Any, default: Any, stararg: Any
) -> tuple[Any, ...]:
    """Return the arguments of a call in the order of the parameters, with those that are not given.

    Parameters
    ----------
    pysig : inspect.Signature
        The parameters.
    args, kws
        The arguments.
    normal, default, stararg : callable
        Are given the position of a parameter, the parameter, and an argument, a default or the rest of the arguments; they
        return what stands for it.
    """
    if isinstance(kws, (list, tuple)):
        kws = dict(kws)
    try:
        bound = pysig.bind(*args, **kws)
    except TypeError as error:
        from coluber.core.errors import TypingError

        raise TypingError(str(error)) from error
    folded = []
    for position, parameter in enumerate(pysig.parameters.values()):
        if parameter.kind == parameter.VAR_POSITIONAL:
            rest = bound.arguments.get(parameter.name, ())
            folded.append(stararg(position, parameter, rest))
        elif parameter.name in bound.arguments:
            folded.append(normal(position, parameter, bound.arguments[parameter.name]))
        else:
            folded.append(default(position, parameter, parameter.default))
    return tuple(folded)


class _OverloadAttributeTemplate(AttributeTemplate):
    """An overload of an attribute as a template: what is registered is the overload, and the template is not asked."""

    is_method = False
    _attr: str
    _overload_func: Any
    _options: dict[str, Any]

    @classmethod
    def register_overload(cls) -> None:
        """Register the overload."""
        from coluber.core.overloads import overload_attribute, overload_method

        register = overload_method if cls.is_method else overload_attribute
        register(cls.key, cls._attr, **cls._options)(cls._overload_func)


class _OverloadMethodTemplate(_OverloadAttributeTemplate):
    """The same, of a method."""

    is_method = True


def make_overload_attribute_template(
    typ: Any,
    attr: str,
    overload_func: Any,
    inline: Any = "never",
    prefer_literal: bool = False,
    base: Any = None,
    **kwargs: Any,
) -> type[AttributeTemplate]:
    """Return a template of an overload of an attribute or method.

    Parameters
    ----------
    typ : class derived from Type, or Type
        The types.
    attr : str
        The name.
    overload_func : function
        Is given types, and returns an implementation or None.
    inline, prefer_literal, **kwargs
        As of `overload`.
    base : class, optional
        `_OverloadAttributeTemplate`, or a class derived from it, which says whether it is a method.
    """
    options = {"inline": inline, "prefer_literal": prefer_literal, **kwargs}
    body = {"key": typ, "_attr": attr, "_overload_func": staticmethod(overload_func), "_inline": inline, "_options": options}
    return type(f"OverloadTemplate_{attr}", (base or _OverloadAttributeTemplate,), body)


class RegistryLoader(BaseRegistryLoader):
    """Gives what a registry of templates has been told."""

    registry_items = ("functions", "attributes", "globals")


class Registry:
    """Takes templates, and hands them to the compiler.

    Parameters
    ----------
    name : str
        For people.
    """

    def __init__(self, name: str = "unspecified") -> None:
        self.name = name
        self.functions: list[Any] = []
        self.attributes: list[Any] = []
        self.globals: list[tuple[Any, Any]] = []

    def registrations(self, name: str) -> list[Any]:
        """Return what was registered as ``functions``, ``attributes`` or ``globals``."""
        return getattr(self, name)

    def register(self, item: _Template) -> _Template:
        """Take a template whose ``key`` is what is called."""
        self.functions.append(item)
        _use(item.key, item)
        return item

    def register_attr(self, item: _Template) -> _Template:
        """Take a template of attributes."""
        self.attributes.append(item)
        from coluber.core.templates import add_attributes

        add_attributes(item)
        return item

    if TYPE_CHECKING:

        @typing.overload
        def register_global(self, val: Any = None, typ: None = None, **kwargs: Any) -> Callable[[_Template], _Template]: ...
        @typing.overload
        def register_global(self, val: Any, typ: Any, **kwargs: Any) -> None: ...

    def register_global(self, val: Any = None, typ: Any = None, **kwargs: Any) -> Any:
        """Take a template for calls of a global value; also as a decorator of a template, or with its function type."""
        if typ is not None:
            if _is_callable_type(typ):
                from coluber.core.templates import add_callable

                add_callable(val, typ)
                return None
            template = getattr(typ, "typing_key", typ)
            self.globals.append((val, template))
            _use(val, template)
            return None

        def decorate(cls: Any) -> Any:
            key = cls.key if val is None else val
            if getattr(cls, "key", None) is None:
                cls.key = key
            self.globals.append((key, cls))
            _use(key, cls, **kwargs)
            return cls

        return decorate


def _is_callable_type(typ: Any) -> bool:
    """Whether a type of a program says itself what calls of its values result in."""
    from coluber.core import types

    return isinstance(typ, types.Callable) and not isinstance(typ, types.Function)


def _use(key: Any, template: Any, **kwargs: Any) -> None:
    from coluber.core.templates import add_template

    add_template(key, template)


builtin_registry = Registry("builtin_registry")

infer = builtin_registry.register
infer_getattr = builtin_registry.register_attr
infer_global = builtin_registry.register_global

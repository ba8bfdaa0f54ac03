"""``@overload`` and its relatives: implementations that programs give for functions, methods and attributes.

An implementation is kept under a key: that of the function in the compiler's tables (``numpy.sum``, ``operator.add``), or a
new one for a function that the tables don't have; ``method:NAME`` and ``attribute:NAME`` for those of types. The library's
own implementations go before those of programs, but for templates with LLVM IR and functions of SciPy.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from types import MappingProxyType

from coluber import _native
from coluber.core import extending, inlining, types
from coluber.core.errors import NumbaValueError, NumbaWarning, TypingError, UnsupportedError, warn
from coluber.core.target_extension import serves, target_registry
from coluber.core.types.base import complete_extensions

TYPE_CHECKING = False
if TYPE_CHECKING:
    import typing
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from types import FunctionType
    from typing import Any, TypeVar

    from coluber.core.types import Type

    # A decorated function, which stays what it is.
    _F = TypeVar("_F", bound=Callable[..., Any])

_overloads: dict[str, list[Overload]] = {}

# id of a function -> the function, which is kept for its id, and its key
_keys: dict[int, tuple[Any, str]] = {}

_numbers: defaultdict[str, itertools.count[int]] = defaultdict(itertools.count)

# What answers for keys of any name: attributes and methods that templates describe.
_generic: list[Any] = []

# A question for the implementation for constants: the key behind this word.
_CONSTANTS = "constants:"

# A question for another implementation of a call, where one can't be compiled: its number, and the key behind this word.
_NEXT = "next:"


class Overload:
    """An overload function, and how it is asked.

    Parameters
    ----------
    function : function
        Is given types, and returns an implementation or None.
    options : mapping
        Options of the implementation, as those of ``njit``.
    strict : bool
        Whether the implementation's parameters must be those of the overload function.
    prefer_literal : bool
        Whether it is asked with the types of constants first, and not with their general types.
    receiver : type, optional
        The class of types, or the type, whose method or attribute it is.
    target : str, optional
        What it is for, one of `TARGETS`.
    """

    # Whether it goes before what the library has for the same function: programs that write LLVM IR for one mean to replace it.
    goes_first = False

    # What it is for: ``generic`` is everything.
    target = "generic"

    def __init__(
        self,
        function: Callable[..., Any],
        options: Mapping[str, Any],
        strict: bool,
        prefer_literal: bool,
        receiver: Any = None,
        target: str = "generic",
    ) -> None:
        self.target = target
        self.function = function
        self.options = dict(options)
        self.strict = strict
        self.prefer_literal = prefer_literal
        self.receiver = receiver

    def find(self, positional: tuple[Type, ...], named: dict[str, Type], constants: bool = False) -> FunctionType | None:
        """Return the implementation for arguments of these types, or None.

        Parameters
        ----------
        positional : tuple of Type
            The types of the positional arguments.
        named : dict
            The types of those passed by name.
        constants : bool
            Whether it is asked with the types of constants first in any case.
        """
        if self.receiver is not None and not self._is_of(positional[0]):
            return None
        refused: TypingError | None = None
        for positional_, named_ in self._forms(positional, named, constants):
            bound = extending.bind(self.function, positional_, named_)
            try:
                found = None if bound is None else self.function(*bound[0], **bound[1])
            except TypingError as error:
                # What it refuses without constants it may take with them.
                refused = refused or error
                continue
            if found is not None:
                return self._checked(found)
        if refused is not None:
            raise refused
        return None

    def complain(self, positional: tuple[Type, ...], named: dict[str, Type]) -> None:
        """Raise, when there is no implementation, if this is why."""

    def _is_of(self, ty: Type) -> bool:
        if isinstance(self.receiver, type):
            return isinstance(types.unliteral(ty), self.receiver)
        return ty == self.receiver

    def _forms(
        self, positional: tuple[Type, ...], named: dict[str, Type], constants: bool
    ) -> list[tuple[tuple[Type, ...], dict[str, Type]]]:
        """Return the types with constants and without, in the order in which they are tried."""
        general = tuple(map(types.unliteral, positional)), {name: types.unliteral(ty) for name, ty in named.items()}
        if general == (positional, named):
            return [general]
        return [(positional, named), general] if self.prefer_literal or constants else [general, (positional, named)]

    def _checked(self, implementation: Any) -> FunctionType:
        if not extending.is_jitted(implementation) and not hasattr(implementation, "__code__"):
            from coluber.core.typing.templates import place_of

            what = f"the overload function {self.function.__qualname__} returned {implementation!r}, not a function"
            raise TypingError(f"{what}\nin the extension's function {place_of(self.function)}")
        if self.strict and not extending.is_jitted(implementation):
            self._check_parameters(implementation)
        if self.options and not extending.is_jitted(implementation):
            implementation.library_options = self.options
        return implementation

    def _check_parameters(self, implementation: FunctionType) -> None:
        wanted, given = _parameters(self.function), _parameters(implementation)
        if wanted != given:
            raise TypingError(
                f"the parameters of an implementation must be those of its overload function: {self.function.__qualname__}"
                f"({', '.join(wanted)}) returned {implementation.__qualname__}({', '.join(given)})"
            )
        for name, default, own in _other_defaults(self.function, implementation):
            raise TypingError(
                f"the defaults of an implementation must be those of its overload function: {self.function.__qualname__}"
                f"({name}={default!r}) returned {implementation.__qualname__}({name}={own!r})"
            )


def _parameters(function: FunctionType) -> tuple[str, ...]:
    code = function.__code__
    stars = bool(code.co_flags & 0x04) + bool(code.co_flags & 0x08)
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount + stars]


def _other_defaults(function: FunctionType, implementation: FunctionType) -> Iterator[tuple[str, Any, Any]]:
    """Yield the name and both defaults of each parameter that has another default in the implementation."""
    import inspect

    wanted, given = (inspect.signature(f).parameters.values() for f in (function, implementation))
    for parameter, own in zip(wanted, given, strict=True):
        first, second = parameter.default, own.default
        if first is inspect.Parameter.empty or second is inspect.Parameter.empty or first is second:
            continue
        # Arrays and the like don't compare as a whole.
        if type(first) is not type(second) or (isinstance(first, (int, float, complex, str, tuple)) and first != second):
            yield parameter.name, first, second


def key_of(function: Any) -> str:
    """Return the key of a function; one that has none gets a new one."""
    known = _native.key_of(function)
    return known if known is not None else key_for(function)


def key_for(function: Any) -> str:
    """Return a new key for a function, under which it is known from now on."""
    # The number does not depend on other functions: code that is found again asks for the key.
    name = (
        f"{getattr(function, '__module__', '')}.{getattr(function, '__qualname__', getattr(function, '__name__', 'function'))}"
    )
    key = f"overload.{next(_numbers[name])}.{name}"
    _keys[id(function)] = (function, key)
    return key


def function_of(key: str) -> Any:
    """Return the function that was given a key here, or None."""
    return next((function for function, known in _keys.values() if known == key), None)


def stands_for_array(ty: Type) -> bool:
    """Whether a type of a program stands for an array: there are other implementations for it then."""
    return any(generic.goes_before_library((ty,)) for generic in _generic if hasattr(generic, "comes_last"))


def registered_key(function: Any) -> str | None:
    """Return the key that a function was given here."""
    found = _keys.get(id(function))
    return None if found is None else found[1]


def has(key: str) -> bool:
    """Whether there are implementations under a key."""
    return key in _overloads or any(generic.has(key) for generic in _generic)


def _for(target: str, candidates: Iterable[Overload]) -> list[Overload]:
    """Return what is for a target, what is for it alone first."""
    serving = [candidate for candidate in candidates if serves(candidate.target, target)]
    return sorted(serving, key=lambda candidate: candidate.target == "generic")


def find(key: str, argtypes: tuple[Type, ...], names: tuple[str, ...], target: str = "cpu") -> FunctionType | None:
    """Return what implements a call, or None; the first that was registered goes first."""
    complete_extensions()
    count = len(argtypes) - len(names)
    positional, named = argtypes[:count], dict(zip(names, argtypes[count:], strict=True))
    if key.startswith(_NEXT):
        return _find_next(key, positional, named, target)
    candidates = _for(target, _overloads.get(key.removeprefix(_CONSTANTS), ()))
    refused: TypingError | None = None
    for candidate in candidates:
        try:
            found = candidate.find(positional, named, key.startswith(_CONSTANTS))
        except TypingError as error:
            # What one refuses another may take.
            refused = refused or error
            continue
        if found is not None:
            return found
    if refused is not None:
        raise refused
    for generic in _generic:
        found = generic.find(key, positional, named) if serves(getattr(generic, "target", "generic"), target) else None
        if found is not None:
            return found
    for candidate in candidates:
        candidate.complain(positional, named)
    return None


def candidate(key: str, argtypes: tuple[Type, ...], names: tuple[str, ...]) -> tuple[Overload, FunctionType] | None:
    """Return which of the program's implementations a call in compiled code of the processor uses, and what it returns."""
    count = len(argtypes) - len(names)
    positional, named = argtypes[:count], dict(zip(names, argtypes[count:], strict=True))
    for known in _for("cpu", _overloads.get(key, ())):
        try:
            found = known.find(positional, named)
        except TypingError:
            continue
        if found is not None:
            return known, found
    return None


def _find_next(key: str, positional: tuple[Type, ...], named: dict[str, Type], target: str) -> FunctionType | None:
    """Return one of those that implement a call: how many before it are skipped is in the key."""
    _, skipped, key = key.split(":", 2)
    found: list[FunctionType] = []
    for candidate in _for(target, _overloads.get(key, ())):
        try:
            implementation = candidate.find(positional, named)
        except TypingError:
            continue
        if implementation is not None:
            found.append(implementation)
    return found[int(skipped)] if int(skipped) < len(found) else None


def registered_under(key: str) -> tuple[Any, ...]:
    """Return the implementations under a key."""
    return tuple(_overloads.get(key, ()))


def find_first(key: str, argtypes: tuple[Type, ...], names: tuple[str, ...], target: str) -> FunctionType | None:
    """Return what implements a call and goes before the library, or None.

    Templates do, what is for this target alone, and all that programs have for functions of SciPy or for values that stand for
    arrays.
    """
    complete_extensions()
    serving = _for(target, _overloads.get(key, ()))
    is_scipys = key.startswith(extending.SCIPY)
    candidates = [candidate for candidate in serving if is_scipys or candidate.goes_first or candidate.target != "generic"]
    count = len(argtypes) - len(names)
    named = dict(zip(names, argtypes[count:], strict=True))
    found = (candidate.find(argtypes[:count], named) for candidate in candidates)
    first = next((function for function in found if function is not None), None)
    if first is None and any(generic.goes_before_library(argtypes) for generic in _generic if hasattr(generic, "comes_last")):
        return find(key, argtypes, names, target)
    return first


def builder_of(ufunc: Any) -> Any:
    """Return what made a ufunc of the program; None for others."""
    found = _overloads.get(registered_key(ufunc) or "", ())
    return next((candidate.builder for candidate in found if hasattr(candidate, "builder")), None)


def add_generic(generic: Any) -> None:
    """Ask an object for keys of any name: it has the methods ``has(key)`` and ``find(key, positional, named)``.

    Its attribute ``target``, if there is one, says what it is for, as that of an :class:`Overload`; one with ``comes_last`` is
    asked behind the others, and says by ``goes_before_library(argtypes)`` for which types.
    """
    if generic not in _generic:
        _generic.append(generic)
        _generic.sort(key=lambda known: getattr(known, "comes_last", False))
    extending.forget_answers()


def add(key: str, candidate: Overload) -> None:
    """Keep an implementation under a key."""
    _overloads.setdefault(key, []).append(candidate)
    extending.forget_answers()


def overload(
    func: Callable[..., Any],
    jit_options: Mapping[str, Any] = MappingProxyType({}),
    strict: bool = True,
    inline: Any = "never",
    prefer_literal: bool = False,
    **kwargs: Any,
) -> Callable[[_F], _F]:
    """Give an implementation for a function, in compiled code.

    The decorated function is called with the types of the arguments (its defaults for those that are not given) and returns the
    implementation, a Python function with the same parameters, or None where it has none for these types.

    Parameters
    ----------
    func : callable
        The function.
    jit_options : mapping
        Options of the implementation, as those of ``njit``.
    strict : bool
        Whether the implementation's parameters must be those of the decorated function.
    inline : {'never', 'always'} or callable
        As the option of ``njit``.
    prefer_literal : bool
        Whether the decorated function is first asked with the types of constants, such as ``Literal[int](1)``.
    **kwargs
        ``target``: the implementation is for ``'cpu'``, for kernels (``'cuda'``, ``'gpu'``) or, by default, for all
        (``'generic'``), or for a target in ``target_registry``. One for the target that a function is compiled for goes before
        the library and those for all.
    """
    if extending.is_jitted(func):
        raise TypeError(f"cannot overload {func}: a jitted function has an implementation")
    inlining.check(inline)
    target = _target(kwargs)
    options = {**jit_options, **({"inline": inline} if inline != "never" else {})}

    inlining.note_implementation(inline, func)

    def decorate(overload_func: _F) -> _F:
        add(key_of(func), Overload(overload_func, options, strict, prefer_literal, target=target))
        return overload_func

    return decorate


def _target(options: Mapping[str, Any]) -> str:
    """Return the target among the options of an overload."""
    unknown = set(options) - {"target"}
    if unknown:
        # Packages write options of `njit` here. Numba keeps them without reading them.
        warn(NumbaWarning(f"overload has no options {sorted(unknown)}, and ignores them: those of njit go into jit_options"))
    target = options.get("target", "generic")
    if target not in target_registry:
        raise NumbaValueError(f"there is no target {target!r}; there are {', '.join(map(repr, target_registry))}")
    return target


def _of_type(prefix: str, typ: Any, attr: str, options: dict[str, Any], kind: type[Overload] = Overload) -> Callable[[_F], _F]:
    strict, prefer_literal = options.pop("strict", True), options.pop("prefer_literal", False)
    jit_options = dict(options.pop("jit_options", {}))
    if options.get("inline", "never") != "never":
        inlining.check(options["inline"])
        jit_options["inline"] = options["inline"]
        inlining.note_member(options["inline"], attr)
    options.pop("inline", None)
    target = _target(options)
    if not isinstance(typ, types.Type) and not (isinstance(typ, type) and issubclass(typ, types.Type)):
        raise TypeError(f"the {prefix} {attr!r} needs a type, or a class derived from Type, not {typ!r}")

    def decorate(overload_func: _F) -> _F:
        given = kind(overload_func, jit_options, strict, prefer_literal, typ, target)
        add(f"{prefix}:{attr}", given)
        if (prefix, attr) == ("method", "__hash__"):
            # What `hash` calls.
            add(key_of(hash), given)
        return overload_func

    return decorate


def overload_method(typ: Any, attr: str, **kwargs: Any) -> Callable[[_F], _F]:
    """Give an implementation for a method of the types of a class; the receiver is the first argument.

    Parameters
    ----------
    typ : class derived from Type, or Type
        The types, such as ``types.Array``.
    attr : str
        The method's name.
    **kwargs
        As of `overload`.
    """
    return _of_type("method", typ, attr, kwargs)


class _OfClass(Overload):
    """A method of a class of types itself."""

    def find(self, positional: tuple[Type, ...], named: dict[str, Type], constants: bool = False) -> FunctionType | None:
        """Return the implementation, which is asked for with a reference to the class."""
        cls = positional[0].typing_key if isinstance(positional[0], types.Function) else None
        if not isinstance(cls, type) or not issubclass(cls, self.receiver):
            return None
        reference = types.TypeRef(cls)
        asked = Overload(self.function, self.options, self.strict, self.prefer_literal)
        return asked.find((reference, *positional[1:]), named, constants)


def overload_classmethod(typ: Any, attr: str, **kwargs: Any) -> Callable[[_F], _F]:
    """Give an implementation for a method of a class of types: ``types.Array.attr(...)`` in compiled code.

    Parameters
    ----------
    typ : class derived from Type
        The class; the implementation's first argument. The decorated function is given a ``TypeRef`` of it.
    attr : str
        The method's name.
    **kwargs
        As of `overload`.
    """
    # From now on compiled code knows the class itself, too.
    key_of(typ)
    return _of_type("method", typ, attr, kwargs, _OfClass)


def overload_attribute(typ: Any, attr: str, **kwargs: Any) -> Callable[[_F], _F]:
    """Give an implementation for an attribute of the types of a class: a function of the value.

    Parameters
    ----------
    typ : class derived from Type, or Type
        The types, such as ``types.Array``.
    attr : str
        The attribute's name.
    **kwargs
        As of `overload`.
    """
    return _of_type("attribute", typ, attr, kwargs)


if TYPE_CHECKING:

    @typing.overload
    def register_jitable(function: _F, /) -> _F: ...
    @typing.overload
    def register_jitable(**options: Any) -> Callable[[_F], _F]: ...


def register_jitable(*args: Any, **kwargs: Any) -> Any:
    """Let compiled code call a Python function, which stays as it is; the options are those of ``njit``."""

    def register(function: _F) -> _F:
        add(key_of(function), _Itself(function, kwargs, strict=False, prefer_literal=False))
        return function

    return register(*args) if args else register


def options_of_jitable(function: FunctionType) -> dict[str, Any] | None:
    """Return the options with which `register_jitable` was told of a function; None where it was not."""
    key = _native.key_of(function)
    found = [each for each in _overloads.get(key, ()) if isinstance(each, _Itself)] if key is not None else []
    return found[0].options if found else None


def jitable(function: FunctionType, options: dict[str, Any]) -> FunctionType:
    """Return a function that is read of a pickle, which compiled code may call from now on."""
    if options_of_jitable(function) is None:
        register_jitable(**options)(function)
    return function


class _Itself(Overload):
    """A function that is its own implementation, for all types."""

    def find(self, positional: tuple[Type, ...], named: dict[str, Type], constants: bool = False) -> FunctionType:
        """Return the function."""
        return self._checked(self.function)


class _Typer(Overload):
    """Says what a call results in; `lower_builtin` says how."""

    called: Any = None

    def _signature(self, positional: tuple[Type, ...], named: dict[str, Type]) -> Any:
        from coluber.core.typing.context import typing_context
        from coluber.core.typing.templates import make_callable_template

        typer = self.function(typing_context)
        return make_callable_template(self.called, typer)().apply(positional, named), typer

    def find(self, positional: tuple[Type, ...], named: dict[str, Type], constants: bool = False) -> FunctionType | None:
        """Return the function that runs what lowers the call, or None where others implement it."""
        from coluber.core.imputils import builtin_registry

        if not builtin_registry.has_function(self.called):
            return self._constructed(positional, named)
        from coluber.core.templates import lowered

        for positional_, named_ in self._forms(positional, named, constants):
            found, typer = self._signature(positional_, named_)
            if found is not None:
                return lowered(self.called, found, _parameters(typer) if named else ())
        return None

    def _constructed(self, positional: tuple[Type, ...], named: dict[str, Type]) -> FunctionType | None:
        """Return what the program has for calls of its classes of types, or None."""
        from coluber.core.imputils import numba_typeref_ctor

        makers = _overloads.get(key_of(numba_typeref_ctor), ())
        if not makers or named or not (isinstance(self.called, type) and issubclass(self.called, types.Type)):
            return None
        sig, _ = self._signature(positional, named)
        if sig is None:
            return None
        asked = types.TypeRef(sig.return_type), *positional
        found = (maker.find(asked, {}) for maker in makers)
        made = next((implementation for implementation in found if implementation is not None), None)
        return None if made is None else _behind_class(made, self.called)

    def complain(self, positional: tuple[Type, ...], named: dict[str, Type]) -> None:
        """Raise for a call that has a type and no implementation."""
        result = self._signature(positional, named)[0]
        if result is not None:
            name = getattr(self.called, "__qualname__", self.called)
            raise UnsupportedError(
                f"No definition for lowering {name}: type_callable says that it results in "
                f"{result.return_type}, but neither @overload nor @lower_builtin says how"
            )


def _behind_class(implementation: FunctionType, cls: type) -> FunctionType:
    """Return the function of all arguments but the first one, which is a class that has no value in compiled code."""
    from coluber import njit

    inner = implementation if extending.is_jitted(implementation) else njit(implementation)

    def construct(*args: Any) -> Any:
        return inner(cls, *args)

    return construct


def type_callable(func: Any) -> Callable[[_F], _F]:
    """Say what calls of a function result in, for types without an implementation by `overload`.

    The decorated function is given a context and returns a function of the arguments' types, which returns the result's type
    or None. What is compiled comes from `overload` or `lower_builtin`; a call that only has a type is refused.

    Parameters
    ----------
    func : callable or str
        The function, or the name of an operator.
    """

    def decorate(typing_func: _F) -> _F:
        key = f"operator.{func}" if isinstance(func, str) else key_of(func)
        typer = _Typer(typing_func, {}, strict=False, prefer_literal=False)
        typer.called = func
        add(key, typer)
        return typing_func

    return decorate

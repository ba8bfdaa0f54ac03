"""Functions, modules, exceptions, and what else has no value at run time."""

from __future__ import annotations

from coluber.core.types.abstract import Callable, Dummy, Opaque, Phantom, WeakType
from coluber.core.types.base import Type, expect_type, family, from_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from coluber.core.typeconv import Conversion


class Called(Type):
    """A type whose calls can be asked for."""

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        """Return the signature of a call with arguments of these types."""
        return context.resolve_function_type(self, args, kws)


class BaseFunction(Called, Callable):
    """Base of the types of functions."""


def _function_class(function: object) -> type[Type]:
    if not isinstance(function, type):
        return Function
    if hasattr(function, "_member_map_"):
        return IntEnumClass if issubclass(function, int) else EnumClass
    return NamedTupleClass if issubclass(function, tuple) and hasattr(function, "_fields") else Function


@family("function", _function_class)
class Function(BaseFunction, Opaque):
    """The type of a function that the compiler knows, such as ``math.sin``.

    Parameters
    ----------
    function : object
        The function.
    """

    @staticmethod
    def _describe(function: object) -> tuple[Any, ...]:
        return (function,)

    def _fill(self, function: object) -> None:
        self.typing_key = function

    @property
    def key(self) -> Any:
        """The function."""
        return self.typing_key


class EnumClass(Function):
    """The type of a class of ``enum`` itself."""

    def _fill(self, function: Any) -> None:
        super()._fill(function)
        self.instance_class = function


class IntEnumClass(EnumClass):
    """The type of a class of ``enum`` whose members are integers."""


class NamedTupleClass(Function):
    """The type of a class of ``collections.namedtuple`` itself."""

    def _fill(self, function: Any) -> None:
        super()._fill(function)
        self.instance_class = function


@family("gen")
class Generator(Type):
    """The type of what a call of a function with ``yield`` gives; made by the compiler only.

    Attributes
    ----------
    gen_func : str
        The name of the function.
    yield_type : Type
        The type of what it yields.
    arg_types : tuple of Type
        The types of its arguments.
    """

    has_finalizer = True

    def _fill(self, name: str, yields: int, args: tuple[int, ...]) -> None:
        self.gen_func = name
        self.yield_type = from_id(yields)
        self.arg_types = tuple(map(from_id, args))


@family("dispatcher")
class Dispatcher(Called, WeakType, Callable, Dummy):
    """The type of a jitted function.

    Parameters
    ----------
    dispatcher : coluber.core.dispatcher.Dispatcher
        The jitted function.
    """

    @staticmethod
    def _describe(dispatcher: object) -> tuple[Any, ...]:
        return (dispatcher,)

    @property
    def dispatcher(self) -> Any:
        """The jitted function."""
        from coluber import _native

        return _native.type_info(self.id)[1]

    @property
    def name(self) -> str:
        """The text of the type."""
        return f"type({self.dispatcher})"


@family("module")
class Module(Dummy):
    """The type of a module.

    Parameters
    ----------
    pymod : module
        The module.
    """

    @staticmethod
    def _describe(pymod: object) -> tuple[Any, ...]:
        return (pymod,)

    def _fill(self, pymod: object) -> None:
        self.pymod = pymod

    @property
    def key(self) -> Any:
        """The module."""
        return self.pymod


@family("exception_class")
class ExceptionClass(Callable, Phantom):
    """The type of an exception class.

    Parameters
    ----------
    exc_class : type
        The class.
    """

    @staticmethod
    def _describe(exc_class: type) -> tuple[Any, ...]:
        return (exc_class,)

    def _fill(self, exc_class: type) -> None:
        self.exc_class = exc_class

    @property
    def key(self) -> Any:
        """The class."""
        return self.exc_class

    @property
    def name(self) -> str:
        """The text of the type."""
        return self.exc_class.__name__


class ExceptionInstance(Phantom):
    """The type of an exception object.

    Parameters
    ----------
    exc_class : type
        Its class.
    """

    def __init__(self, exc_class: type) -> None:
        self.exc_class = exc_class
        super().__init__(f"{exc_class.__name__}(...)")

    @property
    def key(self) -> Any:
        """The class."""
        return self.exc_class


class Pair(Type):
    """The type of what a step of an iterator gives, in the IR that programs see: an item, and whether there is one.

    Parameters
    ----------
    first_type, second_type : Type
        The types of both.
    """

    def __init__(self, first_type: Type, second_type: Type) -> None:
        self.first_type, self.second_type = first_type, second_type
        super().__init__(f"pair<{first_type}, {second_type}>")

    @property
    def key(self) -> Any:
        """Both types."""
        return self.first_type, self.second_type


@family("exception")
class _MadeException(ExceptionInstance):
    """The type of an exception object that compiled code makes."""

    if not TYPE_CHECKING:
        name = Type.name

    @classmethod
    def _describe(cls, *args: Any, **kwargs: Any) -> Any:
        return ExceptionInstance(*args, **kwargs)

    def _fill(self, exc_class: type) -> None:
        self.exc_class = exc_class


class FunctionPrototype(Type):
    """What functions of a type take and give.

    Parameters
    ----------
    rtype : Type
        The type of the result.
    atypes : sequence of Type
        The types of the arguments.
    """

    def __init__(self, rtype: Type, atypes: Any) -> None:
        self.rtype = rtype
        self.atypes = tuple(atypes)
        super().__init__(f"{rtype}({', '.join(map(str, self.atypes))})")

    @property
    def key(self) -> Any:
        """The text of the type."""
        return self.name


class FunctionType(Type):
    """The type of functions with given types, whichever they are.

    Parameters
    ----------
    signature : Signature
        The types.
    """

    # The addresses of a C function, of a Python object, and of a compiled function.
    _scalars = ("ptr", "ptr", "ptr")
    _never_zero = True

    def __init__(self, signature: Any) -> None:
        from coluber.core.sigutils import normalize_signature

        args, result = normalize_signature(signature)
        self.nargs = len(args)
        self.signature = result(*args)
        self.ftype = FunctionPrototype(result, args)
        super().__init__(f"FunctionType[{self.ftype.name}]")
        # Calls of values are there with the first such type.
        import coluber.core.function_values  # noqa: F401

    @property
    def key(self) -> Any:
        """What functions of the type take and give."""
        return self.ftype.key

    @property
    def return_type(self) -> Type:
        """The type of the result."""
        return self.ftype.rtype

    def can_convert_from(self, typingctx: object, other: Type) -> Conversion | None:
        """Return how a function becomes a value of this type: it is compiled for the types."""
        from coluber.core.function_values import can_be
        from coluber.core.typeconv import Conversion

        return Conversion.safe if can_be(other, self) else None


class PyObject(Dummy):
    """The type of a Python object about which nothing is known."""

    _scalars = ("ptr",)

    def __init__(self, name: str = "pyobject") -> None:
        super().__init__(name)

    def is_precise(self) -> bool:
        """Whether all about the type is known: no."""
        return False


@family("undefined")
class Undefined(Dummy):
    """The type of a variable that has no value yet."""

    @staticmethod
    def _describe(name: str = "undefined") -> tuple[Any, ...]:
        return ()

    def is_precise(self) -> bool:
        """Whether all about the type is known: no."""
        return False


def _pointer_class(dtype: int) -> type[Type]:
    return RawPointer if from_id(dtype).name == "none" else CPointer


class RawPointer(Opaque):
    """The type of an address."""

    _kind = "pointer"

    @staticmethod
    def _describe(name: str = "void*") -> tuple[Any, ...]:
        from coluber import _native

        return (_native.type_make("none"),)


@family("pointer", _pointer_class)
class CPointer(Type):
    """The type of a pointer to values of a type.

    Parameters
    ----------
    dtype : Type
        The type of the values.
    """

    mutable = True

    @staticmethod
    def _describe(dtype: Type) -> tuple[Any, ...]:
        return (expect_type(dtype).id,)

    def _fill(self, dtype: int) -> None:
        self.dtype = from_id(dtype)

    @property
    def key(self) -> Any:
        """The type of the values."""
        return self.dtype


class MemInfoPointer(Type):
    """The type of an owner word: a reference to memory that compiled code counts.

    Parameters
    ----------
    dtype : Type
        The type of what lies there.
    """

    mutable = True
    _scalars = ("owner",)

    def __init__(self, dtype: Type) -> None:
        self.dtype = dtype
        super().__init__(f"memory-managed *{dtype}")

    @property
    def key(self) -> Any:
        """The type of what lies there."""
        return self.dtype


class EphemeralPointer(Type):
    """The type of the address of a value in the frame.

    Parameters
    ----------
    dtype : Type
        The type of the value.
    """

    def __init__(self, dtype: Type) -> None:
        self.dtype = dtype
        # Compiled code has the value itself.
        self._parts = (dtype,)
        super().__init__(f"*{dtype}")

    @property
    def key(self) -> Any:
        """The type of the value."""
        return self.dtype


class VarArg(Type):
    """Stands for any number of further arguments, in registrations of `lower_builtin`.

    Parameters
    ----------
    dtype : Type or class derived from Type
        The type of each.
    """

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype
        super().__init__(f"*{dtype}")

    @property
    def key(self) -> Any:
        """The type of each."""
        return self.dtype


class AnyType(Type):
    """Stands for any type, in registrations of `lower_builtin`, where it is called ``Any``."""


class ExternalFunction:
    """A C function by its name, which compiled code can call.

    Parameters
    ----------
    symbol : str
        The name.
    sig : Signature
        The types.
    """

    def __init__(self, symbol: str, sig: Any) -> None:
        self.symbol = symbol
        self.name = symbol
        self.sig = sig
        self.argtypes = sig.args
        self.restype = sig.return_type

    def __repr__(self) -> str:
        return f"ExternalFunction({self.symbol}: {self.sig})"


class WrapperAddressProtocol:
    """Base of the classes of objects that stand for C functions, which compiled code can call."""

    def __wrapper_address__(self) -> int:
        """Return the address of the function."""
        raise NotImplementedError(f"{type(self).__name__} implements WrapperAddressProtocol and must have __wrapper_address__")

    def signature(self) -> Any:
        """Return the types."""
        raise NotImplementedError(f"{type(self).__name__} implements WrapperAddressProtocol and must have signature")


class ExternalFunctionPointer:
    """A C function by its address, which compiled code can call.

    Parameters
    ----------
    sig : Signature
        The types.
    get_pointer : function
        Is given the function and returns its address.
    cconv : str, optional
        The calling convention: that of C.
    """

    def __init__(self, sig: Any, get_pointer: Any, cconv: str | None = None) -> None:
        if cconv is not None:
            from coluber.core.errors import UnsupportedError

            raise UnsupportedError(f"C functions with the calling convention {cconv!r} are not there yet")
        self.sig = sig
        self.get_pointer = get_pointer


class TypeRef(Dummy):
    """The type of a type, or of a class of types, as a value.

    Parameters
    ----------
    instance_type : Type or class
        What it refers to.
    """

    def __init__(self, instance_type: Any) -> None:
        self.instance_type = instance_type
        super().__init__(f"typeref[{instance_type}]")

    @property
    def key(self) -> Any:
        """What it refers to."""
        return self.instance_type


class BoundFunction(Opaque):
    """The type of a method that a template of attributes has found: what its calls result in a template of functions says.

    Parameters
    ----------
    template : class derived from FunctionTemplate
        The template, whose ``key`` names what lowers the calls.
    this : Type
        The type of the object.
    """

    def __init__(self, template: Any, this: Type) -> None:
        self.template = template
        self.this = this
        super().__init__(f"BoundFunction({template.key} for {this})")

    @property
    def typing_key(self) -> Any:
        """What lowers the calls."""
        return self.template.key

    @property
    def key(self) -> Any:
        """What makes two of them the same type."""
        return self.typing_key, self.this


class _MethodName:
    """What stands for the template of a method that the compiler knows, which says nothing of calls."""

    def __init__(self, key: Any) -> None:
        self.key = key

    def __call__(self, context: Any) -> _MethodName:
        return self

    def apply(self, args: Any, kws: Any) -> None:
        """Return None: the compiler does not ask this."""
        return


@family("bound_method")
class _Method(BoundFunction):
    """The type of a method of a value in compiled code."""

    if not TYPE_CHECKING:
        name = Type.name

    @classmethod
    def _describe(cls, *args: Any, **kwargs: Any) -> Any:
        return BoundFunction(*args, **kwargs)

    def _fill(self, receiver: int, name: str) -> None:
        self.this = from_id(receiver)
        self.template = _MethodName((type(self.this), name))


def __getattr__(name: str) -> Any:
    """Return a type that Numba has in its module of this name, and that another one has here."""
    from coluber.core import types

    return getattr(types, name)

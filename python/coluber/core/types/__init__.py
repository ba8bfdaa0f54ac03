"""The types, under the names and with the attributes that Numba's users know.

``types.int64`` and the like are made at first use (`coluber.core.typenames` has the table).
"""

from __future__ import annotations

from coluber.core.typenames import NAMES, NOT_YET, OPAQUE
from coluber.core.types import abstract, common
from coluber.core.types.abstract import (
    ArrayCompatible,
    Buffer,
    Callable,
    ConstSized,
    Container,
    DTypeSpec,
    Dummy,
    Hashable,
    InitialValue,
    IterableType,
    IteratorType,
    Literal,
    MutableSequence,
    Opaque,
    Phantom,
    Sequence,
    SimpleIterableType,
    SimpleIteratorType,
    Sized,
    WeakType,
)
from coluber.core.types.base import Type, from_id, unify
from coluber.core.types.containers import (
    BaseAnonymousTuple,
    BaseNamedTuple,
    BaseTuple,
    Bytes,
    CounterType,
    DefaultDictType,
    Deque,
    DictType,
    List,
    ListType,
    LongTuple,
    NamedTuple,
    NamedUniTuple,
    OrderedDictType,
    RangeType,
    Set,
    SliceType,
    StarArgTuple,
    StarArgUniTuple,
    Tuple,
    UnicodeType,
    UniTuple,
    slice2_type,
    slice3_type,
)
from coluber.core.types.displays import LiteralList, LiteralStrKeyDict
from coluber.core.types.functions import (
    AnyType,
    BaseFunction,
    BoundFunction,
    CPointer,
    Dispatcher,
    EnumClass,
    EphemeralPointer,
    ExceptionClass,
    ExceptionInstance,
    ExternalFunction,
    ExternalFunctionPointer,
    Function,
    FunctionPrototype,
    FunctionType,
    Generator,
    IntEnumClass,
    MemInfoPointer,
    Module,
    NamedTupleClass,
    Pair,
    PyObject,
    RawPointer,
    TypeRef,
    Undefined,
    VarArg,
    WrapperAddressProtocol,
)
from coluber.core.types.instances import (
    ClassInstanceType,
    ClassType,
    DeferredType,
    EnumMember,
    InstanceType,
    IntEnumMember,
    StructRef,
    deferred_type,
)
from coluber.core.types.iterations import (
    ArrayIterator,
    BaseContainerIterator,
    DictItemsIterableType,
    DictIteratorType,
    DictKeysIterableType,
    DictValuesIterableType,
    EnumerateType,
    ListIter,
    NumpyFlatType,
    NumpyNdEnumerateType,
    NumpyNdIndexType,
    RangeIteratorType,
    UnicodeIteratorType,
    UniTupleIter,
    ZipType,
)
from coluber.core.types.npytypes import (
    Array,
    CharSeq,
    DType,
    NestedArray,
    NPDatetime,
    NPTimedelta,
    NumberClass,
    NumPyRandomGeneratorType,
    Record,
    UnicodeCharSeq,
)
from coluber.core.types.scalars import (
    BFloat16,
    Boolean,
    BooleanLiteral,
    Complex,
    EllipsisType,
    Float,
    Integer,
    IntegerLiteral,
    NoneType,
    Number,
    Omitted,
    Optional,
    StringLiteral,
    is_literal,
    literal,
    maybe_literal,
    unliteral,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

optional = Optional
pyobject = PyObject()
voidptr = RawPointer()

signed_domain = frozenset(Integer.from_bitwidth(bits) for bits in (8, 16, 32, 64))
unsigned_domain = frozenset(Integer.from_bitwidth(bits, signed=False) for bits in (8, 16, 32, 64))
integer_domain = signed_domain | unsigned_domain
real_domain = frozenset(Float(name) for name in ("float32", "float64"))
complex_domain = frozenset(Complex(name) for name in ("complex64", "complex128"))
number_domain = real_domain | integer_domain | complex_domain


def __getattr__(name: str) -> Any:
    """Return the type of this name, or say what is missing."""
    if name == "Any":
        return AnyType
    entry = NAMES.get(name)
    if entry is not None:
        from coluber.core.types.base import make

        kind, *parts = entry
        value = make(kind, *(make(*part).id if isinstance(part, tuple) else part for part in parts))
        globals()[name] = value
        return value
    if name in OPAQUE:
        globals()[name] = abstract.Opaque(OPAQUE[name])
        return globals()[name]
    if name in NOT_YET:
        if name[0].isupper():
            from coluber.core.types.abstract import without_values

            globals()[name] = without_values(name)
            return globals()[name]
        from coluber.core.missing import missing

        raise missing(f"coluber does not have types.{name} yet", name)
    from coluber.core.errors import did_you_mean

    close = "" if name.startswith("_") else did_you_mean(name, [*NAMES, *(n for n in globals() if not n.startswith("_"))])
    raise AttributeError(f"module 'coluber.core.types' has no attribute '{name}'{close}")


def __dir__() -> list[str]:
    return sorted({*globals(), *NAMES, *OPAQUE})


__all__ = [n for n, v in list(globals().items()) if isinstance(v, (type, Type, frozenset)) and n != "NOT_YET"]
__all__ += ["is_literal", "literal", "maybe_literal", "unify", "unliteral"]
__all__ += [*NAMES, *OPAQUE]

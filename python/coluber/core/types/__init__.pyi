"""The types; `tools/stubs.py` writes this file."""

from coluber.core.types.abstract import ArrayCompatible as ArrayCompatible
from coluber.core.types.abstract import Buffer as Buffer
from coluber.core.types.abstract import Callable as Callable
from coluber.core.types.abstract import ConstSized as ConstSized
from coluber.core.types.abstract import Container as Container
from coluber.core.types.abstract import DTypeSpec as DTypeSpec
from coluber.core.types.abstract import Dummy as Dummy
from coluber.core.types.abstract import Hashable as Hashable
from coluber.core.types.abstract import InitialValue as InitialValue
from coluber.core.types.abstract import IterableType as IterableType
from coluber.core.types.abstract import IteratorType as IteratorType
from coluber.core.types.abstract import Literal as Literal
from coluber.core.types.abstract import MutableSequence as MutableSequence
from coluber.core.types.abstract import Number as Number
from coluber.core.types.abstract import Opaque as Opaque
from coluber.core.types.abstract import Opaque as _Opaque
from coluber.core.types.abstract import Phantom as Phantom
from coluber.core.types.abstract import Sequence as Sequence
from coluber.core.types.abstract import SimpleIterableType as SimpleIterableType
from coluber.core.types.abstract import SimpleIteratorType as SimpleIteratorType
from coluber.core.types.abstract import Sized as Sized
from coluber.core.types.abstract import WeakType as WeakType
from coluber.core.types.base import Type as Type
from coluber.core.types.base import from_id as from_id
from coluber.core.types.base import unify as unify
from coluber.core.types.containers import BaseAnonymousTuple as BaseAnonymousTuple
from coluber.core.types.containers import BaseNamedTuple as BaseNamedTuple
from coluber.core.types.containers import BaseTuple as BaseTuple
from coluber.core.types.containers import Bytes as Bytes
from coluber.core.types.containers import CounterType as CounterType
from coluber.core.types.containers import DefaultDictType as DefaultDictType
from coluber.core.types.containers import Deque as Deque
from coluber.core.types.containers import DictType as DictType
from coluber.core.types.containers import List as List
from coluber.core.types.containers import ListType as ListType
from coluber.core.types.containers import LongTuple as LongTuple
from coluber.core.types.containers import NamedTuple as NamedTuple
from coluber.core.types.containers import NamedUniTuple as NamedUniTuple
from coluber.core.types.containers import OrderedDictType as OrderedDictType
from coluber.core.types.containers import RangeType as RangeType
from coluber.core.types.containers import RangeType as _RangeType
from coluber.core.types.containers import Set as Set
from coluber.core.types.containers import SliceType as SliceType
from coluber.core.types.containers import SliceType as _SliceType
from coluber.core.types.containers import StarArgTuple as StarArgTuple
from coluber.core.types.containers import StarArgUniTuple as StarArgUniTuple
from coluber.core.types.containers import Tuple as Tuple
from coluber.core.types.containers import UniTuple as UniTuple
from coluber.core.types.containers import UnicodeType as UnicodeType
from coluber.core.types.containers import UnicodeType as _UnicodeType
from coluber.core.types.displays import LiteralList as LiteralList
from coluber.core.types.displays import LiteralStrKeyDict as LiteralStrKeyDict
from coluber.core.types.functions import AnyType as AnyType
from coluber.core.types.functions import BaseFunction as BaseFunction
from coluber.core.types.functions import BoundFunction as BoundFunction
from coluber.core.types.functions import CPointer as CPointer
from coluber.core.types.functions import Dispatcher as Dispatcher
from coluber.core.types.functions import EnumClass as EnumClass
from coluber.core.types.functions import EphemeralPointer as EphemeralPointer
from coluber.core.types.functions import ExceptionClass as ExceptionClass
from coluber.core.types.functions import ExceptionInstance as ExceptionInstance
from coluber.core.types.functions import ExternalFunction as ExternalFunction
from coluber.core.types.functions import ExternalFunctionPointer as ExternalFunctionPointer
from coluber.core.types.functions import Function as Function
from coluber.core.types.functions import FunctionPrototype as FunctionPrototype
from coluber.core.types.functions import FunctionType as FunctionType
from coluber.core.types.functions import Generator as Generator
from coluber.core.types.functions import IntEnumClass as IntEnumClass
from coluber.core.types.functions import MemInfoPointer as MemInfoPointer
from coluber.core.types.functions import Module as Module
from coluber.core.types.functions import NamedTupleClass as NamedTupleClass
from coluber.core.types.functions import Pair as Pair
from coluber.core.types.functions import PyObject as PyObject
from coluber.core.types.functions import PyObject as _PyObject
from coluber.core.types.functions import RawPointer as RawPointer
from coluber.core.types.functions import RawPointer as _RawPointer
from coluber.core.types.functions import TypeRef as TypeRef
from coluber.core.types.functions import Undefined as Undefined
from coluber.core.types.functions import Undefined as _Undefined
from coluber.core.types.functions import VarArg as VarArg
from coluber.core.types.functions import WrapperAddressProtocol as WrapperAddressProtocol
from coluber.core.types.instances import ClassInstanceType as ClassInstanceType
from coluber.core.types.instances import ClassType as ClassType
from coluber.core.types.instances import DeferredType as DeferredType
from coluber.core.types.instances import EnumMember as EnumMember
from coluber.core.types.instances import InstanceType as InstanceType
from coluber.core.types.instances import IntEnumMember as IntEnumMember
from coluber.core.types.instances import StructRef as StructRef
from coluber.core.types.instances import deferred_type as deferred_type
from coluber.core.types.iterations import ArrayIterator as ArrayIterator
from coluber.core.types.iterations import BaseContainerIterator as BaseContainerIterator
from coluber.core.types.iterations import DictItemsIterableType as DictItemsIterableType
from coluber.core.types.iterations import DictIteratorType as DictIteratorType
from coluber.core.types.iterations import DictKeysIterableType as DictKeysIterableType
from coluber.core.types.iterations import DictValuesIterableType as DictValuesIterableType
from coluber.core.types.iterations import EnumerateType as EnumerateType
from coluber.core.types.iterations import ListIter as ListIter
from coluber.core.types.iterations import NumpyFlatType as NumpyFlatType
from coluber.core.types.iterations import NumpyNdEnumerateType as NumpyNdEnumerateType
from coluber.core.types.iterations import NumpyNdIndexType as NumpyNdIndexType
from coluber.core.types.iterations import RangeIteratorType as RangeIteratorType
from coluber.core.types.iterations import UniTupleIter as UniTupleIter
from coluber.core.types.iterations import UnicodeIteratorType as UnicodeIteratorType
from coluber.core.types.iterations import ZipType as ZipType
from coluber.core.types.npytypes import Array as Array
from coluber.core.types.npytypes import CharSeq as CharSeq
from coluber.core.types.npytypes import DType as DType
from coluber.core.types.npytypes import NPDatetime as NPDatetime
from coluber.core.types.npytypes import NPTimedelta as NPTimedelta
from coluber.core.types.npytypes import NestedArray as NestedArray
from coluber.core.types.npytypes import NumPyRandomGeneratorType as NumPyRandomGeneratorType
from coluber.core.types.npytypes import NumPyRandomGeneratorType as _NumPyRandomGeneratorType
from coluber.core.types.npytypes import NumberClass as NumberClass
from coluber.core.types.npytypes import Record as Record
from coluber.core.types.npytypes import UnicodeCharSeq as UnicodeCharSeq
from coluber.core.types.scalars import BFloat16 as BFloat16
from coluber.core.types.scalars import BFloat16 as _BFloat16
from coluber.core.types.scalars import Boolean as Boolean
from coluber.core.types.scalars import Boolean as _Boolean
from coluber.core.types.scalars import BooleanLiteral as BooleanLiteral
from coluber.core.types.scalars import Complex as Complex
from coluber.core.types.scalars import Complex as _Complex
from coluber.core.types.scalars import EllipsisType as EllipsisType
from coluber.core.types.scalars import EllipsisType as _EllipsisType
from coluber.core.types.scalars import Float as Float
from coluber.core.types.scalars import Float as _Float
from coluber.core.types.scalars import Integer as Integer
from coluber.core.types.scalars import Integer as _Integer
from coluber.core.types.scalars import IntegerLiteral as IntegerLiteral
from coluber.core.types.scalars import NoneType as NoneType
from coluber.core.types.scalars import NoneType as _NoneType
from coluber.core.types.scalars import Omitted as Omitted
from coluber.core.types.scalars import Optional as Optional
from coluber.core.types.scalars import Optional as optional
from coluber.core.types.scalars import StringLiteral as StringLiteral
from coluber.core.types.scalars import is_literal as is_literal
from coluber.core.types.scalars import literal as literal
from coluber.core.types.scalars import maybe_literal as maybe_literal
from coluber.core.types.scalars import unliteral as unliteral

b1: _Boolean
bfloat16: _BFloat16
bool: _Boolean
bool_: _Boolean
boolean: _Boolean
byte: _Integer
c16: _Complex
c8: _Complex
char: _Integer
class ArrayCTypes(Type): ...
class ArrayFlags(Type): ...
class BaseContainerPayload(Type): ...
class ByteArray(Type): ...
class ClassDataType(Type): ...
class ContextManager(Type): ...
class EphemeralArray(Type): ...
class ListPayload(Type): ...
class ListTypeIterableType(Type): ...
class ListTypeIteratorType(Type): ...
class MakeFunctionLiteral(Type): ...
class MemoryView(Type): ...
class NumPyRandomBitGeneratorType(Type): ...
class NumpyNdIterType(Type): ...
class ObjModeDispatcher(Type): ...
class Object(Type): ...
class Poison(Type): ...
class PolynomialType(Type): ...
class PyArray(Type): ...
class RecursiveCall(Type): ...
class SetEntry(Type): ...
class SetIter(Type): ...
class SetIterableType(Type): ...
class SetIteratorType(Type): ...
class SetPayload(Type): ...
class SetType(Type): ...
class SliceLiteral(Type): ...
class StructRefPayload(Type): ...
class UndefVar(Type): ...
class UndefinedFunctionType(Type): ...
class UnionType(Type): ...
code_type: _Opaque
complex128: _Complex
complex64: _Complex
complex_domain: frozenset[Type]
double: _Float
ellipsis: _EllipsisType
f2: _Float
f4: _Float
f8: _Float
ffi: _Opaque
ffi_forced_object: _Opaque
float16: _Float
float32: _Float
float64: _Float
i1: _Integer
i2: _Integer
i4: _Integer
i8: _Integer
int16: _Integer
int32: _Integer
int64: _Integer
int8: _Integer
int_: _Integer
intc: _Integer
integer_domain: frozenset[Type]
intp: _Integer
long_: _Integer
longlong: _Integer
none: _NoneType
npy_rng: _NumPyRandomGeneratorType
number_domain: frozenset[Type]
pyobject: _PyObject
range_state32_type: _RangeType
range_state64_type: _RangeType
real_domain: frozenset[Type]
short: _Integer
signed_domain: frozenset[Type]
size_t: _Integer
slice2_type: _SliceType
slice3_type: _SliceType
ssize_t: _Integer
string: _UnicodeType
u1: _Integer
u2: _Integer
u4: _Integer
u8: _Integer
uchar: _Integer
uint16: _Integer
uint32: _Integer
uint64: _Integer
uint8: _Integer
uint: _Integer
uintc: _Integer
uintp: _Integer
ulong: _Integer
ulonglong: _Integer
undefined: _Undefined
unicode_type: _UnicodeType
unsigned_domain: frozenset[Type]
unsigned_range_state64_type: _RangeType
ushort: _Integer
void: _NoneType
voidptr: _RawPointer

__all__ = [
    "AnyType",
    "Array",
    "ArrayCompatible",
    "ArrayIterator",
    "BFloat16",
    "BaseAnonymousTuple",
    "BaseContainerIterator",
    "BaseFunction",
    "BaseNamedTuple",
    "BaseTuple",
    "Boolean",
    "BooleanLiteral",
    "BoundFunction",
    "Buffer",
    "Bytes",
    "CPointer",
    "Callable",
    "CharSeq",
    "ClassInstanceType",
    "ClassType",
    "Complex",
    "ConstSized",
    "Container",
    "CounterType",
    "DType",
    "DTypeSpec",
    "DefaultDictType",
    "DeferredType",
    "Deque",
    "DictItemsIterableType",
    "DictIteratorType",
    "DictKeysIterableType",
    "DictType",
    "DictValuesIterableType",
    "Dispatcher",
    "Dummy",
    "EllipsisType",
    "EnumClass",
    "EnumMember",
    "EnumerateType",
    "EphemeralPointer",
    "ExceptionClass",
    "ExceptionInstance",
    "ExternalFunction",
    "ExternalFunctionPointer",
    "Float",
    "Function",
    "FunctionPrototype",
    "FunctionType",
    "Generator",
    "Hashable",
    "InitialValue",
    "InstanceType",
    "IntEnumClass",
    "IntEnumMember",
    "Integer",
    "IntegerLiteral",
    "IterableType",
    "IteratorType",
    "List",
    "ListIter",
    "ListType",
    "Literal",
    "LiteralList",
    "LiteralStrKeyDict",
    "LongTuple",
    "MemInfoPointer",
    "Module",
    "MutableSequence",
    "NPDatetime",
    "NPTimedelta",
    "NamedTuple",
    "NamedTupleClass",
    "NamedUniTuple",
    "NestedArray",
    "NoneType",
    "NumPyRandomGeneratorType",
    "Number",
    "NumberClass",
    "NumpyFlatType",
    "NumpyNdEnumerateType",
    "NumpyNdIndexType",
    "Omitted",
    "Opaque",
    "Optional",
    "OrderedDictType",
    "Pair",
    "Phantom",
    "PyObject",
    "RangeIteratorType",
    "RangeType",
    "RawPointer",
    "Record",
    "Sequence",
    "Set",
    "SimpleIterableType",
    "SimpleIteratorType",
    "Sized",
    "SliceType",
    "StarArgTuple",
    "StarArgUniTuple",
    "StringLiteral",
    "StructRef",
    "Tuple",
    "Type",
    "TypeRef",
    "Undefined",
    "UniTuple",
    "UniTupleIter",
    "UnicodeCharSeq",
    "UnicodeIteratorType",
    "UnicodeType",
    "VarArg",
    "WeakType",
    "WrapperAddressProtocol",
    "ZipType",
    "b1",
    "bfloat16",
    "bool",
    "bool_",
    "boolean",
    "byte",
    "c16",
    "c8",
    "char",
    "code_type",
    "complex128",
    "complex64",
    "complex_domain",
    "double",
    "ellipsis",
    "f2",
    "f4",
    "f8",
    "ffi",
    "ffi_forced_object",
    "float16",
    "float32",
    "float64",
    "i1",
    "i2",
    "i4",
    "i8",
    "int16",
    "int32",
    "int64",
    "int8",
    "int_",
    "intc",
    "integer_domain",
    "intp",
    "is_literal",
    "literal",
    "long_",
    "longlong",
    "maybe_literal",
    "none",
    "npy_rng",
    "number_domain",
    "optional",
    "pyobject",
    "range_state32_type",
    "range_state64_type",
    "real_domain",
    "short",
    "signed_domain",
    "size_t",
    "slice2_type",
    "slice3_type",
    "ssize_t",
    "string",
    "u1",
    "u2",
    "u4",
    "u8",
    "uchar",
    "uint",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
    "uintc",
    "uintp",
    "ulong",
    "ulonglong",
    "undefined",
    "unicode_type",
    "unify",
    "unliteral",
    "unsigned_domain",
    "unsigned_range_state64_type",
    "ushort",
    "void",
    "voidptr",
]

"""The types; `tools/stubs.py` writes this file."""

from coluber.core.types import AnyType as AnyType
from coluber.core.types import Array as Array
from coluber.core.types import ArrayCompatible as ArrayCompatible
from coluber.core.types import ArrayIterator as ArrayIterator
from coluber.core.types import BFloat16 as BFloat16
from coluber.core.types import BFloat16 as _BFloat16
from coluber.core.types import BaseAnonymousTuple as BaseAnonymousTuple
from coluber.core.types import BaseContainerIterator as BaseContainerIterator
from coluber.core.types import BaseFunction as BaseFunction
from coluber.core.types import BaseNamedTuple as BaseNamedTuple
from coluber.core.types import BaseTuple as BaseTuple
from coluber.core.types import Boolean as Boolean
from coluber.core.types import Boolean as _Boolean
from coluber.core.types import BooleanLiteral as BooleanLiteral
from coluber.core.types import BoundFunction as BoundFunction
from coluber.core.types import Buffer as Buffer
from coluber.core.types import Bytes as Bytes
from coluber.core.types import CPointer as CPointer
from coluber.core.types import Callable as Callable
from coluber.core.types import CharSeq as CharSeq
from coluber.core.types import ClassInstanceType as ClassInstanceType
from coluber.core.types import ClassType as ClassType
from coluber.core.types import Complex as Complex
from coluber.core.types import Complex as _Complex
from coluber.core.types import ConstSized as ConstSized
from coluber.core.types import Container as Container
from coluber.core.types import CounterType as CounterType
from coluber.core.types import DType as DType
from coluber.core.types import DTypeSpec as DTypeSpec
from coluber.core.types import DefaultDictType as DefaultDictType
from coluber.core.types import DeferredType as DeferredType
from coluber.core.types import Deque as Deque
from coluber.core.types import DictItemsIterableType as DictItemsIterableType
from coluber.core.types import DictIteratorType as DictIteratorType
from coluber.core.types import DictKeysIterableType as DictKeysIterableType
from coluber.core.types import DictType as DictType
from coluber.core.types import DictValuesIterableType as DictValuesIterableType
from coluber.core.types import Dispatcher as Dispatcher
from coluber.core.types import Dummy as Dummy
from coluber.core.types import EllipsisType as EllipsisType
from coluber.core.types import EllipsisType as _EllipsisType
from coluber.core.types import EnumClass as EnumClass
from coluber.core.types import EnumMember as EnumMember
from coluber.core.types import EnumerateType as EnumerateType
from coluber.core.types import EphemeralPointer as EphemeralPointer
from coluber.core.types import ExceptionClass as ExceptionClass
from coluber.core.types import ExceptionInstance as ExceptionInstance
from coluber.core.types import ExternalFunction as ExternalFunction
from coluber.core.types import ExternalFunctionPointer as ExternalFunctionPointer
from coluber.core.types import Float as Float
from coluber.core.types import Float as _Float
from coluber.core.types import Function as Function
from coluber.core.types import FunctionPrototype as FunctionPrototype
from coluber.core.types import FunctionType as FunctionType
from coluber.core.types import Generator as Generator
from coluber.core.types import Hashable as Hashable
from coluber.core.types import InitialValue as InitialValue
from coluber.core.types import InstanceType as InstanceType
from coluber.core.types import IntEnumClass as IntEnumClass
from coluber.core.types import IntEnumMember as IntEnumMember
from coluber.core.types import Integer as Integer
from coluber.core.types import Integer as _Integer
from coluber.core.types import IntegerLiteral as IntegerLiteral
from coluber.core.types import IterableType as IterableType
from coluber.core.types import IteratorType as IteratorType
from coluber.core.types import List as List
from coluber.core.types import ListIter as ListIter
from coluber.core.types import ListType as ListType
from coluber.core.types import Literal as Literal
from coluber.core.types import LiteralList as LiteralList
from coluber.core.types import LiteralStrKeyDict as LiteralStrKeyDict
from coluber.core.types import LongTuple as LongTuple
from coluber.core.types import MemInfoPointer as MemInfoPointer
from coluber.core.types import Module as Module
from coluber.core.types import MutableSequence as MutableSequence
from coluber.core.types import NPDatetime as NPDatetime
from coluber.core.types import NPTimedelta as NPTimedelta
from coluber.core.types import NamedTuple as NamedTuple
from coluber.core.types import NamedTupleClass as NamedTupleClass
from coluber.core.types import NamedUniTuple as NamedUniTuple
from coluber.core.types import NestedArray as NestedArray
from coluber.core.types import NoneType as NoneType
from coluber.core.types import NoneType as _NoneType
from coluber.core.types import NumPyRandomGeneratorType as NumPyRandomGeneratorType
from coluber.core.types import NumPyRandomGeneratorType as _NumPyRandomGeneratorType
from coluber.core.types import Number as Number
from coluber.core.types import NumberClass as NumberClass
from coluber.core.types import NumpyFlatType as NumpyFlatType
from coluber.core.types import NumpyNdEnumerateType as NumpyNdEnumerateType
from coluber.core.types import NumpyNdIndexType as NumpyNdIndexType
from coluber.core.types import Omitted as Omitted
from coluber.core.types import Opaque as Opaque
from coluber.core.types import Optional as Optional
from coluber.core.types import OrderedDictType as OrderedDictType
from coluber.core.types import Pair as Pair
from coluber.core.types import Phantom as Phantom
from coluber.core.types import PyObject as PyObject
from coluber.core.types import RangeIteratorType as RangeIteratorType
from coluber.core.types import RangeType as RangeType
from coluber.core.types import RangeType as _RangeType
from coluber.core.types import RawPointer as RawPointer
from coluber.core.types import Record as Record
from coluber.core.types import Sequence as Sequence
from coluber.core.types import Set as Set
from coluber.core.types import SimpleIterableType as SimpleIterableType
from coluber.core.types import SimpleIteratorType as SimpleIteratorType
from coluber.core.types import Sized as Sized
from coluber.core.types import SliceType as SliceType
from coluber.core.types import StarArgTuple as StarArgTuple
from coluber.core.types import StarArgUniTuple as StarArgUniTuple
from coluber.core.types import StringLiteral as StringLiteral
from coluber.core.types import StructRef as StructRef
from coluber.core.types import Tuple as Tuple
from coluber.core.types import Type as Type
from coluber.core.types import TypeRef as TypeRef
from coluber.core.types import Undefined as Undefined
from coluber.core.types import Undefined as _Undefined
from coluber.core.types import UniTuple as UniTuple
from coluber.core.types import UniTupleIter as UniTupleIter
from coluber.core.types import UnicodeCharSeq as UnicodeCharSeq
from coluber.core.types import UnicodeIteratorType as UnicodeIteratorType
from coluber.core.types import UnicodeType as UnicodeType
from coluber.core.types import UnicodeType as _UnicodeType
from coluber.core.types import VarArg as VarArg
from coluber.core.types import WeakType as WeakType
from coluber.core.types import WrapperAddressProtocol as WrapperAddressProtocol
from coluber.core.types import ZipType as ZipType
from coluber.core.types import complex_domain as complex_domain
from coluber.core.types import integer_domain as integer_domain
from coluber.core.types import is_literal as is_literal
from coluber.core.types import literal as literal
from coluber.core.types import maybe_literal as maybe_literal
from coluber.core.types import number_domain as number_domain
from coluber.core.types import optional as optional
from coluber.core.types import pyobject as pyobject
from coluber.core.types import real_domain as real_domain
from coluber.core.types import signed_domain as signed_domain
from coluber.core.types import slice2_type as slice2_type
from coluber.core.types import slice3_type as slice3_type
from coluber.core.types import unify as unify
from coluber.core.types import unliteral as unliteral
from coluber.core.types import unsigned_domain as unsigned_domain
from coluber.core.types import voidptr as voidptr

b1: _Boolean
bfloat16: _BFloat16
bool: _Boolean
bool_: _Boolean
boolean: _Boolean
byte: _Integer
c16: _Complex
c8: _Complex
char: _Integer
complex128: _Complex
complex64: _Complex
double: _Float
ellipsis: _EllipsisType
f2: _Float
f4: _Float
f8: _Float
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
intp: _Integer
long_: _Integer
longlong: _Integer
none: _NoneType
npy_rng: _NumPyRandomGeneratorType
range_state32_type: _RangeType
range_state64_type: _RangeType
short: _Integer
size_t: _Integer
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
unsigned_range_state64_type: _RangeType
ushort: _Integer
void: _NoneType

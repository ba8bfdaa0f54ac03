"""The public names; `tools/stubs.py` writes this file."""

from coluber import core as core
from coluber import cpython as cpython
from coluber import cuda as cuda
from coluber import experimental as experimental
from coluber import extending as extending
from coluber import misc as misc
from coluber import np as np
from coluber import parfors as parfors
from coluber import pycc as pycc
from coluber import random as random
from coluber import testing as testing
from coluber import typed as typed
from coluber import types as types
from coluber.core import config as config
from coluber.core import errors as errors
from coluber.core.alias import install_as_numba as install_as_numba
from coluber.core.ccallback import cfunc as cfunc
from coluber.core.decorators import jit as jit
from coluber.core.decorators import jit_module as jit_module
from coluber.core.decorators import njit as njit
from coluber.core.errors import ByteCodeSupportError as ByteCodeSupportError
from coluber.core.errors import ColuberError as ColuberError
from coluber.core.errors import ColuberWarning as ColuberWarning
from coluber.core.errors import CompilerError as CompilerError
from coluber.core.errors import ConstantInferenceError as ConstantInferenceError
from coluber.core.errors import DeprecationError as DeprecationError
from coluber.core.errors import ForbiddenConstruct as ForbiddenConstruct
from coluber.core.errors import ForceLiteralArg as ForceLiteralArg
from coluber.core.errors import IRError as IRError
from coluber.core.errors import InternalError as InternalError
from coluber.core.errors import InternalTargetMismatchError as InternalTargetMismatchError
from coluber.core.errors import LiteralTypingError as LiteralTypingError
from coluber.core.errors import LoweringError as LoweringError
from coluber.core.errors import NonexistentTargetError as NonexistentTargetError
from coluber.core.errors import NotDefinedError as NotDefinedError
from coluber.core.errors import NumbaAssertionError as NumbaAssertionError
from coluber.core.errors import NumbaAttributeError as NumbaAttributeError
from coluber.core.errors import NumbaDebugInfoWarning as NumbaDebugInfoWarning
from coluber.core.errors import NumbaDeprecationWarning as NumbaDeprecationWarning
from coluber.core.errors import NumbaError as NumbaError
from coluber.core.errors import NumbaExperimentalFeatureWarning as NumbaExperimentalFeatureWarning
from coluber.core.errors import NumbaIRAssumptionWarning as NumbaIRAssumptionWarning
from coluber.core.errors import NumbaIndexError as NumbaIndexError
from coluber.core.errors import NumbaInvalidConfigWarning as NumbaInvalidConfigWarning
from coluber.core.errors import NumbaKeyError as NumbaKeyError
from coluber.core.errors import NumbaNotImplementedError as NumbaNotImplementedError
from coluber.core.errors import NumbaParallelSafetyWarning as NumbaParallelSafetyWarning
from coluber.core.errors import NumbaPedanticWarning as NumbaPedanticWarning
from coluber.core.errors import NumbaPendingDeprecationWarning as NumbaPendingDeprecationWarning
from coluber.core.errors import NumbaPerformanceWarning as NumbaPerformanceWarning
from coluber.core.errors import NumbaRuntimeError as NumbaRuntimeError
from coluber.core.errors import NumbaSystemWarning as NumbaSystemWarning
from coluber.core.errors import NumbaTypeError as NumbaTypeError
from coluber.core.errors import NumbaTypeSafetyWarning as NumbaTypeSafetyWarning
from coluber.core.errors import NumbaValueError as NumbaValueError
from coluber.core.errors import NumbaWarning as NumbaWarning
from coluber.core.errors import RedefinedError as RedefinedError
from coluber.core.errors import RequireLiteralValue as RequireLiteralValue
from coluber.core.errors import TypingError as TypingError
from coluber.core.errors import UnsupportedBytecodeError as UnsupportedBytecodeError
from coluber.core.errors import UnsupportedError as UnsupportedError
from coluber.core.errors import UnsupportedParforsError as UnsupportedParforsError
from coluber.core.errors import UnsupportedRewriteError as UnsupportedRewriteError
from coluber.core.errors import UntypedAttributeError as UntypedAttributeError
from coluber.core.errors import VerificationError as VerificationError
from coluber.core.threads import get_num_threads as get_num_threads
from coluber.core.threads import get_parallel_chunksize as get_parallel_chunksize
from coluber.core.threads import get_thread_id as get_thread_id
from coluber.core.threads import parallel_chunksize as parallel_chunksize
from coluber.core.threads import pndindex as pndindex
from coluber.core.threads import prange as prange
from coluber.core.threads import set_num_threads as set_num_threads
from coluber.core.threads import set_parallel_chunksize as set_parallel_chunksize
from coluber.core.threads import threading_layer as threading_layer
from coluber.core.types.instances import deferred_type as deferred_type
from coluber.core.typing.typeof import typeof as typeof
from coluber.misc.special import gdb as gdb
from coluber.misc.special import gdb_breakpoint as gdb_breakpoint
from coluber.misc.special import gdb_init as gdb_init
from coluber.misc.special import literal_unroll as literal_unroll
from coluber.misc.special import literally as literally
from coluber.np.carrays import carray as carray
from coluber.np.carrays import farray as farray
from coluber.np.decorators import guvectorize as guvectorize
from coluber.np.decorators import vectorize as vectorize
from coluber.np.numpy_support import from_dtype as from_dtype
from coluber.objectmode.blocks import objmode as objmode
from coluber.stencils.decorator import stencil as stencil
from coluber.types import b1 as b1
from coluber.types import bool as bool
from coluber.types import bool_ as bool_
from coluber.types import boolean as boolean
from coluber.types import byte as byte
from coluber.types import c16 as c16
from coluber.types import c8 as c8
from coluber.types import char as char
from coluber.types import complex128 as complex128
from coluber.types import complex64 as complex64
from coluber.types import double as double
from coluber.types import f4 as f4
from coluber.types import f8 as f8
from coluber.types import ffi as ffi
from coluber.types import ffi_forced_object as ffi_forced_object
from coluber.types import float32 as float32
from coluber.types import float64 as float64
from coluber.types import i1 as i1
from coluber.types import i2 as i2
from coluber.types import i4 as i4
from coluber.types import i8 as i8
from coluber.types import int16 as int16
from coluber.types import int32 as int32
from coluber.types import int64 as int64
from coluber.types import int8 as int8
from coluber.types import int_ as int_
from coluber.types import intc as intc
from coluber.types import intp as intp
from coluber.types import long_ as long_
from coluber.types import longlong as longlong
from coluber.types import none as none
from coluber.types import optional as optional
from coluber.types import short as short
from coluber.types import size_t as size_t
from coluber.types import ssize_t as ssize_t
from coluber.types import u1 as u1
from coluber.types import u2 as u2
from coluber.types import u4 as u4
from coluber.types import u8 as u8
from coluber.types import uchar as uchar
from coluber.types import uint as uint
from coluber.types import uint16 as uint16
from coluber.types import uint32 as uint32
from coluber.types import uint64 as uint64
from coluber.types import uint8 as uint8
from coluber.types import uintc as uintc
from coluber.types import uintp as uintp
from coluber.types import ulong as ulong
from coluber.types import ulonglong as ulonglong
from coluber.types import ushort as ushort
from coluber.types import void as void

__version__: str
version_info: tuple[int, ...]

__all__ = [
    "ByteCodeSupportError",
    "ColuberError",
    "ColuberWarning",
    "CompilerError",
    "ConstantInferenceError",
    "DeprecationError",
    "ForbiddenConstruct",
    "ForceLiteralArg",
    "IRError",
    "InternalError",
    "InternalTargetMismatchError",
    "LiteralTypingError",
    "LoweringError",
    "NonexistentTargetError",
    "NotDefinedError",
    "NumbaAssertionError",
    "NumbaAttributeError",
    "NumbaDebugInfoWarning",
    "NumbaDeprecationWarning",
    "NumbaError",
    "NumbaExperimentalFeatureWarning",
    "NumbaIRAssumptionWarning",
    "NumbaIndexError",
    "NumbaInvalidConfigWarning",
    "NumbaKeyError",
    "NumbaNotImplementedError",
    "NumbaParallelSafetyWarning",
    "NumbaPedanticWarning",
    "NumbaPendingDeprecationWarning",
    "NumbaPerformanceWarning",
    "NumbaRuntimeError",
    "NumbaSystemWarning",
    "NumbaTypeError",
    "NumbaTypeSafetyWarning",
    "NumbaValueError",
    "NumbaWarning",
    "RedefinedError",
    "RequireLiteralValue",
    "TypingError",
    "UnsupportedBytecodeError",
    "UnsupportedError",
    "UnsupportedParforsError",
    "UnsupportedRewriteError",
    "UntypedAttributeError",
    "VerificationError",
    "b1",
    "bool",
    "bool_",
    "boolean",
    "byte",
    "c16",
    "c8",
    "carray",
    "cfunc",
    "char",
    "complex128",
    "complex64",
    "deferred_type",
    "double",
    "experimental",
    "f4",
    "f8",
    "farray",
    "ffi",
    "ffi_forced_object",
    "float32",
    "float64",
    "from_dtype",
    "gdb",
    "gdb_breakpoint",
    "gdb_init",
    "get_num_threads",
    "get_parallel_chunksize",
    "get_thread_id",
    "guvectorize",
    "i1",
    "i2",
    "i4",
    "i8",
    "install_as_numba",
    "int16",
    "int32",
    "int64",
    "int8",
    "int_",
    "intc",
    "intp",
    "jit",
    "jit_module",
    "literal_unroll",
    "literally",
    "long_",
    "longlong",
    "njit",
    "none",
    "objmode",
    "optional",
    "parallel_chunksize",
    "pndindex",
    "prange",
    "set_num_threads",
    "set_parallel_chunksize",
    "short",
    "size_t",
    "ssize_t",
    "stencil",
    "threading_layer",
    "typeof",
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
    "ushort",
    "vectorize",
    "void",
]

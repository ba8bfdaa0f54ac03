"""The public names of ``numba.cuda``; `tools/stubs.py` writes this file."""

from coluber import types as types
from coluber.core import config as config
from coluber.core.types import Boolean as _Boolean
from coluber.core.types import Complex as _Complex
from coluber.core.types import Float as _Float
from coluber.core.types import Integer as _Integer
from coluber.core.types import NoneType as _NoneType
from coluber.cuda import api as api
from coluber.cuda import args as args
from coluber.cuda import cudadrv as cudadrv
from coluber.cuda import errors as errors
from coluber.cuda import extending as extending
from coluber.cuda import kernels as kernels
from coluber.cuda import launchconfig as launchconfig
from coluber.cuda import random as random
from coluber.cuda import simulator as simulator
from coluber.cuda.compiler import compile as compile
from coluber.cuda.compiler import compile_all as compile_all
from coluber.cuda.compiler import compile_for_current_device as compile_for_current_device
from coluber.cuda.compiler import compile_ptx as compile_ptx
from coluber.cuda.compiler import compile_ptx_for_current_device as compile_ptx_for_current_device
from coluber.cuda.cudadrv import devicearray as devicearray
from coluber.cuda.cudadrv import devices as devices
from coluber.cuda.cudadrv import driver as driver
from coluber.cuda.decorators import jit as jit
from coluber.cuda.external import declare_device as declare_device
from coluber.cuda.host.arguments import ArgHint as ArgHint
from coluber.cuda.host.arguments import In as In
from coluber.cuda.host.arguments import InOut as InOut
from coluber.cuda.host.arguments import Out as Out
from coluber.cuda.host.availability import cuda_error as cuda_error
from coluber.cuda.host.availability import detect as detect
from coluber.cuda.host.availability import is_available as is_available
from coluber.cuda.host.availability import is_bfloat16_supported as is_bfloat16_supported
from coluber.cuda.host.availability import is_float16_supported as is_float16_supported
from coluber.cuda.host.availability import is_fp8_supported as is_fp8_supported
from coluber.cuda.host.availability import is_supported_version as is_supported_version
from coluber.cuda.host.availability import runtime as runtime
from coluber.cuda.host.creation import device_array as device_array
from coluber.cuda.host.creation import device_array_like as device_array_like
from coluber.cuda.host.creation import managed_array as managed_array
from coluber.cuda.host.creation import mapped as mapped
from coluber.cuda.host.creation import mapped_array as mapped_array
from coluber.cuda.host.creation import mapped_array_like as mapped_array_like
from coluber.cuda.host.creation import pinned as pinned
from coluber.cuda.host.creation import pinned_array as pinned_array
from coluber.cuda.host.creation import pinned_array_like as pinned_array_like
from coluber.cuda.host.devices import close as close
from coluber.cuda.host.devices import current_context as current_context
from coluber.cuda.host.devices import get_current_device as get_current_device
from coluber.cuda.host.devices import gpus as gpus
from coluber.cuda.host.devices import list_devices as list_devices
from coluber.cuda.host.devices import require_context as require_context
from coluber.cuda.host.devices import select_device as select_device
from coluber.cuda.host.devices import synchronize as synchronize
from coluber.cuda.host.errors import CCSupportError as CCSupportError
from coluber.cuda.host.errors import CudaAPIError as CudaAPIError
from coluber.cuda.host.errors import CudaDriverError as CudaDriverError
from coluber.cuda.host.errors import CudaRuntimeError as CudaRuntimeError
from coluber.cuda.host.errors import CudaSupportError as CudaSupportError
from coluber.cuda.host.errors import KernelRuntimeError as KernelRuntimeError
from coluber.cuda.host.errors import LinkerError as LinkerError
from coluber.cuda.host.errors import NvvmError as NvvmError
from coluber.cuda.host.errors import NvvmSupportError as NvvmSupportError
from coluber.cuda.host.errors import NvvmWarning as NvvmWarning
from coluber.cuda.host.interop import as_cuda_array as as_cuda_array
from coluber.cuda.host.interop import from_cuda_array_interface as from_cuda_array_interface
from coluber.cuda.host.interop import is_cuda_array as is_cuda_array
from coluber.cuda.host.ipc import IpcHandle as IpcHandle
from coluber.cuda.host.ipc import open_ipc_array as open_ipc_array
from coluber.cuda.host.linkable import Archive as Archive
from coluber.cuda.host.linkable import CUSource as CUSource
from coluber.cuda.host.linkable import Cubin as Cubin
from coluber.cuda.host.linkable import Fatbin as Fatbin
from coluber.cuda.host.linkable import LTOIR as LTOIR
from coluber.cuda.host.linkable import LinkableCode as LinkableCode
from coluber.cuda.host.linkable import Object as Object
from coluber.cuda.host.linkable import PTXSource as PTXSource
from coluber.cuda.host.managers import BaseCUDAMemoryManager as BaseCUDAMemoryManager
from coluber.cuda.host.managers import GetIpcHandleMixin as GetIpcHandleMixin
from coluber.cuda.host.managers import HostOnlyCUDAMemoryManager as HostOnlyCUDAMemoryManager
from coluber.cuda.host.managers import set_memory_manager as set_memory_manager
from coluber.cuda.host.memory import MappedMemory as MappedMemory
from coluber.cuda.host.memory import MemoryInfo as MemoryInfo
from coluber.cuda.host.memory import MemoryPointer as MemoryPointer
from coluber.cuda.host.memory import PinnedMemory as PinnedMemory
from coluber.cuda.host.profiling import defer_cleanup as defer_cleanup
from coluber.cuda.host.profiling import profile_start as profile_start
from coluber.cuda.host.profiling import profile_stop as profile_stop
from coluber.cuda.host.profiling import profiling as profiling
from coluber.cuda.host.streams import default_stream as default_stream
from coluber.cuda.host.streams import event as event
from coluber.cuda.host.streams import event_elapsed_time as event_elapsed_time
from coluber.cuda.host.streams import external_stream as external_stream
from coluber.cuda.host.streams import legacy_default_stream as legacy_default_stream
from coluber.cuda.host.streams import per_thread_default_stream as per_thread_default_stream
from coluber.cuda.host.streams import stream as stream
from coluber.cuda.host.transfer import to_device as to_device
from coluber.cuda.kernel import atomic as atomic
from coluber.cuda.kernel import bf16 as bf16
from coluber.cuda.kernel import cg as cg
from coluber.cuda.kernel import const as const
from coluber.cuda.kernel import fp16 as fp16
from coluber.cuda.kernel import fp8 as fp8
from coluber.cuda.kernel import libdevice as libdevice
from coluber.cuda.kernel import local as local
from coluber.cuda.kernel import shared as shared
from coluber.cuda.kernel.bf16 import bfloat16 as bfloat16
from coluber.cuda.kernel.cache import ldca as ldca
from coluber.cuda.kernel.cache import ldcg as ldcg
from coluber.cuda.kernel.cache import ldcs as ldcs
from coluber.cuda.kernel.cache import ldcv as ldcv
from coluber.cuda.kernel.cache import ldlu as ldlu
from coluber.cuda.kernel.cache import stcg as stcg
from coluber.cuda.kernel.cache import stcs as stcs
from coluber.cuda.kernel.cache import stwb as stwb
from coluber.cuda.kernel.cache import stwt as stwt
from coluber.cuda.kernel.cg import GridGroup as GridGroup
from coluber.cuda.kernel.indices import blockDim as blockDim
from coluber.cuda.kernel.indices import blockIdx as blockIdx
from coluber.cuda.kernel.indices import grid as grid
from coluber.cuda.kernel.indices import gridDim as gridDim
from coluber.cuda.kernel.indices import gridsize as gridsize
from coluber.cuda.kernel.indices import laneid as laneid
from coluber.cuda.kernel.indices import threadIdx as threadIdx
from coluber.cuda.kernel.indices import warpsize as warpsize
from coluber.cuda.kernel.scalar import brev as brev
from coluber.cuda.kernel.scalar import cbrt as cbrt
from coluber.cuda.kernel.scalar import clz as clz
from coluber.cuda.kernel.scalar import ffs as ffs
from coluber.cuda.kernel.scalar import fma as fma
from coluber.cuda.kernel.scalar import nanosleep as nanosleep
from coluber.cuda.kernel.scalar import popc as popc
from coluber.cuda.kernel.scalar import selp as selp
from coluber.cuda.kernel.sync import syncthreads as syncthreads
from coluber.cuda.kernel.sync import syncthreads_and as syncthreads_and
from coluber.cuda.kernel.sync import syncthreads_count as syncthreads_count
from coluber.cuda.kernel.sync import syncthreads_or as syncthreads_or
from coluber.cuda.kernel.sync import syncwarp as syncwarp
from coluber.cuda.kernel.sync import threadfence as threadfence
from coluber.cuda.kernel.sync import threadfence_block as threadfence_block
from coluber.cuda.kernel.sync import threadfence_system as threadfence_system
from coluber.cuda.kernel.vector import char1 as char1
from coluber.cuda.kernel.vector import char2 as char2
from coluber.cuda.kernel.vector import char3 as char3
from coluber.cuda.kernel.vector import char4 as char4
from coluber.cuda.kernel.vector import double1 as double1
from coluber.cuda.kernel.vector import double2 as double2
from coluber.cuda.kernel.vector import double3 as double3
from coluber.cuda.kernel.vector import double4 as double4
from coluber.cuda.kernel.vector import float1 as float1
from coluber.cuda.kernel.vector import float2 as float2
from coluber.cuda.kernel.vector import float3 as float3
from coluber.cuda.kernel.vector import float32x1 as float32x1
from coluber.cuda.kernel.vector import float32x2 as float32x2
from coluber.cuda.kernel.vector import float32x3 as float32x3
from coluber.cuda.kernel.vector import float32x4 as float32x4
from coluber.cuda.kernel.vector import float4 as float4
from coluber.cuda.kernel.vector import float64x1 as float64x1
from coluber.cuda.kernel.vector import float64x2 as float64x2
from coluber.cuda.kernel.vector import float64x3 as float64x3
from coluber.cuda.kernel.vector import float64x4 as float64x4
from coluber.cuda.kernel.vector import int1 as int1
from coluber.cuda.kernel.vector import int16x1 as int16x1
from coluber.cuda.kernel.vector import int16x2 as int16x2
from coluber.cuda.kernel.vector import int16x3 as int16x3
from coluber.cuda.kernel.vector import int16x4 as int16x4
from coluber.cuda.kernel.vector import int2 as int2
from coluber.cuda.kernel.vector import int3 as int3
from coluber.cuda.kernel.vector import int32x1 as int32x1
from coluber.cuda.kernel.vector import int32x2 as int32x2
from coluber.cuda.kernel.vector import int32x3 as int32x3
from coluber.cuda.kernel.vector import int32x4 as int32x4
from coluber.cuda.kernel.vector import int4 as int4
from coluber.cuda.kernel.vector import int64x1 as int64x1
from coluber.cuda.kernel.vector import int64x2 as int64x2
from coluber.cuda.kernel.vector import int64x3 as int64x3
from coluber.cuda.kernel.vector import int64x4 as int64x4
from coluber.cuda.kernel.vector import int8x1 as int8x1
from coluber.cuda.kernel.vector import int8x2 as int8x2
from coluber.cuda.kernel.vector import int8x3 as int8x3
from coluber.cuda.kernel.vector import int8x4 as int8x4
from coluber.cuda.kernel.vector import long1 as long1
from coluber.cuda.kernel.vector import long2 as long2
from coluber.cuda.kernel.vector import long3 as long3
from coluber.cuda.kernel.vector import long4 as long4
from coluber.cuda.kernel.vector import longlong1 as longlong1
from coluber.cuda.kernel.vector import longlong2 as longlong2
from coluber.cuda.kernel.vector import longlong3 as longlong3
from coluber.cuda.kernel.vector import longlong4 as longlong4
from coluber.cuda.kernel.vector import short1 as short1
from coluber.cuda.kernel.vector import short2 as short2
from coluber.cuda.kernel.vector import short3 as short3
from coluber.cuda.kernel.vector import short4 as short4
from coluber.cuda.kernel.vector import uchar1 as uchar1
from coluber.cuda.kernel.vector import uchar2 as uchar2
from coluber.cuda.kernel.vector import uchar3 as uchar3
from coluber.cuda.kernel.vector import uchar4 as uchar4
from coluber.cuda.kernel.vector import uint1 as uint1
from coluber.cuda.kernel.vector import uint16x1 as uint16x1
from coluber.cuda.kernel.vector import uint16x2 as uint16x2
from coluber.cuda.kernel.vector import uint16x3 as uint16x3
from coluber.cuda.kernel.vector import uint16x4 as uint16x4
from coluber.cuda.kernel.vector import uint2 as uint2
from coluber.cuda.kernel.vector import uint3 as uint3
from coluber.cuda.kernel.vector import uint32x1 as uint32x1
from coluber.cuda.kernel.vector import uint32x2 as uint32x2
from coluber.cuda.kernel.vector import uint32x3 as uint32x3
from coluber.cuda.kernel.vector import uint32x4 as uint32x4
from coluber.cuda.kernel.vector import uint4 as uint4
from coluber.cuda.kernel.vector import uint64x1 as uint64x1
from coluber.cuda.kernel.vector import uint64x2 as uint64x2
from coluber.cuda.kernel.vector import uint64x3 as uint64x3
from coluber.cuda.kernel.vector import uint64x4 as uint64x4
from coluber.cuda.kernel.vector import uint8x1 as uint8x1
from coluber.cuda.kernel.vector import uint8x2 as uint8x2
from coluber.cuda.kernel.vector import uint8x3 as uint8x3
from coluber.cuda.kernel.vector import uint8x4 as uint8x4
from coluber.cuda.kernel.vector import ulong1 as ulong1
from coluber.cuda.kernel.vector import ulong2 as ulong2
from coluber.cuda.kernel.vector import ulong3 as ulong3
from coluber.cuda.kernel.vector import ulong4 as ulong4
from coluber.cuda.kernel.vector import ulonglong1 as ulonglong1
from coluber.cuda.kernel.vector import ulonglong2 as ulonglong2
from coluber.cuda.kernel.vector import ulonglong3 as ulonglong3
from coluber.cuda.kernel.vector import ulonglong4 as ulonglong4
from coluber.cuda.kernel.vector import ushort1 as ushort1
from coluber.cuda.kernel.vector import ushort2 as ushort2
from coluber.cuda.kernel.vector import ushort3 as ushort3
from coluber.cuda.kernel.vector import ushort4 as ushort4
from coluber.cuda.kernel.warp import activemask as activemask
from coluber.cuda.kernel.warp import all_sync as all_sync
from coluber.cuda.kernel.warp import any_sync as any_sync
from coluber.cuda.kernel.warp import ballot_sync as ballot_sync
from coluber.cuda.kernel.warp import eq_sync as eq_sync
from coluber.cuda.kernel.warp import lanemask_lt as lanemask_lt
from coluber.cuda.kernel.warp import match_all_sync as match_all_sync
from coluber.cuda.kernel.warp import match_any_sync as match_any_sync
from coluber.cuda.kernel.warp import shfl_down_sync as shfl_down_sync
from coluber.cuda.kernel.warp import shfl_sync as shfl_sync
from coluber.cuda.kernel.warp import shfl_sync_intrinsic as shfl_sync_intrinsic
from coluber.cuda.kernel.warp import shfl_up_sync as shfl_up_sync
from coluber.cuda.kernel.warp import shfl_xor_sync as shfl_xor_sync
from coluber.cuda.kernel.warp import vote_sync_intrinsic as vote_sync_intrinsic
from coluber.cuda.reduction import Reduce as Reduce
from coluber.cuda.reduction import reduce as reduce
from coluber.cuda.vectorizers import guvectorize as guvectorize
from coluber.cuda.vectorizers import vectorize as vectorize

HAS_NUMBA: bool
b1: _Boolean
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
f4: _Float
f8: _Float
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
short: _Integer
size_t: _Integer
ssize_t: _Integer
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
ushort: _Integer
void: _NoneType

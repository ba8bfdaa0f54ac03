"""The words of kernels, and where each is."""

from __future__ import annotations

_FAMILIES = {
    "indices": "threadIdx blockIdx blockDim gridDim grid gridsize laneid warpsize",
    "sync": "syncthreads syncthreads_count syncthreads_and syncthreads_or syncwarp"
    " threadfence threadfence_block threadfence_system",
    "warp": "shfl_sync shfl_up_sync shfl_down_sync shfl_xor_sync all_sync any_sync eq_sync ballot_sync match_any_sync"
    " match_all_sync activemask lanemask_lt vote_sync_intrinsic shfl_sync_intrinsic",
    "scalar": "popc brev clz ffs fma cbrt selp nanosleep",
    "cache": "ldca ldcg ldcs ldlu ldcv stcg stcs stwb stwt",
    "cg": "GridGroup",
    "bf16": "bfloat16",
}

_BASES = "int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64"
_ALIASES = "char short int long longlong uchar ushort uint ulong ulonglong float double"
_VECTORS = [f"{base}x{size}" for base in _BASES.split() for size in range(1, 5)]
_VECTORS += [f"{alias}{size}" for alias in _ALIASES.split() for size in range(1, 5)]

# Public name -> module that has it under the same name.
HOMES = {name: f"coluber.cuda.kernel.{family}" for family, names in _FAMILIES.items() for name in names.split()}
HOMES |= dict.fromkeys(_VECTORS, "coluber.cuda.kernel.vector")

# Public name -> module that it is.
MODULES = {
    name: f"coluber.cuda.kernel.{name}"
    for name in ("atomic", "shared", "local", "const", "cg", "libdevice", "fp16", "bf16", "fp8")
}

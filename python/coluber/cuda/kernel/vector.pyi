"""Vector types; `tools/stubs.py` writes this file."""

from typing import Any, ClassVar, Self

import numpy as np

BASES: tuple[str, ...]
ALIASES: dict[str, str]
VECTORS: dict[str, type[Vector]]
VECTOR_ALIASES: dict[str, str]

class Vector(tuple[Any, ...]):
    base: ClassVar[str]
    size: ClassVar[int]
    dtype: ClassVar[np.dtype[Any]]
    def __new__(cls, *parts: Any) -> Self: ...

class float32x1(Vector):
    @property
    def x(self) -> float: ...

class float32x2(Vector):
    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...

class float32x3(Vector):
    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...
    @property
    def z(self) -> float: ...

class float32x4(Vector):
    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...
    @property
    def z(self) -> float: ...
    @property
    def w(self) -> float: ...

class float64x1(Vector):
    @property
    def x(self) -> float: ...

class float64x2(Vector):
    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...

class float64x3(Vector):
    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...
    @property
    def z(self) -> float: ...

class float64x4(Vector):
    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...
    @property
    def z(self) -> float: ...
    @property
    def w(self) -> float: ...

class int16x1(Vector):
    @property
    def x(self) -> int: ...

class int16x2(Vector):
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...

class int16x3(Vector):
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def z(self) -> int: ...

class int16x4(Vector):
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def z(self) -> int: ...
    @property
    def w(self) -> int: ...

class int32x1(Vector):
    @property
    def x(self) -> int: ...

class int32x2(Vector):
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...

class int32x3(Vector):
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def z(self) -> int: ...

class int32x4(Vector):
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def z(self) -> int: ...
    @property
    def w(self) -> int: ...

class int64x1(Vector):
    @property
    def x(self) -> int: ...

class int64x2(Vector):
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...

class int64x3(Vector):
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def z(self) -> int: ...

class int64x4(Vector):
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def z(self) -> int: ...
    @property
    def w(self) -> int: ...

class int8x1(Vector):
    @property
    def x(self) -> int: ...

class int8x2(Vector):
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...

class int8x3(Vector):
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def z(self) -> int: ...

class int8x4(Vector):
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def z(self) -> int: ...
    @property
    def w(self) -> int: ...

class uint16x1(Vector):
    @property
    def x(self) -> int: ...

class uint16x2(Vector):
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...

class uint16x3(Vector):
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def z(self) -> int: ...

class uint16x4(Vector):
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def z(self) -> int: ...
    @property
    def w(self) -> int: ...

class uint32x1(Vector):
    @property
    def x(self) -> int: ...

class uint32x2(Vector):
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...

class uint32x3(Vector):
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def z(self) -> int: ...

class uint32x4(Vector):
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def z(self) -> int: ...
    @property
    def w(self) -> int: ...

class uint64x1(Vector):
    @property
    def x(self) -> int: ...

class uint64x2(Vector):
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...

class uint64x3(Vector):
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def z(self) -> int: ...

class uint64x4(Vector):
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def z(self) -> int: ...
    @property
    def w(self) -> int: ...

class uint8x1(Vector):
    @property
    def x(self) -> int: ...

class uint8x2(Vector):
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...

class uint8x3(Vector):
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def z(self) -> int: ...

class uint8x4(Vector):
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def z(self) -> int: ...
    @property
    def w(self) -> int: ...

char1 = int8x1
char2 = int8x2
char3 = int8x3
char4 = int8x4
double1 = float64x1
double2 = float64x2
double3 = float64x3
double4 = float64x4
float1 = float32x1
float2 = float32x2
float3 = float32x3
float4 = float32x4
int1 = int32x1
int2 = int32x2
int3 = int32x3
int4 = int32x4
long1 = int64x1
long2 = int64x2
long3 = int64x3
long4 = int64x4
longlong1 = int64x1
longlong2 = int64x2
longlong3 = int64x3
longlong4 = int64x4
short1 = int16x1
short2 = int16x2
short3 = int16x3
short4 = int16x4
uchar1 = uint8x1
uchar2 = uint8x2
uchar3 = uint8x3
uchar4 = uint8x4
uint1 = uint32x1
uint2 = uint32x2
uint3 = uint32x3
uint4 = uint32x4
ulong1 = uint64x1
ulong2 = uint64x2
ulong3 = uint64x3
ulong4 = uint64x4
ulonglong1 = uint64x1
ulonglong2 = uint64x2
ulonglong3 = uint64x3
ulonglong4 = uint64x4
ushort1 = uint16x1
ushort2 = uint16x2
ushort3 = uint16x3
ushort4 = uint16x4

"""Data models of the compiler's own types, with the members that programs know from Numba."""

from __future__ import annotations

from coluber.core import types
from coluber.core.datamodel.models import (
    BooleanModel,
    DataModel,
    EphemeralPointerModel,
    MemInfoModel,
    OpaqueModel,
    PointerModel,
    PrimitiveModel,
    ProxyModel,
    StructModel,
    TupleModel,
    UniTupleModel,
    fields_of,
    leaf_type,
)
from coluber.core.types.base import make

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from coluber.core.datamodel.manager import DataModelManager
    from coluber.core.types import Type


def _ir() -> Any:
    from coluber.core.llvmir import ir

    return ir


class ScalarModel(PrimitiveModel):
    """A number, a time or an address."""

    def __init__(self, dmm: DataModelManager, fe_type: Type) -> None:
        super().__init__(dmm, fe_type, leaf_type(fe_type))

    def compiled_fields(self) -> list[Type]:
        """Return the type itself."""
        return [self.fe_type]


class DummyModel(OpaqueModel):
    """A type without a value: the null address in LLVM IR, nothing in compiled code."""

    def compiled_fields(self) -> list[Type]:
        """Return nothing."""
        return []

    def leaf_types(self) -> list[Any]:
        """Return nothing."""
        return []

    def from_leaves(self, builder: Any, leaves: Iterator[Any]) -> Any:
        """Return null."""
        return _ir().Constant(self.be_type, None)

    def to_leaves(self, builder: Any, value: Any) -> list[Any]:
        """Return nothing."""
        return []


class LiteralModel(DummyModel):
    """A constant: a value of its general type in LLVM IR, nothing in compiled code."""

    def __init__(self, dmm: DataModelManager, fe_type: Any) -> None:
        super().__init__(dmm, fe_type)
        self._general = dmm.lookup(types.unliteral(fe_type))

    def get_value_type(self) -> Any:
        """Return the type of values of the general type."""
        return self._general.get_value_type()

    def from_leaves(self, builder: Any, leaves: Iterator[Any]) -> Any:
        """Return the constant."""
        if isinstance(self.fe_type, types.StringLiteral):
            return _ir().Constant(self.get_value_type(), None)
        return _ir().Constant(self.get_value_type(), int(self.fe_type.literal_value))


class ComplexModel(StructModel):
    """A complex number."""

    def __init__(self, dmm: DataModelManager, fe_type: Any) -> None:
        part = fe_type.underlying_float
        super().__init__(dmm, fe_type, [("real", part), ("imag", part)])


class PlainModel(StructModel):
    """The members are the compiler's fields, in the same order."""

    def __init__(self, dmm: DataModelManager, fe_type: Type) -> None:
        super().__init__(dmm, fe_type, [(f"f{k}", ty) for k, ty in enumerate(fields_of(fe_type))])


class _OfFields(StructModel):
    """Its members are others than the compiler's fields: ``names`` are those of the members that are fields, in their order."""

    names: tuple[str, ...] = ()

    def leaf_types(self) -> list[Any]:
        """Return the leaves of the fields."""
        return [leaf for name in self.names for leaf in self._model(name).leaf_types()]

    def _model(self, name: str) -> Any:
        return self._models[self.get_field_position(name)]

    def from_leaves(self, builder: Any, leaves: Iterator[Any]) -> Any:
        """Return the structure of the next leaves."""
        value = _ir().Constant(self.get_value_type(), None)
        for name in self.names:
            value = self.set(builder, value, self._model(name).from_leaves(builder, leaves), name)
        return self.complete(builder, value)

    def complete(self, builder: Any, value: Any) -> Any:
        """Return the structure with the members that are no fields."""
        return value

    def to_leaves(self, builder: Any, value: Any) -> list[Any]:
        """Return the leaves of the fields."""
        return [leaf for name in self.names for leaf in self._model(name).to_leaves(builder, self.get(builder, value, name))]


class _NoExtents(types.Dummy):
    """The type of the shape of an array without axes: an LLVM array of no integers, where an empty tuple is a structure."""


class NoExtentsModel(DummyModel):
    """The shape of an array without axes."""

    def get_value_type(self) -> Any:
        """Return the type of no integers."""
        return _ir().ArrayType(_ir().IntType(64), 0)

    get_data_type = get_value_type

    def from_leaves(self, builder: Any, leaves: Iterator[Any]) -> Any:
        """Return the constant."""
        return _ir().Constant(self.get_value_type(), None)


class ArrayModel(_OfFields):
    """A NumPy array."""

    names = ("meminfo", "data", "shape", "strides")

    def __init__(self, dmm: DataModelManager, fe_type: Any) -> None:
        extents = types.UniTuple(types.intp, fe_type.ndim) if fe_type.ndim else _NoExtents("no extents")
        members = [
            ("meminfo", make("owner")),
            ("parent", types.voidptr),
            ("nitems", types.intp),
            ("itemsize", types.intp),
            ("data", _Pointer(fe_type.dtype)),
            ("shape", extents),
            ("strides", extents),
        ]
        super().__init__(dmm, fe_type, members)

    def compiled_fields(self) -> list[Type]:
        """Return the fields of the arrays with these elements: the type may be one that a program has derived."""
        ty = self.fe_type
        return fields_of(types.Array(ty.dtype, ty.ndim, ty.layout, readonly=not ty.mutable, aligned=ty.aligned))

    def complete(self, builder: Any, value: Any) -> Any:
        """Add the number of elements, the size of one, and the Python array that the value is."""
        intp = _ir().IntType(64)
        owner = self.get(builder, value, "meminfo")
        at = builder.gep(owner, [intp(-1)])
        parent = builder.select(self._low_bits(builder, owner, 1), at, _ir().Constant(owner.type, None))
        value = self.set(builder, value, parent, "parent")
        shape = self.get(builder, value, "shape")
        count: Any = _ir().Constant(intp, 1)
        for k in range(self.fe_type.ndim):
            count = builder.mul(count, builder.extract_value(shape, k))
        value = self.set(builder, value, count, "nitems")
        size = self._dmm.lookup(self.fe_type.dtype).get_data_type()
        return self.set(builder, value, _ir().Constant(intp, abi_size(size)), "itemsize")

    def result_leaves(self, builder: Any, value: Any) -> list[Any]:
        """Return the leaves: a value without a parent that has the memory of a Python array becomes another array in Python."""
        intp = _ir().IntType(64)
        leaves = self.to_leaves(builder, value)
        owner, parent = leaves[0], self.get(builder, value, "parent")
        is_orphan = builder.icmp_unsigned("==", parent, _ir().Constant(parent.type, None))
        is_view = builder.and_(self._low_bits(builder, owner, 1), is_orphan)
        return [builder.gep(owner, [builder.select(is_view, intp(2), intp(0))]), *leaves[1:]]

    @staticmethod
    def _low_bits(builder: Any, owner: Any, wanted: int) -> Any:
        """Return whether the two low bits of an owner word are these: 1 is a Python object, 3 a view of one."""
        intp = _ir().IntType(64)
        return builder.icmp_unsigned("==", builder.and_(builder.ptrtoint(owner, intp), intp(3)), intp(wanted))

    def has_nrt_meminfo(self) -> bool:
        """Whether values hold references: yes."""
        return True


class _Pointer(types.Type):
    """The type of addresses of values of any type, for members of data models."""

    def __init__(self, dtype: Type) -> None:
        self.dtype = dtype
        super().__init__(f"*{dtype}")


class UnicodeModel(_OfFields):
    """A string."""

    names = ("meminfo", "data", "length", "kind")

    def __init__(self, dmm: DataModelManager, fe_type: Type) -> None:
        members = [
            ("data", types.voidptr),
            ("length", types.intp),
            ("kind", types.int32),
            ("is_ascii", types.uint32),
            ("hash", types.intp),
            ("meminfo", make("owner")),
            ("parent", types.voidptr),
        ]
        super().__init__(dmm, fe_type, members)

    def complete(self, builder: Any, value: Any) -> Any:
        """Say that the hash is not known."""
        return self.set(builder, value, _ir().Constant(_ir().IntType(64), -1), "hash")


class BytesModel(StructModel):
    """Bytes: an array of them that can't be written."""

    def __init__(self, dmm: DataModelManager, fe_type: Type) -> None:
        members = [
            ("meminfo", make("owner")),
            ("parent", types.voidptr),
            ("nitems", types.intp),
            ("itemsize", types.intp),
            ("data", types.voidptr),
            ("shape", types.UniTuple(types.intp, 1)),
            ("strides", types.UniTuple(types.intp, 1)),
        ]
        super().__init__(dmm, fe_type, members)

    def leaf_types(self) -> list[Any]:
        """Return the leaves of the compiler's fields."""
        return [leaf_type(field) for field in fields_of(self.fe_type)]

    def from_leaves(self, builder: Any, leaves: Iterator[Any]) -> Any:
        """Return the structure of the next leaves."""
        owner, data, length, _ = (next(leaves) for _ in range(4))
        one = _ir().Constant(_ir().IntType(64), 1)
        value = _ir().Constant(self.get_value_type(), None)
        members = [("meminfo", owner), ("data", data), ("nitems", length), ("itemsize", one)]
        for name, member in members:
            value = self.set(builder, value, member, name)
        for name, member in (("shape", length), ("strides", one)):
            axis = builder.insert_value(_ir().Constant(_ir().ArrayType(length.type, 1), None), member, 0)
            value = self.set(builder, value, axis, name)
        return value

    def to_leaves(self, builder: Any, value: Any) -> list[Any]:
        """Return owner, address, length and bytes of a character."""
        owner, data, length = (self.get(builder, value, name) for name in ("meminfo", "data", "nitems"))
        return [owner, data, length, _ir().Constant(leaf_type(fields_of(self.fe_type)[3]), 1)]

    def has_nrt_meminfo(self) -> bool:
        """Whether values hold references: yes."""
        return True


class SliceModel(StructModel):
    """A slice; bounds that are not there are those of the whole, and constants are no values in compiled code."""

    def __init__(self, dmm: DataModelManager, fe_type: Any) -> None:
        super().__init__(dmm, fe_type, [(name, types.intp) for name in ("start", "stop", "step")])
        self._given = fields_of(fe_type)

    def leaf_types(self) -> list[Any]:
        """Return the leaves of the compiler's fields."""
        return [leaf for ty in self._given for leaf in self._dmm.lookup(ty).leaf_types()]

    def from_leaves(self, builder: Any, leaves: Iterator[Any]) -> Any:
        """Return the structure of the next leaves."""
        intp = _ir().IntType(64)
        known = [self._bound(builder, ty, leaves) for ty in self._given]
        step = _ir().Constant(intp, 1) if known[2] is None else known[2]
        backwards = builder.icmp_signed("<", step, _ir().Constant(intp, 0))
        most, least = _ir().Constant(intp, (1 << 63) - 1), _ir().Constant(intp, -(1 << 63))
        start = builder.select(backwards, most, _ir().Constant(intp, 0)) if known[0] is None else known[0]
        stop = builder.select(backwards, least, most) if known[1] is None else known[1]
        return self._of_members(builder, [start, stop, step])

    def _bound(self, builder: Any, ty: Any, leaves: Iterator[Any]) -> Any:
        if ty == types.none:
            return None
        value = self._dmm.lookup(ty).from_leaves(builder, leaves)
        general, intp = types.unliteral(ty), _ir().IntType(64)
        if value.type == intp:
            return value
        return builder.sext(value, intp) if getattr(general, "signed", False) else builder.zext(value, intp)

    def to_leaves(self, builder: Any, value: Any) -> list[Any]:
        """Return the leaves of the compiler's fields."""
        found = []
        for k, ty in enumerate(self._given):
            for leaf in self._dmm.lookup(ty).leaf_types():
                member = builder.extract_value(value, k)
                found.append(member if leaf == member.type else builder.trunc(member, leaf))
        return found


class UnionModel(StructModel):
    """A value of one of several types: which one, and room for a value of each, as a tuple."""

    def __init__(self, dmm: DataModelManager, fe_type: Any) -> None:
        super().__init__(dmm, fe_type, [("tag", types.uintp), ("payload", types.Tuple(tuple(fe_type.types)))])


class PairModel(StructModel):
    """Two values."""

    def __init__(self, dmm: DataModelManager, fe_type: Any) -> None:
        super().__init__(dmm, fe_type, [("first", fe_type.first_type), ("second", fe_type.second_type)])


class EnumModel(ProxyModel):
    """A member of an enumeration, which is represented by its value."""

    def __init__(self, dmm: DataModelManager, fe_type: Any) -> None:
        super().__init__(dmm, fe_type)
        self._proxied_model = dmm.lookup(fe_type.dtype)


class OmittedArgDataModel(StructModel):
    """An argument that is not given."""

    def __init__(self, dmm: DataModelManager, fe_type: Type) -> None:
        super().__init__(dmm, fe_type, [])


class ExternalFuncPointerModel(PrimitiveModel):
    """The address of a C function."""

    def __init__(self, dmm: DataModelManager, fe_type: Type) -> None:
        super().__init__(dmm, fe_type, _ir().IntType(8).as_pointer())


class OptionalModel(_OfFields):
    """A value, and whether there is one."""

    names = ("valid", "data")

    def __init__(self, dmm: DataModelManager, fe_type: Any) -> None:
        super().__init__(dmm, fe_type, [("data", fe_type.type), ("valid", types.boolean)])


class FunctionModel(StructModel):
    """A function of given types, whichever it is."""

    def __init__(self, dmm: DataModelManager, fe_type: Any) -> None:
        super().__init__(dmm, fe_type, [(name, types.voidptr) for name in ("c_addr", "py_addr", "jit_addr")])


def abi_size(ty: Any) -> int:
    """Return the bytes of an LLVM type in memory, by the rules of C on machines of 64 bits."""
    return _size_and_alignment(ty)[0]


def abi_alignment(ty: Any) -> int:
    """Return the alignment of an LLVM type in memory."""
    return _size_and_alignment(ty)[1]


def _size_and_alignment(ty: Any) -> tuple[int, int]:
    ir = _ir()
    if isinstance(ty, ir.IntType):
        size = max(1, 1 << ((ty.width + 7) // 8 - 1).bit_length())
        return size, min(size, 16)
    if isinstance(ty, ir.HalfType):
        return 2, 2
    if isinstance(ty, ir.FloatType):
        return 4, 4
    if isinstance(ty, (ir.DoubleType, ir.PointerType)):
        return 8, 8
    if isinstance(ty, ir.ArrayType):
        size, alignment = _size_and_alignment(ty.element)
        return size * ty.count, alignment
    if isinstance(ty, ir.BaseStructType):
        end, alignment = 0, 1
        for element in ty.elements:
            size, own = (abi_size(element), 1) if ty.packed else _size_and_alignment(element)
            end, alignment = -(-end // own) * own + size, max(alignment, own)
        return -(-end // alignment) * alignment, alignment
    raise TypeError(f"the LLVM type {ty} has no size")


# The first class that a type is an instance of says its model.
_MODELS: list[tuple[Any, Any]] = [
    (types.BooleanLiteral, LiteralModel),
    (types.IntegerLiteral, LiteralModel),
    (types.StringLiteral, LiteralModel),
    (types.Boolean, BooleanModel),
    ((types.Integer, types.Float, types.NPDatetime, types.NPTimedelta), ScalarModel),
    (types.Complex, ComplexModel),
    (_Pointer, PointerModel),
    (_NoExtents, NoExtentsModel),
    (types.EphemeralPointer, EphemeralPointerModel),
    (types.MemInfoPointer, MemInfoModel),
    (types.Array, ArrayModel),
    (types.UnicodeType, UnicodeModel),
    (types.Optional, OptionalModel),
    (types.SliceType, SliceModel),
    ((types.UniTuple, types.NamedUniTuple), UniTupleModel),
    ((types.Tuple, types.NamedTuple), TupleModel),
]


def model_of(ty: Type) -> Any:
    """Return the class of the data model of a type for which no program has registered one."""
    from coluber import _native

    for classes, model in _MODELS:
        if isinstance(ty, classes):
            return model
    kind = _native.type_info(ty.id)[0]
    if kind in ("ptr", "owner"):
        return ScalarModel
    if kind == "bytes":
        return BytesModel
    if kind == "pointer":
        return PointerModel if _native.type_info(ty.id)[1] != types.none.id else OpaqueModel
    if kind == "extension":
        return _of_extension(ty)
    return PlainModel if fields_of(ty) else DummyModel


def _of_extension(ty: Type) -> Any:
    if isinstance(ty, types.FunctionType):
        return FunctionModel
    if isinstance(ty, types.PyObject):
        return OpaqueModel
    if isinstance(ty, types.Dummy):
        return DummyModel
    return _Unknown


class _Unknown(DataModel):
    """A type of a program that has no data model."""

    def __init__(self, dmm: DataModelManager, fe_type: Type) -> None:
        from coluber.core.errors import LoweringError

        raise LoweringError(f"the type {fe_type} has no data model: register one with register_model({type(fe_type).__name__})")

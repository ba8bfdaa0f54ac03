"""Data models: the LLVM types of values, and how the compiler's leaves become a value and a value becomes leaves.

A leaf is a scalar that a machine register holds; compiled functions take and give values as their leaves. A data model
of a program is made of other models, so that a program never sees leaves.
"""

from __future__ import annotations

from coluber.core.types.base import Type, from_id, make

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from coluber.core.datamodel.manager import DataModelManager


def _ir() -> Any:
    from coluber.core.llvmir import ir

    return ir


class DataModel:
    """How values of a type are represented.

    Parameters
    ----------
    dmm : DataModelManager
        Finds other models.
    fe_type : Type
        The type.
    """

    def __init__(self, dmm: DataModelManager, fe_type: Type) -> None:
        self._dmm = dmm
        self._fe_type = fe_type

    @property
    def fe_type(self) -> Any:
        """The type."""
        return self._fe_type

    # What the compiler needs

    def compiled_fields(self) -> list[Type]:
        """Return the types of what values consist of, for the compiler."""
        raise NotImplementedError(f"{type(self).__name__} has no representation in compiled code yet")

    def leaf_types(self) -> list[Any]:
        """Return the LLVM types of the leaves."""
        raise NotImplementedError(f"{type(self).__name__} has no representation in compiled code yet")

    def from_leaves(self, builder: Any, leaves: Iterator[Any]) -> Any:
        """Return the value that consists of the next leaves."""
        raise NotImplementedError

    def to_leaves(self, builder: Any, value: Any) -> list[Any]:
        """Return the leaves of a value."""
        raise NotImplementedError

    def result_leaves(self, builder: Any, value: Any) -> list[Any]:
        """Return the leaves of a value that an extension's code gives back."""
        return self.to_leaves(builder, value)

    # What extensions ask

    def get_value_type(self) -> Any:
        """Return the LLVM type of a value in a register."""
        raise NotImplementedError

    def get_data_type(self) -> Any:
        """Return the LLVM type of a value in memory."""
        return self.get_value_type()

    def get_argument_type(self) -> Any:
        """Return the LLVM type of an argument."""
        return self.get_value_type()

    def get_return_type(self) -> Any:
        """Return the LLVM type of a result."""
        return self.get_value_type()

    def as_data(self, builder: Any, value: Any) -> Any:
        """Return the form that a value has in memory."""
        return value

    def from_data(self, builder: Any, value: Any) -> Any:
        """Return the form that a value from memory has in a register."""
        return value

    as_argument = as_return = as_data
    from_argument = from_return = from_data

    def load_from_data_pointer(self, builder: Any, ptr: Any, align: int | None = None) -> Any:
        """Read a value."""
        return self.from_data(builder, builder.load(ptr, align=align))

    def traverse(self, builder: Any) -> list[Any]:
        """Return pairs of type and getter of the members."""
        return []

    def inner_models(self) -> list[Any]:
        """Return the models of the members."""
        return []

    def has_nrt_meminfo(self) -> bool:
        """Whether values hold references."""
        return False

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._fe_type == other._fe_type

    def __hash__(self) -> int:
        return hash((type(self), self._fe_type))


class PrimitiveModel(DataModel):
    """A value is one LLVM value.

    Parameters
    ----------
    dmm, fe_type
        As of `DataModel`.
    be_type : llvmlite.ir.Type
        The LLVM type.
    """

    def __init__(self, dmm: DataModelManager, fe_type: Type, be_type: Any) -> None:
        super().__init__(dmm, fe_type)
        self.be_type = be_type

    def compiled_fields(self) -> list[Type]:
        """Return the scalars of the LLVM type."""
        return [make(*scalar) for scalar in _scalars(self.be_type)]

    def leaf_types(self) -> list[Any]:
        """Return the scalars of the LLVM type."""
        return _flat(self.be_type)

    def from_leaves(self, builder: Any, leaves: Iterator[Any]) -> Any:
        """Return the value that consists of the next leaves."""
        return _gather(builder, self.be_type, leaves)

    def to_leaves(self, builder: Any, value: Any) -> list[Any]:
        """Return the leaves of a value."""
        return _spread(builder, value)

    def get_value_type(self) -> Any:
        """Return the LLVM type."""
        return self.be_type


def _parts(be_type: Any) -> list[Any] | None:
    """Return the types of the elements of an LLVM aggregate; None for others."""
    ir = _ir()
    if isinstance(be_type, ir.ArrayType):
        return [be_type.element] * be_type.count
    if isinstance(be_type, ir.BaseStructType):
        return list(be_type.elements)
    return None


def _flat(be_type: Any) -> list[Any]:
    parts = _parts(be_type)
    return [be_type] if parts is None else [leaf for part in parts for leaf in _flat(part)]


def _scalars(be_type: Any) -> list[tuple[Any, ...]]:
    """Return the scalars of an LLVM type as kinds of the compiler."""
    ir = _ir()
    found: list[tuple[Any, ...]] = []
    for leaf in _flat(be_type):
        if isinstance(leaf, ir.PointerType):
            found.append(("ptr",))
        elif isinstance(leaf, ir.FloatType):
            found.append(("float", 32))
        elif isinstance(leaf, ir.DoubleType):
            found.append(("float", 64))
        elif isinstance(leaf, ir.IntType) and leaf.width == 1:
            found.append(("bool",))
        elif isinstance(leaf, ir.IntType) and leaf.width in (8, 16, 32, 64):
            found.append(("int", leaf.width, True))
        else:
            raise NotImplementedError(f"a data model can't have values of the LLVM type {leaf} yet")
    return found


def _gather(builder: Any, be_type: Any, leaves: Iterator[Any]) -> Any:
    parts = _parts(be_type)
    if parts is None:
        leaf = next(leaves)
        return leaf if leaf.type == be_type else builder.bitcast(leaf, be_type)
    value = _ir().Constant(be_type, _ir().Undefined)
    for k, part in enumerate(parts):
        value = builder.insert_value(value, _gather(builder, part, leaves), k)
    return value


def _spread(builder: Any, value: Any) -> list[Any]:
    parts = _parts(value.type)
    if parts is None:
        return [value]
    return [leaf for k in range(len(parts)) for leaf in _spread(builder, builder.extract_value(value, k))]


class BooleanModel(DataModel):
    """A truth value: a bit in registers, a byte in memory."""

    def compiled_fields(self) -> list[Type]:
        """Return a bool."""
        return [make("bool")]

    def leaf_types(self) -> list[Any]:
        """Return a bit."""
        return [_ir().IntType(1)]

    def from_leaves(self, builder: Any, leaves: Iterator[Any]) -> Any:
        """Return the next leaf."""
        return next(leaves)

    def to_leaves(self, builder: Any, value: Any) -> list[Any]:
        """Return the value, or the bit of the byte that an extension has read from memory."""
        return [value if value.type == self.get_value_type() else self.from_data(builder, value)]

    def get_value_type(self) -> Any:
        """Return a bit."""
        return _ir().IntType(1)

    def get_data_type(self) -> Any:
        """Return a byte."""
        return _ir().IntType(8)

    get_argument_type = get_return_type = get_data_type

    def as_data(self, builder: Any, value: Any) -> Any:
        """Return a byte."""
        return builder.zext(value, self.get_data_type())

    def from_data(self, builder: Any, value: Any) -> Any:
        """Return a bit."""
        return builder.icmp_unsigned("!=", value, _ir().Constant(value.type, 0))

    as_argument = as_return = as_data
    from_argument = from_return = from_data


class OpaqueModel(PrimitiveModel):
    """An address about which nothing is known."""

    def __init__(self, dmm: DataModelManager, fe_type: Type) -> None:
        super().__init__(dmm, fe_type, _Late(lambda: _ir().IntType(8).as_pointer()))

    def compiled_fields(self) -> list[Type]:
        """Return an address."""
        return [make("ptr")]


class _Late:
    """An LLVM type that is made at first use, so that registering a model does not import llvmlite."""

    def __init__(self, make_type: Any) -> None:
        self.make_type = make_type


def _settle(self: PrimitiveModel) -> Any:
    found = self.__dict__["be_type"]
    if isinstance(found, _Late):
        found = self.__dict__["be_type"] = found.make_type()
    return found


def _set_be_type(self: PrimitiveModel, value: Any) -> None:
    self.__dict__["be_type"] = value


PrimitiveModel.be_type = property(_settle, _set_be_type, doc="The LLVM type.")


class PointerModel(PrimitiveModel):
    """The address of values of the type's ``dtype``."""

    def __init__(self, dmm: DataModelManager, fe_type: Any) -> None:
        super().__init__(dmm, fe_type, _Late(lambda: dmm.lookup(fe_type.dtype).get_data_type().as_pointer()))

    def compiled_fields(self) -> list[Type]:
        """Return an address."""
        return [make("ptr")]


class EphemeralPointerModel(PointerModel):
    """The address of a value in the frame; between functions it is the value itself."""

    @property
    def _pointee(self) -> Any:
        return self._dmm.lookup(self.fe_type.dtype)

    def compiled_fields(self) -> list[Type]:
        """Return the value's type."""
        return [self.fe_type.dtype]

    def leaf_types(self) -> list[Any]:
        """Return the leaves of the value."""
        return self._pointee.leaf_types()

    def from_leaves(self, builder: Any, leaves: Iterator[Any]) -> Any:
        """Return the address of a place in the frame with the value."""
        from coluber.core import cgutils

        model = self._pointee
        return cgutils.alloca_once_value(builder, model.as_data(builder, model.from_leaves(builder, leaves)))

    def to_leaves(self, builder: Any, value: Any) -> list[Any]:
        """Return the leaves of the value as it is."""
        model = self._pointee
        return model.to_leaves(builder, model.load_from_data_pointer(builder, value))


class MemInfoModel(OpaqueModel):
    """An owner word: a reference that is counted."""

    def compiled_fields(self) -> list[Type]:
        """Return an owner word."""
        return [make("owner")]

    def has_nrt_meminfo(self) -> bool:
        """Whether values hold references: yes."""
        return True


class ProxyModel(DataModel):
    """A type that is represented as another one, whose model is ``_proxied_model``."""

    def __getattribute__(self, name: str) -> Any:
        if name.startswith("_") or name in ("fe_type",):
            return super().__getattribute__(name)
        return getattr(super().__getattribute__("_proxied_model"), name)


class CompositeModel(DataModel):
    """Base of the models that have members."""


class StructModel(CompositeModel):
    """A structure with named members.

    Parameters
    ----------
    dmm, fe_type
        As of `DataModel`.
    members : sequence of (str, Type)
        Names and types of the members.
    """

    def __init__(self, dmm: DataModelManager, fe_type: Type, members: Sequence[tuple[str, Type]]) -> None:
        super().__init__(dmm, fe_type)
        self._fields = tuple(name for name, _ in members)
        self._members = tuple(ty for _, ty in members)
        for name, ty in members:
            if not isinstance(ty, Type):
                raise TypeError(f"the member {name!r} of {type(self).__qualname__} for {fe_type} has {ty!r}, not a type")

    @property
    def _models(self) -> list[Any]:
        return [self._dmm.lookup(ty) for ty in self._members]

    # What the compiler needs

    def compiled_fields(self) -> list[Type]:
        """Return the types of the members."""
        return list(self._members)

    def leaf_types(self) -> list[Any]:
        """Return the leaves of the members."""
        return [leaf for model in self._models for leaf in model.leaf_types()]

    def from_leaves(self, builder: Any, leaves: Iterator[Any]) -> Any:
        """Return the structure of the next leaves."""
        return self._of_members(builder, [model.from_leaves(builder, leaves) for model in self._models])

    def to_leaves(self, builder: Any, value: Any) -> list[Any]:
        """Return the leaves of the members."""
        members = enumerate(self._models)
        return [leaf for k, model in members for leaf in model.to_leaves(builder, builder.extract_value(value, k))]

    def _of_members(self, builder: Any, values: list[Any]) -> Any:
        struct = _ir().Constant(self.get_value_type(), _ir().Undefined)
        for k, value in enumerate(values):
            struct = builder.insert_value(struct, value, k)
        return struct

    # What extensions ask

    def get_value_type(self) -> Any:
        """Return the structure of the members in registers."""
        return _ir().LiteralStructType([model.get_value_type() for model in self._models])

    def get_data_type(self) -> Any:
        """Return the structure of the members in memory."""
        return _ir().LiteralStructType([model.get_data_type() for model in self._models])

    def as_data(self, builder: Any, value: Any) -> Any:
        """Return the form that a value has in memory."""
        struct = _ir().Constant(self.get_data_type(), _ir().Undefined)
        for k, model in enumerate(self._models):
            struct = builder.insert_value(struct, model.as_data(builder, builder.extract_value(value, k)), k)
        return struct

    def from_data(self, builder: Any, value: Any) -> Any:
        """Return the form that a value from memory has in a register."""
        members = enumerate(self._models)
        return self._of_members(builder, [m.from_data(builder, builder.extract_value(value, k)) for k, m in members])

    as_argument = as_return = as_data
    from_argument = from_return = from_data

    @property
    def field_count(self) -> int:
        """The number of members."""
        return len(self._fields)

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the members."""
        return self._fields

    def get_field_position(self, field: str) -> int:
        """Return the position of a member."""
        try:
            return self._fields.index(field)
        except ValueError:
            raise KeyError(f"{type(self).__name__} has no field {field!r}") from None

    def get_member_fe_type(self, name: str) -> Type:
        """Return the type of a member."""
        return self._members[self.get_field_position(name)]

    def get_type(self, pos: int | str) -> Type:
        """Return the type of a member by position or name."""
        return self._members[self.get_field_position(pos) if isinstance(pos, str) else pos]

    def get_model(self, pos: int) -> Any:
        """Return the model of a member."""
        return self._models[pos]

    def get(self, builder: Any, val: Any, pos: int | str) -> Any:
        """Return a member of a value."""
        position = self.get_field_position(pos) if isinstance(pos, str) else pos
        return builder.extract_value(val, position, name=f"extracted.{self._fields[position]}")

    def set(self, builder: Any, stval: Any, val: Any, pos: int | str) -> Any:
        """Return the value with another member."""
        position = self.get_field_position(pos) if isinstance(pos, str) else pos
        return builder.insert_value(stval, val, position)

    def traverse(self, builder: Any) -> list[Any]:
        """Return pairs of type and getter of the members."""

        def getter(k: int) -> Any:
            return lambda value: builder.extract_value(value, k)

        return [(ty, getter(k)) for k, ty in enumerate(self._members)]

    def inner_models(self) -> list[Any]:
        """Return the models of the members."""
        return self._models

    def has_nrt_meminfo(self) -> bool:
        """Whether a member holds references."""
        return any(model.has_nrt_meminfo() for model in self._models)


class StructPayloadModel(StructModel):
    """A structure that lies in an allocation."""


class TupleModel(StructModel):
    """A tuple of items of several types."""

    def __init__(self, dmm: DataModelManager, fe_type: Any) -> None:
        super().__init__(dmm, fe_type, [(f"f{k}", ty) for k, ty in enumerate(fe_type)])

    def result_leaves(self, builder: Any, value: Any) -> list[Any]:
        """Return the leaves of the items of a result."""
        items = enumerate(self._models)
        return [leaf for k, model in items for leaf in model.result_leaves(builder, builder.extract_value(value, k))]


class UniTupleModel(DataModel):
    """A tuple of items of one type: an LLVM array."""

    def __init__(self, dmm: DataModelManager, fe_type: Any) -> None:
        super().__init__(dmm, fe_type)
        self._count = len(fe_type)
        self._item = fe_type.dtype

    @property
    def _elem_model(self) -> Any:
        return self._dmm.lookup(self._item)

    def compiled_fields(self) -> list[Type]:
        """Return the types of the items."""
        return [self._item] * self._count

    def leaf_types(self) -> list[Any]:
        """Return the leaves of the items."""
        return self._elem_model.leaf_types() * self._count

    def from_leaves(self, builder: Any, leaves: Iterator[Any]) -> Any:
        """Return the array of the next leaves."""
        value = _ir().Constant(self.get_value_type(), _ir().Undefined)
        for k in range(self._count):
            value = builder.insert_value(value, self._elem_model.from_leaves(builder, leaves), k)
        return value

    def to_leaves(self, builder: Any, value: Any) -> list[Any]:
        """Return the leaves of the items."""
        items = range(self._count)
        return [leaf for k in items for leaf in self._elem_model.to_leaves(builder, builder.extract_value(value, k))]

    def result_leaves(self, builder: Any, value: Any) -> list[Any]:
        """Return the leaves of the items of a result."""
        items = range(self._count)
        return [leaf for k in items for leaf in self._elem_model.result_leaves(builder, builder.extract_value(value, k))]

    def get_value_type(self) -> Any:
        """Return the array of the items in registers."""
        return _ir().ArrayType(self._elem_model.get_value_type(), self._count)

    def get_data_type(self) -> Any:
        """Return the array of the items in memory."""
        return _ir().ArrayType(self._elem_model.get_data_type(), self._count)

    def as_data(self, builder: Any, value: Any) -> Any:
        """Return the form that a value has in memory."""
        return self._converted(builder, value, self.get_data_type(), self._elem_model.as_data)

    def from_data(self, builder: Any, value: Any) -> Any:
        """Return the form that a value from memory has in a register."""
        return self._converted(builder, value, self.get_value_type(), self._elem_model.from_data)

    as_argument = as_return = as_data
    from_argument = from_return = from_data

    def _converted(self, builder: Any, value: Any, to: Any, convert: Any) -> Any:
        out = _ir().Constant(to, _ir().Undefined)
        for k in range(self._count):
            out = builder.insert_value(out, convert(builder, builder.extract_value(value, k)), k)
        return out

    def inner_models(self) -> list[Any]:
        """Return the model of the items."""
        return [self._elem_model]

    def has_nrt_meminfo(self) -> bool:
        """Whether the items hold references."""
        return self._elem_model.has_nrt_meminfo()


def leaf_type(ty: Type) -> Any:
    """Return the LLVM type of a scalar of the compiler."""
    from coluber import _native

    ir = _ir()
    kind, *parts = _native.type_info(ty.id)
    if kind == "bool":
        return ir.IntType(1)
    if kind == "int":
        return ir.IntType(parts[0])
    if kind == "float" and parts[0] == 32:
        return ir.FloatType()
    if kind == "float" and parts[0] == 64:
        return ir.DoubleType()
    if kind in ("float", "bfloat16"):
        return ir.IntType(16)
    if kind in ("datetime", "timedelta"):
        return ir.IntType(64)
    if kind in ("ptr", "owner"):
        return ir.IntType(8).as_pointer()
    raise NotImplementedError(f"extensions can't have values of type {ty} yet")


def fields_of(ty: Type) -> list[Type]:
    """Return the types of what values of a type consist of in compiled code."""
    from coluber import _native

    return [from_id(number) for number in _native.type_fields(ty.id)]


# Models of the compiler's own types, which programs derive theirs from.
_BUILTIN = {
    "IntegerModel": "ScalarModel",
    "FloatModel": "ScalarModel",
    **{name: name for name in ("ArrayModel", "ComplexModel", "OptionalModel", "SliceModel", "BytesModel", "UnionModel")},
    **{name: name for name in ("PairModel", "EnumModel", "OmittedArgDataModel", "ExternalFuncPointerModel")},
}


def __getattr__(name: str) -> Any:
    """Return the model of one of the compiler's own types."""
    if name in _BUILTIN:
        from coluber.core.datamodel import builtin

        return getattr(builtin, _BUILTIN[name])
    if name == "register_default":
        from coluber.core.datamodel.registry import register_model

        return register_model
    from coluber.core.missing import missing

    raise missing(f"coluber does not have models.{name} yet", name)

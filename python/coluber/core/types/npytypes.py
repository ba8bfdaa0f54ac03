"""Arrays, dtypes, and number classes such as ``numpy.float64``."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from coluber.core.types.abstract import Buffer, Callable, DTypeSpec, Opaque
from coluber.core.types.base import Type, expect_type, family, from_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@family("array")
class Array(Buffer):
    """The type of NumPy arrays.

    Parameters
    ----------
    dtype : Type
        The type of the elements.
    ndim : int
        The number of dimensions.
    layout : str
        ``C``, ``F``, or ``A`` for any.
    readonly : bool, optional
        Whether the elements can't be assigned.
    name : str, optional
        Not used; the text follows from the other parameters.
    aligned : bool, optional
        Whether each element is at a multiple of its alignment.
    """

    LAYOUTS = frozenset("CFA")

    if not TYPE_CHECKING:

        def __init__(
            self,
            dtype: Type,
            ndim: int,
            layout: str,
            readonly: bool = False,
            name: str | None = None,
            aligned: bool = True,
        ) -> None:
            # Of classes that programs derive: the types of arrays themselves are made by `_describe`.
            super().__init__(dtype, ndim, layout, readonly, name)
            self.aligned = bool(aligned)

    @classmethod
    def _describe(
        cls, dtype: Type, ndim: int, layout: str, readonly: bool = False, name: str | None = None, aligned: bool = True
    ) -> tuple[Any, ...]:
        if layout not in cls.LAYOUTS:
            from coluber.core.errors import NumbaValueError

            raise NumbaValueError(f"Invalid layout '{layout}'")
        return expect_type(dtype).id, int(ndim), layout, not readonly, bool(aligned)

    def _fill(self, dtype: int, ndim: int, layout: str, mutable: bool, aligned: bool) -> None:
        self.dtype = from_id(dtype)
        self.ndim = ndim
        self.layout = layout
        self.mutable = bool(mutable)
        self.aligned = bool(aligned)

    def copy(
        self, dtype: Type | None = None, ndim: int | None = None, layout: str | None = None, readonly: bool | None = None
    ) -> Array:
        """Return the same type with some parameters replaced."""
        return Array(
            self.dtype if dtype is None else dtype,
            self.ndim if ndim is None else ndim,
            self.layout if layout is None else layout,
            readonly=self.readonly if readonly is None else readonly,
            aligned=self.aligned,
        )

    @property
    def readonly(self) -> bool:
        """Whether the elements can't be assigned."""
        return not self.mutable

    @property
    def key(self) -> Any:
        """All parameters."""
        return self.dtype, self.ndim, self.layout, self.mutable, self.aligned

    @property
    def mangling_args(self) -> tuple[str, tuple[Any, ...]]:
        """Name and parameters of the type."""
        mutable = "mutable" if self.mutable else "readonly"
        return "Array", (self.dtype, self.ndim, self.layout, mutable, "aligned" if self.aligned else "unaligned")

    @property
    def is_c_contig(self) -> bool:
        """Whether the elements are one behind the other, the last index fastest."""
        return self.layout == "C" or (self.ndim <= 1 and self.layout in "CF")

    @property
    def is_f_contig(self) -> bool:
        """Whether the elements are one behind the other, the first index fastest."""
        return self.layout == "F" or (self.ndim <= 1 and self.layout in "CF")

    @property
    def is_contig(self) -> bool:
        """Whether the elements are one behind the other."""
        return self.layout in "CF"

    @property
    def as_array(self) -> Array:
        """The type itself."""
        return self

    def cast_python_value(self, value: object) -> Any:
        """Make an array of the value."""
        import numpy

        return numpy.asarray(value, dtype=self.dtype.name)

    def __repr__(self) -> str:
        return f"Array({self.dtype!r}, {self.ndim}, {self.layout!r}, {self.readonly}, aligned={self.aligned})"


@family("record")
class Record(Type):
    """The type of a record: memory with named fields, an element of an array of structured dtype.

    Parameters
    ----------
    fields : list of tuple
        The name of each field, and a dictionary with its ``type`` and ``offset``, and ``title`` where it has one.
    size : int
        Bytes from one record of an array to the next.
    aligned : bool
        Whether fields are aligned as in C.
    """

    mutable = True

    @classmethod
    def _describe(cls, fields: Any, size: int, aligned: bool) -> tuple[Any, ...]:
        return tuple(_described(name, info) for name, info in fields), int(size), bool(aligned)

    def _fill(self, fields: Any, size: int, aligned: bool) -> None:
        self._parts = fields
        self.fields = {
            name: RecordField(_field_type(ty, shape), offset, title=title) for name, ty, shape, offset, title in fields
        }
        self.size = size
        self.aligned = bool(aligned)

    @classmethod
    def make_c_struct(cls, name_types: Any) -> Record:
        """Return a record with these fields, laid out as in C; `name_types` has pairs of name and type."""
        import numpy

        from coluber.np.numpy_support import as_dtype, from_dtype

        described = [(name, _dtype_with_shape(ty, as_dtype)) for name, ty in name_types]
        return from_dtype(numpy.dtype(described, align=True))

    @property
    def key(self) -> Any:
        """All parameters."""
        return self._parts, self.size, self.aligned

    @cached_property
    def numpy_dtype(self) -> Any:
        """The dtype of such records."""
        import numpy

        from coluber.np.numpy_support import as_dtype

        names, formats, offsets, titles = [], [], [], []
        for name, ty, shape, offset, title in self._parts:
            dtype = as_dtype(from_id(ty))
            names.append(name)
            formats.append((dtype, shape) if shape else dtype)
            offsets.append(offset)
            titles.append(title)
        parts = {"names": names, "formats": formats, "offsets": offsets, "titles": titles, "itemsize": self.size}
        return numpy.dtype(parts, align=self.aligned)

    @property
    def dtype(self) -> Any:
        """The dtype of such records."""
        return self.numpy_dtype

    @property
    def bitwidth(self) -> int:
        """Its size in bits."""
        return self.size * 8

    def __reduce__(self) -> tuple[Any, ...]:
        from coluber.np.numpy_support import from_dtype

        return from_dtype, (self.numpy_dtype,)

    def __len__(self) -> int:
        return len(self.fields)

    def offset(self, key: str) -> int:
        """Return where a field begins, in bytes."""
        return self.fields[key].offset

    def typeof(self, key: str) -> Type:
        """Return the type of a field."""
        return self.fields[key].type

    @property
    def members(self) -> list[tuple[str, Type]]:
        """Name and type of each field, in the order of their offsets."""
        ordered = sorted(self.fields.items(), key=lambda item: item[1].offset)
        return [(name, field.type) for name, field in ordered]

    def __repr__(self) -> str:
        return self.name


class RecordField(NamedTuple):
    """The type of a field, where it begins, and its other name."""

    type: Any
    offset: int
    title: str | None = None


def _described(name: str, info: Any) -> tuple[str, int, tuple[int, ...], int, str | None]:
    """Return a field as the compiler's table has it."""
    ty = info["type"]
    shape = getattr(ty, "shape", ())
    return name, expect_type(ty.dtype if shape else ty).id, tuple(shape), int(info["offset"]), info.get("title")


def _field_type(ty: int, shape: tuple[int, ...]) -> Any:
    return NestedArray(from_id(ty), shape) if shape else from_id(ty)


def _dtype_with_shape(ty: Any, as_dtype: Any) -> Any:
    return (as_dtype(ty.dtype), ty.shape) if isinstance(ty, NestedArray) else as_dtype(ty)


class NestedArray(NamedTuple):
    """The type of a field that is an array."""

    dtype: Any
    shape: tuple[int, ...]

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    def __repr__(self) -> str:
        return f"nestedarray({self.dtype}, {self.shape})"


def array_spec(item: object) -> tuple[int, str]:
    """Return dimensions and layout that an index of slices says, as in ``float64[:, ::1]``."""
    slices = item if isinstance(item, (tuple, list)) else (item,)
    for s in slices:
        if not isinstance(s, slice) or s.start is not None or s.stop is not None:
            raise KeyError(f"an array type is written with colons only, as in float64[:, ::1]: {s!r} has bounds")
    if not slices:
        raise KeyError("an array type is written with colons only, one for each axis, as in float64[:, ::1]")
    if slices[-1].step == 1:
        return len(slices), "C"
    return len(slices), "F" if slices[0].step == 1 else "A"


class _Time(Type):
    """Base of the types of times, which have a unit.

    Parameters
    ----------
    unit : str
        Such as ``D`` or ``ns``; empty for the generic unit.
    """

    @staticmethod
    def _describe(unit: str) -> tuple[Any, ...]:
        return (unit,)

    def _fill(self, unit: str) -> None:
        self.unit = unit

    @property
    def key(self) -> Any:
        """The unit."""
        return self.unit

    def cast_python_value(self, value: object) -> Any:
        """Convert a value by NumPy's class."""
        import numpy

        return getattr(numpy, self.name.partition("[")[0])(value, self.unit or "generic")


@family("datetime")
class NPDatetime(_Time):
    """The type of ``numpy.datetime64`` in a unit."""


@family("timedelta")
class NPTimedelta(_Time):
    """The type of ``numpy.timedelta64`` in a unit."""


class _Chars(Type):
    """The type of text of a fixed length in an array or a record; what is read of it is a string or bytes.

    Parameters
    ----------
    count : int
        How many characters there is room for.
    """

    _unicode: bool

    @classmethod
    def _describe(cls, count: int) -> tuple[Any, ...]:
        return int(count), cls._unicode

    def _fill(self, count: int, unicode: bool) -> None:
        self.count = count

    @property
    def key(self) -> Any:
        """The number of characters."""
        return self.count

    @property
    def numpy_dtype(self) -> Any:
        """NumPy's dtype."""
        import numpy

        return numpy.dtype(f"{'U' if self._unicode else 'S'}{self.count}")


def _chars_class(count: int, unicode: bool) -> type[Type]:
    return UnicodeCharSeq if unicode else CharSeq


@family("chars", _chars_class)
class UnicodeCharSeq(_Chars):
    """The type of the elements of an array of dtype ``U5``."""

    _unicode = True


@family("chars")
class CharSeq(_Chars):
    """The type of the elements of an array of dtype ``S5``."""

    _unicode = False


@family("generator")
class NumPyRandomGeneratorType(Type):
    """The type of ``numpy.random.Generator``."""

    @staticmethod
    def _describe(name: str = "NumPyRandomGeneratorType") -> tuple[Any, ...]:
        return ()


@family("dtype")
class DType(DTypeSpec, Opaque):
    """The type of a dtype, such as ``numpy.dtype('f8')``.

    Parameters
    ----------
    dtype : Type
        The type of the elements that it describes.
    """

    @staticmethod
    def _describe(dtype: Type) -> tuple[Any, ...]:
        return (expect_type(dtype).id,)

    def _fill(self, dtype: int) -> None:
        self.dtype = from_id(dtype)

    @property
    def key(self) -> Any:
        """The type of the elements."""
        return self.dtype

    def __getitem__(self, item: object) -> Type:
        """Return the type of arrays of these elements."""
        return self.dtype[item]


@family("numberclass")
class NumberClass(Callable, DTypeSpec, Opaque):
    """The type of a class of numbers, such as ``numpy.float64`` or ``types.int32``.

    Parameters
    ----------
    instance_type : Type
        The type of the numbers.
    """

    @staticmethod
    def _describe(instance_type: Type) -> tuple[Any, ...]:
        return (expect_type(instance_type).id,)

    def _fill(self, dtype: int) -> None:
        self.dtype = self.instance_type = from_id(dtype)

    @property
    def key(self) -> Any:
        """The type of the numbers."""
        return self.instance_type


def __getattr__(name: str) -> Any:
    """Return a type that Numba has in its module of this name, and that another one has here."""
    from coluber.core import types

    return getattr(types, name)

"""Helpers for code that writes LLVM IR with llvmlite's ``ir``: structures, memory, branches and loops."""

from __future__ import annotations

import collections
from contextlib import contextmanager, nullcontext

from coluber.core.cgitems import (  # noqa: F401
    Structure,
    cbranch_or_continue,
    copy_struct,
    divmod_by_constant,
    do_boundscheck,
    get_item_pointer,
    get_item_pointer2,
    get_or_insert_named_metadata,
    get_record_member,
    if_zero,
    is_empty_tuple,
    is_scalar_zero_or_nan,
    make_anonymous_struct,
    sizeof,
)
from coluber.core.llvmir import ir

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

bool_t = ir.IntType(1)
int8_t = ir.IntType(8)
int32_t = ir.IntType(32)
intp_t = ir.IntType(64)
voidptr_t = int8_t.as_pointer()

true_bit = bool_t(1)
false_bit = bool_t(0)
true_byte = int8_t(1)
false_byte = int8_t(0)

# ---------------------------------------------------------------------------------------------------------- constants


def as_bool_bit(builder: Any, value: Any) -> Any:
    """Return whether an integer is not zero, as a bit."""
    return builder.icmp_unsigned("!=", value, value.type(0))


def as_bool_byte(builder: Any, value: Any) -> Any:
    """Return a bit as a byte."""
    return builder.zext(value, int8_t)


def get_null_value(ltype: Any) -> Any:
    """Return the value of a type all bits of which are zero."""
    return ltype(None)


def is_null(builder: Any, val: Any) -> Any:
    """Return whether a value is null."""
    return builder.icmp_unsigned("==", get_null_value(val.type), val)


def is_not_null(builder: Any, val: Any) -> Any:
    """Return whether a value is not null."""
    return builder.icmp_unsigned("!=", get_null_value(val.type), val)


is_true = is_not_null


def is_false(builder: Any, val: Any) -> Any:
    """Return whether a value is zero."""
    return is_null(builder, val)


def is_scalar_zero(builder: Any, value: Any) -> Any:
    """Return whether a number is zero."""
    null = get_null_value(value.type)
    if isinstance(value.type, (ir.FloatType, ir.DoubleType)):
        return builder.fcmp_ordered("==", null, value)
    return builder.icmp_signed("==", null, value)


def is_not_scalar_zero(builder: Any, value: Any) -> Any:
    """Return whether a number is not zero."""
    null = get_null_value(value.type)
    if isinstance(value.type, (ir.FloatType, ir.DoubleType)):
        return builder.fcmp_unordered("!=", null, value)
    return builder.icmp_signed("!=", null, value)


def is_scalar_neg(builder: Any, value: Any) -> Any:
    """Return whether a number is negative."""
    null = get_null_value(value.type)
    if isinstance(value.type, (ir.FloatType, ir.DoubleType)):
        return builder.fcmp_ordered("<", value, null)
    return builder.icmp_signed("<", value, null)


def is_neg_int(builder: Any, val: Any) -> Any:
    """Return whether an integer is negative."""
    return builder.icmp_signed("<", val, val.type(0))


def is_nonelike(ty: Any) -> bool:
    """Return whether a type is that of None, or of None as an omitted argument."""
    from coluber.core import types

    return ty is None or isinstance(ty, types.NoneType) or (isinstance(ty, types.Omitted) and ty.value is None)


is_pointer = lambda ltyp: isinstance(ltyp, ir.PointerType)  # noqa: E731


def is_struct(ltyp: Any) -> bool:
    """Return whether an LLVM type is a structure."""
    return isinstance(ltyp, ir.BaseStructType)


def is_struct_ptr(ltyp: Any) -> bool:
    """Return whether an LLVM type is the address of a structure."""
    return isinstance(ltyp, ir.PointerType) and not ltyp.is_opaque and is_struct(ltyp.pointee)


def create_constant_array(ty: Any, val: Sequence[Any]) -> Any:
    """Return an array of constants."""
    return ir.Constant(ir.ArrayType(ty, len(val)), list(val))


def make_bytearray(buf: bytes) -> Any:
    """Return an array of bytes."""
    return ir.Constant(ir.ArrayType(int8_t, len(buf)), bytearray(buf))


def global_constant(builder_or_module: Any, name: str, value: Any, linkage: str = "internal") -> Any:
    """Return the address of a new constant of the module."""
    module = builder_or_module if isinstance(builder_or_module, ir.Module) else builder_or_module.module
    data = add_global_variable(module, value.type, name)
    data.linkage = linkage
    data.global_constant = True
    data.initializer = value
    return data


def add_global_variable(module: Any, ty: Any, name: str, addrspace: int = 0) -> Any:
    """Return a new global variable; the name is made unique."""
    return ir.GlobalVariable(module, ty, module.get_unique_name(name), addrspace)


def insert_pure_function(module: Any, fnty: Any, name: str) -> Any:
    """Return the declaration of a function without effects."""
    function = get_or_insert_function(module, fnty, name)
    function.attributes.add("readonly")
    function.attributes.add("nounwind")
    return function


def get_or_insert_function(module: Any, fnty: Any, name: str) -> Any:
    """Return the function of this name; declare it where it is missing."""
    return module.globals.get(name) or ir.Function(module, fnty, name)


# ------------------------------------------------------------------------------------------------------------- memory


@contextmanager
def goto_entry_block(builder: Any) -> Iterator[None]:
    """Write into the first block of the function."""
    with builder.goto_entry_block():
        yield


def alloca_once(builder: Any, ty: Any, size: Any = None, name: str = "", zfill: bool = False) -> Any:
    """Return memory in the frame, which is made once, at the start of the function.

    Parameters
    ----------
    builder : IRBuilder
        Where to write.
    ty : llvmlite.ir.Type
        The type of what lies there.
    size : int or value, optional
        How many of them.
    name : str
        A name for people.
    zfill : bool
        Whether the memory is zero before each use.
    """
    if isinstance(size, int):
        size = ir.Constant(intp_t, size)
    with builder.goto_entry_block():
        ptr = builder.alloca(ty, size=size, name=name)
        # What is not written is zero and not undefined.
        builder.store(ty(None), ptr)
    if zfill:
        builder.store(ty(None), ptr)
    return ptr


def alloca_once_value(builder: Any, value: Any, name: str = "", zfill: bool = False) -> Any:
    """Return memory in the frame with a value in it."""
    storage = alloca_once(builder, value.type, name=name)
    builder.store(value, storage)
    return storage


def gep(builder: Any, ptr: Any, *inds: Any, **kws: Any) -> Any:
    """Return the address of an element; indices are integers of Python or values.

    Parameters
    ----------
    builder, ptr
        Where to write, and the address.
    *inds : int or value
        The indices.
    **kws
        ``name``, and ``inbounds``.
    """
    name, inbounds = kws.pop("name", ""), kws.pop("inbounds", False)
    if kws:
        raise TypeError(f"gep got unexpected arguments {sorted(kws)}")
    return builder.gep(ptr, [int32_t(k) if isinstance(k, int) else k for k in inds], name=name, inbounds=inbounds)


def gep_inbounds(builder: Any, ptr: Any, *inds: Any, **kws: Any) -> Any:
    """Return the address of an element that is there."""
    return gep(builder, ptr, *inds, inbounds=True, **kws)


def pointer_add(builder: Any, ptr: Any, offset: Any, return_type: Any = None) -> Any:
    """Return an address moved by a number of bytes."""
    offset = intp_t(offset) if isinstance(offset, int) else offset
    moved = builder.gep(builder.bitcast(ptr, voidptr_t), [offset])
    return builder.bitcast(moved, return_type or ptr.type)


def memset(builder: Any, ptr: Any, size: Any, value: int) -> None:
    """Set bytes of memory."""
    fn = builder.module.declare_intrinsic("llvm.memset", (voidptr_t, size.type))
    filler = int8_t(value) if isinstance(value, int) else value
    builder.call(fn, [builder.bitcast(ptr, voidptr_t), filler, size, bool_t(0)])


def memset_padding(builder: Any, ptr: Any) -> None:
    """Set all of a value in memory to zero, the space between its members included."""
    from coluber.core.datamodel.builtin import abi_size

    memset(builder, ptr, intp_t(abi_size(ptr.type.pointee)), 0)


def raw_memcpy(builder: Any, dst: Any, src: Any, count: Any, itemsize: int, align: int = 1) -> None:
    """Copy items; the regions don't overlap."""
    _copy(builder, "llvm.memcpy", dst, src, count, itemsize)


def raw_memmove(builder: Any, dst: Any, src: Any, count: Any, itemsize: int, align: int = 1) -> None:
    """Copy items; the regions may overlap."""
    _copy(builder, "llvm.memmove", dst, src, count, itemsize)


def memcpy(builder: Any, dst: Any, src: Any, count: Any) -> None:
    """Copy so many values of the type that the addresses have; the regions don't overlap."""
    from coluber.core.datamodel.builtin import abi_size

    raw_memcpy(builder, dst, src, count, abi_size(dst.type.pointee))


def _copy(builder: Any, name: str, dst: Any, src: Any, count: Any, itemsize: Any) -> None:
    count = builder.zext(count, intp_t) if count.type != intp_t else count
    size = itemsize if isinstance(itemsize, ir.Value) else intp_t(itemsize)
    fn = builder.module.declare_intrinsic(name, [voidptr_t, voidptr_t, intp_t])
    places = [builder.bitcast(dst, voidptr_t), builder.bitcast(src, voidptr_t)]
    builder.call(fn, [*places, builder.mul(count, size), bool_t(0)])


# --------------------------------------------------------------------------------------------------------- structures


def create_struct_proxy(fe_type: Any, kind: str = "value") -> Any:
    """Return a class whose instances give and set the members of structures of a type.

    Parameters
    ----------
    fe_type : Type
        The type, whose data model is a structure.
    kind : str
        ``value``: as in registers; ``data``: as in memory.
    """
    key = fe_type, kind
    known = _proxies.get(key)
    if known is None:
        base = {"value": ValueStructProxy, "data": DataStructProxy}[kind]
        known = _proxies[key] = type(f"{base.__name__}_{fe_type}", (base,), {"_fe_type": fe_type})
    return known


_proxies: dict[Any, Any] = {}


class _StructProxy:
    """A structure in the frame, whose members are attributes.

    Parameters
    ----------
    context : BaseContext
        Knows the data models.
    builder : IRBuilder
        Where to write.
    value : llvmlite.ir.Value, optional
        A structure to begin with; zeros without one.
    ref : llvmlite.ir.Value, optional
        The address of the structure, in the place of memory of its own.
    """

    _fe_type: Any = None

    def __init__(self, context: Any, builder: Any, value: Any = None, ref: Any = None) -> None:
        self._context = context
        self._builder = builder
        self._datamodel = context.data_model_manager[self._fe_type]
        if ref is None:
            ref = alloca_once(builder, self._get_be_type(self._datamodel), zfill=True)
            self._value = ref
            if value is not None:
                self._setvalue(value)
        else:
            self._value = ref

    def _get_be_type(self, datamodel: Any) -> Any:
        raise NotImplementedError

    def _cast_member_to_value(self, index: int, val: Any) -> Any:
        raise NotImplementedError

    def _cast_member_from_value(self, index: int, val: Any) -> Any:
        raise NotImplementedError

    def _get_ptr_by_index(self, index: int) -> Any:
        return gep_inbounds(self._builder, self._value, 0, index)

    def _get_ptr_by_name(self, attrname: str) -> Any:
        return self._get_ptr_by_index(self._datamodel.get_field_position(attrname))

    def _getpointer(self) -> Any:
        """Return the address of the structure."""
        return self._value

    def _getvalue(self) -> Any:
        """Return the structure."""
        return self._builder.load(self._value)

    def _setvalue(self, value: Any) -> None:
        """Set the structure."""
        expected = self._get_be_type(self._datamodel)
        if value.type != expected:
            raise TypeError(f"expected a value of type {expected}, got {value.type}")
        self._builder.store(value, self._value)

    def __getattr__(self, field: str) -> Any:
        if field.startswith("_"):
            raise AttributeError(field)
        try:
            index = self._datamodel.get_field_position(field)
        except KeyError as error:
            raise AttributeError(error.args[0]) from None
        return self[index]

    def __setattr__(self, field: str, value: Any) -> None:
        if field.startswith("_"):
            super().__setattr__(field, value)
            return
        self[self._datamodel.get_field_position(field)] = value

    def __getitem__(self, index: int) -> Any:
        return self._cast_member_to_value(index, self._builder.load(self._get_ptr_by_index(index)))

    def __setitem__(self, index: int, value: Any) -> None:
        ptr = self._get_ptr_by_index(index)
        value = self._cast_member_from_value(index, value)
        if value.type != ptr.type.pointee:
            name = self._datamodel.fields[index]
            raise TypeError(f"the member {name!r} of {self._fe_type} is a {ptr.type.pointee}, not a {value.type}")
        self._builder.store(value, ptr)

    def __len__(self) -> int:
        return self._datamodel.field_count

    def _make_proxy(self, ref: Any) -> Any:
        return type(self)(self._context, self._builder, ref=ref)


class ValueStructProxy(_StructProxy):
    """A structure with members as they are in registers."""

    def _get_be_type(self, datamodel: Any) -> Any:
        return datamodel.get_value_type()

    def _cast_member_to_value(self, index: int, val: Any) -> Any:
        return val

    def _cast_member_from_value(self, index: int, val: Any) -> Any:
        return val


class DataStructProxy(_StructProxy):
    """A structure with members as they are in memory."""

    def _get_be_type(self, datamodel: Any) -> Any:
        return datamodel.get_data_type()

    def _cast_member_to_value(self, index: int, val: Any) -> Any:
        return self._datamodel.get_model(index).from_data(self._builder, val)

    def _cast_member_from_value(self, index: int, val: Any) -> Any:
        return self._datamodel.get_model(index).as_data(self._builder, val)


def pack_struct(builder: Any, values: Sequence[Any]) -> Any:
    """Return the structure of values."""
    struct = ir.LiteralStructType([value.type for value in values])(ir.Undefined)
    for k, value in enumerate(values):
        struct = builder.insert_value(struct, value, k)
    return struct


def pack_array(builder: Any, values: Sequence[Any], ty: Any = None) -> Any:
    """Return the array of values; ``ty`` is the type of the items, which is needed where there are none."""
    item = ty if ty is not None else values[0].type
    array = ir.ArrayType(item, len(values))(ir.Undefined)
    for k, value in enumerate(values):
        array = builder.insert_value(array, value, k)
    return array


def unpack_tuple(builder: Any, tup: Any, count: int | None = None) -> list[Any]:
    """Return the items of an array or a structure."""
    if count is None:
        count = len(tup.type.elements)
    return [builder.extract_value(tup, k) for k in range(count)]


# ------------------------------------------------------------------------------------------------------- control flow


@contextmanager
def if_likely(builder: Any, pred: Any) -> Iterator[Any]:
    """Write what runs if a condition is true, which it usually is."""
    with builder.if_then(pred, likely=True) as then:
        yield then


@contextmanager
def if_unlikely(builder: Any, pred: Any) -> Iterator[Any]:
    """Write what runs if a condition is true, which it seldom is."""
    with builder.if_then(pred, likely=False) as then:
        yield then


ifnot = lambda builder, pred: builder.if_then(builder.not_(pred))  # noqa: E731


@contextmanager
def early_exit_if(builder: Any, stack: Any, cond: Any) -> Iterator[None]:
    """Write what runs on the way out of blocks; ``stack`` is an ExitStack, on which the rest is nested."""
    then, otherwise = stack.enter_context(builder.if_else(cond, likely=False))
    with then:
        yield
    stack.enter_context(otherwise)


@contextmanager
def early_exit_if_null(builder: Any, stack: Any, obj: Any) -> Iterator[None]:
    """Write what runs on the way out of blocks where a value is null."""
    with early_exit_if(builder, stack, is_null(builder, obj)):
        yield


def guard_null(context: Any, builder: Any, value: Any, exc_tuple: tuple[Any, ...]) -> None:
    """Raise an exception where a number is zero."""
    with builder.if_then(is_scalar_zero(builder, value), likely=False):
        exc, *args = exc_tuple
        context.call_conv.return_user_exc(builder, exc, tuple(args))


def guard_zero(context: Any, builder: Any, value: Any, exc_tuple: tuple[Any, ...]) -> None:
    """Raise an exception where a number is zero."""
    guard_null(context, builder, value, exc_tuple)


guard_memory_error_args = (MemoryError,)


def guard_memory_error(context: Any, builder: Any, pointer: Any, msg: str | None = None) -> None:
    """Raise MemoryError where an address is null."""
    with builder.if_then(is_null(builder, pointer), likely=False):
        context.call_conv.return_user_exc(builder, MemoryError, (msg,) if msg else ())


class Loop(collections.namedtuple("Loop", ("index", "do_break"))):
    """What the body of a loop is given: the index, and a function that leaves the loop."""

    __slots__ = ()


ForRange = Loop


@contextmanager
def for_range(builder: Any, count: Any, start: Any = None, intp: Any = None) -> Iterator[Any]:
    """Write the body of a loop over a range.

    Parameters
    ----------
    builder : IRBuilder
        Where to write.
    count : value
        Where it ends, without being in it.
    start : value, optional
        Where it begins; 0 by default.
    intp : llvmlite.ir.Type, optional
        The type of the index; that of ``count`` by default.
    """
    intp = count.type if intp is None else intp
    start = intp(0) if start is None else start
    with for_range_slice(builder, start, count, intp(1), intp) as (index, _):
        block_end = _loop_ends[-1]

        def do_break() -> None:
            builder.branch(block_end)

        yield Loop(index, do_break)


_loop_ends: list[Any] = []


@contextmanager
def for_range_slice(builder: Any, start: Any, stop: Any, step: Any, intp: Any = None, inc: bool = True) -> Iterator[Any]:
    """Write the body of a loop with a step; gives the index and the number of rounds before this one.

    Parameters
    ----------
    builder : IRBuilder
        Where to write.
    start, stop, step : value
        The range.
    intp : llvmlite.ir.Type, optional
        The type of the index.
    inc : bool
        Whether the step is positive.
    """
    intp = start.type if intp is None else intp
    before = builder.basic_block
    head, body, end = (builder.append_basic_block(f"for.{name}") for name in ("cond", "body", "end"))
    builder.branch(head)
    builder.position_at_end(head)
    index, rounds = builder.phi(intp, name="loop.index"), builder.phi(intp, name="loop.round")
    going = builder.icmp_signed("<" if inc else ">", index, stop)
    builder.cbranch(going, body, end)
    builder.position_at_end(body)
    _loop_ends.append(end)
    try:
        yield index, rounds
    finally:
        _loop_ends.pop()
    last = builder.basic_block
    if not last.is_terminated:
        following, more = builder.add(index, step), builder.add(rounds, intp(1))
        builder.branch(head)
        index.add_incoming(following, last)
        rounds.add_incoming(more, last)
    index.add_incoming(start, before)
    rounds.add_incoming(intp(0), before)
    builder.position_at_end(end)


@contextmanager
def for_range_slice_generic(builder: Any, start: Any, stop: Any, step: Any) -> Iterator[Any]:
    """Give two contexts: that of the loop for a positive step, and that for a negative one."""
    intp = start.type
    is_pos = builder.icmp_signed(">=", step, intp(0))
    pos, neg = for_range_slice(builder, start, stop, step, intp, True), for_range_slice(builder, start, stop, step, intp, False)

    @contextmanager
    def side(branch: Any, loop: Any) -> Iterator[Any]:
        with branch, loop as values:
            yield values

    with builder.if_else(is_pos) as (then, otherwise):
        yield side(then, pos), side(otherwise, neg)


@contextmanager
def while_loop(builder: Any) -> Iterator[Any]:
    """Give two contexts for the condition and the body of a loop; the former is called with the condition."""
    head, body, end = (builder.append_basic_block(f"while.{name}") for name in ("cond", "body", "end"))
    builder.branch(head)
    builder.position_at_end(head)

    def condition(value: Any) -> None:
        builder.cbranch(value, body, end)
        builder.position_at_end(body)

    yield condition
    if not builder.basic_block.is_terminated:
        builder.branch(head)
    builder.position_at_end(end)


@contextmanager
def loop_nest(builder: Any, shape: Sequence[Any], intp: Any, order: str = "C") -> Iterator[tuple[Any, ...]]:
    """Write the body of nested loops over the indices of an array.

    Parameters
    ----------
    builder : IRBuilder
        Where to write.
    shape : sequence of value
        The extents.
    intp : llvmlite.ir.Type
        The type of the indices.
    order : str
        ``C``: the last index is that of the innermost loop; ``F``: the first one.
    """
    if not shape:
        with nullcontext():
            yield ()
        return
    axes = range(len(shape)) if order == "C" else reversed(range(len(shape)))
    indices: list[Any] = [None] * len(shape)
    from contextlib import ExitStack

    with ExitStack() as stack:
        for axis in axes:
            indices[axis] = stack.enter_context(for_range(builder, shape[axis], intp=intp)).index
        yield tuple(indices)


@contextmanager
def goto_block(builder: Any, bb: Any) -> Iterator[None]:
    """Write into a block, before its end."""
    with builder.goto_block(bb):
        yield


def terminate(builder: Any, bbend: Any) -> None:
    """Jump to a block, unless this one has an end."""
    if not builder.basic_block.is_terminated:
        builder.branch(bbend)


def unpack_value(builder: Any, value: Any) -> list[Any]:
    """Return the members of a structure."""
    return unpack_tuple(builder, value)


# --------------------------------------------------------------------------------------------------------- arithmetic


def increment_index(builder: Any, val: Any) -> Any:
    """Return an index plus one, which does not overflow."""
    return builder.add(val, val.type(1), flags=["nsw"])


def is_power_of_two(x: int) -> bool:
    """Return whether a positive integer is a power of two."""
    return x & (x - 1) == 0


def muladd_with_overflow(builder: Any, a: Any, b: Any, c: Any) -> tuple[Any, Any]:
    """Return ``a * b + c``, and whether it overflowed."""
    product = builder.smul_with_overflow(a, b)
    total = builder.sadd_with_overflow(builder.extract_value(product, 0), c)
    overflow = builder.or_(builder.extract_value(product, 1), builder.extract_value(total, 1))
    return builder.extract_value(total, 0), overflow


def ensure_nanoseconds(value: Any) -> Any:
    """Return the value."""
    return value


# ---------------------------------------------------------------------------------------------------------- debugging


def printf(builder: Any, format: str, *args: Any) -> Any:  # noqa: A002
    """Print values with C's ``printf``."""
    module = builder.module
    text = global_constant(module, "printf_format", make_bytearray(format.encode() + b"\0"))
    fn = get_or_insert_function(module, ir.FunctionType(int32_t, [voidptr_t], var_arg=True), "printf")
    return builder.call(fn, [builder.bitcast(text, voidptr_t), *args])


def snprintf(builder: Any, buffer: Any, bufsz: Any, format: str, *args: Any) -> Any:  # noqa: A002
    """Format values with C's ``snprintf``."""
    module = builder.module
    text = global_constant(module, "snprintf_format", make_bytearray(format.encode() + b"\0"))
    fnty = ir.FunctionType(int32_t, [voidptr_t, intp_t, voidptr_t], var_arg=True)
    fn = get_or_insert_function(module, fnty, "snprintf")
    return builder.call(fn, [buffer, bufsz, builder.bitcast(text, voidptr_t), *args])


def snprintf_stackbuffer(builder: Any, bufsz: int, format: str, *args: Any) -> Any:  # noqa: A002
    """Format values into memory of the frame; returns its address."""
    buffer = builder.bitcast(alloca_once(builder, ir.ArrayType(int8_t, bufsz)), voidptr_t)
    snprintf(builder, buffer, intp_t(bufsz), format, *args)
    return buffer


def normalize_ir_text(text: str) -> str:
    """Return text as llvmlite can write it: without characters outside of Latin-1."""
    return text.encode("utf8").decode("latin1")


def hexdump(builder: Any, ptr: Any, nbytes: Any) -> None:
    """Print bytes of memory."""
    data = builder.bitcast(ptr, voidptr_t)
    with for_range(builder, builder.zext(nbytes, intp_t) if nbytes.type != intp_t else nbytes) as loop:
        byte = builder.load(builder.gep(data, [loop.index]))
        printf(builder, " %02x", builder.zext(byte, int32_t))
    printf(builder, "\n")

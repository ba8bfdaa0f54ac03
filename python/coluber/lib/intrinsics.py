"""Operations of the compiler that library code needs and Python has no name for.

Compiled code does not run these functions: the compiler emits their operations. Uncompiled, they do the same.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Set
    from typing import Any


def tuple_remove(items: tuple[int, ...], axis: int) -> tuple[int, ...]:
    """Return a tuple of integers without the item at an index from 0 to its length less one."""
    return (*items[:axis], *items[axis + 1 :])


def tuple_insert(items: tuple[int, ...], axis: int, value: int) -> tuple[int, ...]:
    """Return a tuple of integers with one more, at an index from 0 to its length."""
    return (*items[:axis], value, *items[axis:])


def tuple_replace(items: tuple[int, ...], axis: int, value: int) -> tuple[int, ...]:
    """Return a tuple of integers with another item at an index from 0 to its length less one."""
    return (*items[:axis], value, *items[axis + 1 :])


def with_value(member: Any, value: int) -> Any:
    """Return the member of an enumeration, or combination of flags, that has another value."""
    return type(member)(value)


def strided_view(array: Any, shape: tuple[int, ...], strides: tuple[int, ...]) -> Any:
    """Return a view of an array's elements, from its first, with any shape and strides (in bytes); its layout counts as any."""
    from numpy.lib.stride_tricks import as_strided

    return as_strided(array, shape, strides)


def flat_view(array: Any) -> Any:
    """Return a vector of an array's elements, which lie one after the other in C order."""
    return array.reshape(-1)


def numpy_loop(name: str, extents: Any, *operands: Any) -> int:
    """Run a loop of one of NumPy's ufuncs over contiguous arrays.

    Parameters
    ----------
    name : str
        A constant: the ufunc with its module, and the types of the loop: ``"numpy.linalg._umath_linalg.inv d->d"``.
    extents : array of int64
        How many extents there are; the number of parts and the extents of their dimensions; the strides from part to part of
        each operand, then inside of parts.
    *operands : array
        Inputs and outputs, eight at most.

    Returns
    -------
    int
        1 if an invalid operation was flagged, by which NumPy's linear algebra says that there is no result; else 0.
    """
    import ctypes

    import numpy

    path, types = name.split(" ")
    module, ufunc = path.rsplit(".", 1)
    from importlib import import_module

    function = getattr(import_module(module), ufunc)
    inputs = operands[: function.nin]
    flagged = []
    with numpy.errstate(all="ignore", invalid="call", call=lambda *_: flagged.append(True)):
        results = function(*inputs, signature=types)
    for target, result in zip(operands[function.nin :], results if function.nout > 1 else (results,), strict=True):
        value = numpy.asarray(result, target.dtype)
        ctypes.memmove(target.ctypes.data, numpy.ascontiguousarray(value).ctypes.data, target.nbytes)
    return int(bool(flagged))


def bit_count(x: Any) -> Any:
    """Return how many bits of a uint64 are set."""
    import numpy

    return numpy.uint64(int(x).bit_count())


def trailing_zeros(x: Any) -> Any:
    """Return how many of the lowest bits of a uint64 are 0; 64 for 0."""
    import numpy

    return numpy.uint64((int(x) & -int(x)).bit_length() - 1 if x else 64)


def sort_numbers(a: Any) -> None:
    """Sort a vector of numbers whose elements are next to each other; NaNs come last. Not in kernels."""
    a.sort()


def order_numbers(a: Any, places: Any) -> None:
    """Store the positions of a vector's numbers in order, equal ones as they are, in a vector of int64. Not in kernels."""
    places[:] = a.argsort(kind="stable")


def sort_number_pairs(a: Any, others: Any) -> None:
    """Sort a vector of numbers, and move integers of a vector of int64 with them; equal ones stay in order. Not in kernels."""
    places = a.argsort(kind="stable")
    a[:], others[:] = a[places], others[places]


def partition_numbers(a: Any, k: int, target: Any) -> None:
    """Store the numbers of a vector, none of them NaN, so that the one at k is as in a sorted one, with smaller ones before it.

    They are stored in another vector of that size, or the same one.
    """
    target[:] = a
    target.partition(k)


def ranked_numbers(a: Any, k: int, found: Any) -> None:
    """Store the number that is at k in order, of a vector without NaNs, and the next one, or the same if it is the last."""
    ordered = sorted(a)
    found[:] = ordered[k], ordered[min(k + 1, len(ordered) - 1)]


def call_object(site: str, gives: Any, *arguments: Any) -> Any:
    """Call an object of the program.

    Parameters
    ----------
    site : str
        A constant: ``"object:NAME"`` with the name that `coluber.objectmode.sites` has given.
    gives : Type
        A constant: the type of the result.
    *arguments : object
        What it is called with.
    """
    from coluber.objectmode.sites import find

    return find(site.removeprefix("object:"))[0](*arguments)


def kept(container: Any) -> Any:
    """Return the container that was given at this place first: each function that is compiled keeps its own."""
    return container


def named_as(wrapper: Any, wrapped: Any) -> Any:
    """Return a function that has the name of another one."""
    import functools

    return functools.update_wrapper(wrapper, wrapped)


def type_number(value: Any) -> int:
    """Return which of the types a value has that may have one of several."""
    raise NotImplementedError("types are known to compiled code only")


def of_type(value: Any, number: int) -> Any:
    """Return a value that may have one of several types as one of these, by a constant number."""
    raise NotImplementedError("types are known to compiled code only")


def list_order(items: list[Any], reverse: bool) -> list[int]:
    """Return the indices of a list's items in the order of the items, which the runtime can compare."""
    return sorted(range(len(items)), key=items.__getitem__, reverse=reverse)


def place(value: Any) -> int:
    """Return the number of the place where an object or container is, which no other one has as long as it is there."""
    return id(value)


def object_at(places: dict[int, int], number: int, like: Any) -> Any:
    """Return the object whose place a dict has under a number, of the type of another one."""
    raise NotImplementedError("places are known to compiled code only")


def shallow_copy(value: Any) -> Any:
    """Return a new object of a class with the values of the fields of another one."""
    import copy

    return copy.copy(value)


def set_field(value: Any, index: int, item: Any) -> None:
    """Set a field of an object by its number, a constant, also where its class lets nobody do so."""
    raise NotImplementedError("numbers of fields are known to compiled code only")


def note_field(value: Any, name: str, item: Any) -> None:
    """Note what a field of an object that is being made is set to, named by a constant: the compiler finds its type by that."""


def own_method(name: str) -> Any:
    """Return a method of an object that does not exist yet, for the functions that tell the types of its fields."""
    raise NotImplementedError("methods of objects that do not exist are known to compiled code only")


def deep_copy(value: Any, memo: Any) -> Any:
    """Return a deep copy; the places of what has been copied are in a dict, which is None where nothing can be met again."""
    import copy

    return copy.deepcopy(value)


def in_kernel() -> bool:
    """Whether the code is compiled for a CUDA kernel, which cannot run loops of NumPy's; only one of two ways is compiled."""
    return False


def in_parallel() -> bool:
    """Whether the code is compiled for a function with ``parallel=True``; only one of two ways is compiled."""
    return False


def elements(*bounds: int) -> range:
    """Return the range of a loop whose iterations are the work of one element each, and may run side by side."""
    return range(*bounds)


def float_bits(x: float) -> int:
    """Return the bits of a float64 as an int64."""
    import struct

    return struct.unpack("<q", struct.pack("<d", x))[0]


def bits_float(bits: int) -> float:
    """Return the float64 with the bits of an int64."""
    import struct

    return struct.unpack("<d", struct.pack("<q", bits))[0]


def float32_bits(x: float) -> int:
    """Return the bits of a float32 as an int32."""
    import struct

    return struct.unpack("<i", struct.pack("<f", x))[0]


def bits_float32(bits: int) -> float:
    """Return the float32 with the bits of an int32."""
    import struct

    import numpy

    return numpy.float32(struct.unpack("<f", struct.pack("<i", bits))[0])


def bfloat16_bits(x: Any) -> int:
    """Return the bits of a bfloat16 as an int16."""
    return x.bits - ((x.bits & 0x8000) << 1)


def bits_bfloat16(bits: int) -> Any:
    """Return the bfloat16 with the bits of an int16."""
    from coluber.cuda.kernel.bf16_type import bfloat16

    return bfloat16.from_bits(bits)


def rint(x: float) -> float:
    """Return the integer nearest to a float, to even at ties."""
    import numpy

    return numpy.rint(x)


def fma(x: float, y: float, z: float) -> float:
    """Return ``x * y + z``, rounded once."""
    from fractions import Fraction

    return type(x)(float(Fraction(float(x)) * Fraction(float(y)) + Fraction(float(z))))


def bessel_j0(x: float) -> float:
    """Return the Bessel function of the first kind of order 0."""
    from coluber.cuda.kernel.functions import bessel_j

    return bessel_j(0, x)


def bessel_j1(x: float) -> float:
    """Return the Bessel function of the first kind of order 1."""
    from coluber.cuda.kernel.functions import bessel_j

    return bessel_j(1, x)


def bessel_y0(x: float) -> float:
    """Return the Bessel function of the second kind of order 0."""
    from coluber.cuda.kernel.functions import bessel_y

    return bessel_y(0, x)


def bessel_y1(x: float) -> float:
    """Return the Bessel function of the second kind of order 1."""
    from coluber.cuda.kernel.functions import bessel_y

    return bessel_y(1, x)


def is_alone() -> int:
    """Return 1 where only one thread at a time runs compiled code by now, else 0."""
    return 0


def reserve_items(items: set[Any], count: int) -> None:
    """Make room in a set as for the items of another set with so many."""


def tidy_items(items: set[Any]) -> None:
    """Have a set get rid of the marks of items that have gone, where these are many."""


def swap_items(a: set[Any], b: set[Any]) -> None:
    """Give two sets of one type each other's items."""
    a_items, b_items = a.copy(), b.copy()
    for items, others in ((a, b_items), (b, a_items)):
        items.clear()
        items.update(others)


def is_found(item: Any, value: Any) -> bool:
    """Return whether an item of a container is the value that is looked for, or equal to it: a NaN is itself."""
    return item is value or item == value


def holds_all(a: Set[Any], b: Iterable[Any]) -> bool:
    """Return whether a set has all items of something else."""
    return all(item in a for item in b)


def holds_any(a: Set[Any], b: Iterable[Any]) -> bool:
    """Return whether a set has an item of something else."""
    return any(item in a for item in b)


def sifted(a: Iterable[Any], b: Container[Any], wanted: bool) -> set[Any]:
    """Return the items, in their order, that a set or dict has, or has not."""
    return {item for item in a if (item in b) == wanted}


def as_frozen(items: set[Any]) -> frozenset[Any]:
    """Return a set that nothing else has as a frozenset."""
    return frozenset(items)


def random_state(number: int) -> Any:
    """Return the random numbers of this thread: 0 for those of ``numpy.random``, 1 for those of ``random``."""
    raise NotImplementedError("the states of compiled code are its own")


def new_generator(*seed: int) -> Any:
    """Return a new generator of NumPy's, with a seed or without."""
    import numpy

    return numpy.random.default_rng(*seed)


def draw(function: str, generator: Any, *arguments: Any) -> Any:
    """Return what one of the runtime's random functions makes of a generator or of a thread's state.

    Parameters
    ----------
    function : str
        A constant: its name in the table of runtime functions, then codes of the arguments and of the result:
        ``"random_beta dd->d"``. The codes are d, f, l, i, ? and p, the latter for the elements of an array.
    generator : Generator
        Where random bits are from.
    *arguments : number or array
        The other arguments.
    """
    raise NotImplementedError("the functions are those of compiled code")


def splice(text: str, types: Any, callees: tuple[Any, ...], *arguments: Any) -> Any:
    """Run LLVM IR that a program wrote.

    Parameters
    ----------
    text : str
        A constant: the text of a module in which ``coluber.splice`` has the calling convention of compiled code.
    types : Type
        A constant: a tuple type of the result and of what the arguments are converted to.
    callees : tuple
        Pairs of functions and such tuple types, whose addresses the IR gets behind the arguments.
    *arguments
        The arguments.
    """
    raise NotImplementedError("LLVM IR runs in compiled code only")


def field(value: Any, index: int) -> Any:
    """Return a member of the data model of a value of a type that a program has defined."""
    raise NotImplementedError("data models are known to compiled code only")


def coerce(value: Any, wanted: Any) -> Any:
    """Return a value converted to a type as for an assignment."""
    return value


def pointer_array(pointer: Any, shape: Any, dtype: Any, order: str) -> Any:
    """Return the array that lies at an address; nothing keeps its memory."""
    raise NotImplementedError("carray and farray do this outside of compiled code")


def address(value: Any) -> int:
    """Return the address of an array's first element, or the number of an address."""
    return value.ctypes.data


def data_pointer(array: Any) -> Any:
    """Return a pointer to the first element of an array."""
    return array.ctypes


def expression_shape(name: str, inputs: tuple[Any, ...]) -> tuple[int, ...]:
    """Return the shape of the array that an elementwise expression gives for its inputs, by the expression's name."""
    raise NotImplementedError("expressions are known to compiled code only")


def expression_part(name: str, inputs: tuple[Any, ...], out: Any, start: int, count: int) -> None:
    """Compute so many elements of an expression from a place on, in the order of memory, into the first ones of a vector."""
    raise NotImplementedError("expressions are known to compiled code only")


def expression_item(name: str, inputs: tuple[Any, ...], place: int) -> Any:
    """Return the element of an expression at a place in the order of memory."""
    raise NotImplementedError("expressions are known to compiled code only")

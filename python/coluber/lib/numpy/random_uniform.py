"""Seeds, uniform numbers, integers, and what generators make of either float type."""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core import types
from coluber.core.errors import NumbaTypeError, NumbaValueError
from coluber.core.extending import implements
from coluber.lib.intrinsics import draw, new_generator, random_state
from coluber.lib.kinds import dtype_type, is_array, is_integer, is_integral, is_none, is_real, literal_bool, literal_str
from coluber.lib.numpy.arguments import array_type, is_array_like, to_array
from coluber.lib.numpy.random_seeds import is_bit_generator, seed_function
from coluber.lib.numpy.random_shared import (
    as_shape,
    check_each,
    implementation,
    is_generator,
    is_size,
    non_negative,
    numbers_of_arrays,
    run_function,
    run_with,
    with_parameters,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

# ------------------------------------------------------------------------------------------------------------------- seeds


def check_seed(seed):
    """Refuse what is no integer of 32 bits."""
    if seed < 0 or seed > 4294967295:
        raise ValueError("Seed must be between 0 and 2**32 - 1")


@implements("numpy.random.seed")
def seed(seed: Any = None) -> FunctionType | None:
    """Seed the random numbers of the thread, by an integer, by an array of integers, or by the system."""
    if is_none(seed):
        return lambda seed=None: draw("random_seed_system ->", random_state(0))
    if is_array(seed, 1) and is_integer(seed.dtype):
        return _seed_words
    return _seed_number if is_integral(seed) else None


def _seed_number(seed=None):
    check_seed(seed)
    draw("random_seed l->", random_state(0), seed)


def _seed_words(seed=None):
    if seed.size == 0:
        raise ValueError("Seed must be non-empty")
    words = np.empty(seed.size, np.uint32)
    for k in range(seed.size):
        check_seed(seed[k])
        words[k] = seed[k]
    if seed.size == 1:
        _seed_number(seed[0])
        return
    draw("random_seed_words pl->", random_state(0), words, words.size)


@implements("numpy.random.default_rng")
def default_rng(seed: Any = None) -> FunctionType | None:
    """Return a new generator, from a seed or from what the system gives; a generator is returned as it is."""
    if is_generator(seed):
        return lambda seed=None: seed
    if is_none(seed):
        return lambda seed=None: new_generator()
    if is_bit_generator(seed):
        return lambda seed=None: seed.generator
    if is_integral(seed) and types.unliteral(seed).name != "uint64":
        return lambda seed=None: new_generator(seed)
    return seed_function(seed, 0)


# ----------------------------------------------------------------------------------------- numbers that a function fills in


@cache
def _filled(function: str, fill: str, number: Any) -> FunctionType:
    """Return ``(generator, size)``: an array of numbers of a distribution without parameters."""

    def filled(generator, size):
        out = np.empty(size, number)
        draw(fill, generator, out.size, out)
        return out

    return filled


@cache
def _standard_run(function: str, fill: str, number: Any, sized: bool) -> FunctionType:
    if not sized:
        return lambda generator, parameters, size: draw(function, generator)
    filled = _filled(function, fill, number)
    return lambda generator, parameters, size: filled(generator, size)


def _legacy_uniform(arguments: tuple[Any, ...]) -> FunctionType | None:
    """Return the implementation of ``random(size)``."""
    (size,) = arguments
    if not is_size(size):
        return None
    run = _standard_run("random_legacy_uniform ->d", "random_legacy_uniform_fill lp->", np.float64, not is_none(size))
    return implementation(run, ("size",), (None,), False)


for _name in ("random", "random_sample", "ranf", "sample"):
    implements(f"numpy.random.{_name}")(with_parameters(_legacy_uniform, ("size",), (None,)))


@implements("numpy.random.rand")
def rand(*args: Any) -> FunctionType | None:
    """Return uniform numbers in an array whose extents are the arguments, or one."""
    if not all(is_integral(ty) for ty in args):
        return None
    if not args:
        return lambda: draw("random_legacy_uniform ->d", random_state(0))
    filled = _filled("random_legacy_uniform ->d", "random_legacy_uniform_fill lp->", np.float64)
    return lambda *args: filled(random_state(0), args)


@implements("numpy.random.randn")
def randn(*args: Any) -> FunctionType | None:
    """Return normal numbers in an array whose extents are the arguments, or one."""
    if not all(is_integral(ty) for ty in args):
        return None
    if not args:
        return lambda: draw("random_legacy_gauss ->d", random_state(0))
    run = run_function("random_legacy_gauss ->d", (), types.int64, check_each(), np.float64)
    return lambda *args: run(random_state(0), (), args)


def _legacy(name: str, parameters: tuple[str, ...], function: str, check: FunctionType) -> None:
    names = (*parameters, "size")

    def of_function(arguments: tuple[Any, ...]) -> FunctionType | None:
        *given, size = arguments
        run = run_function(function, given, size, check, np.float64)
        return None if run is None else implementation(run, names, (None,), False)

    implements(f"numpy.random.{name}")(with_parameters(of_function, names, (None,)))


_legacy("standard_normal", (), "random_legacy_gauss ->d", check_each())
_legacy("standard_exponential", (), "random_legacy_standard_exponential ->d", check_each())
_legacy("standard_gamma", ("shape",), "random_legacy_standard_gamma d->d", check_each(non_negative("shape")))


# ------------------------------------------------------------------------------------------------------------------ uniform


def uniform_number(generator, parameters):
    """Return a number between two."""
    low, high = np.float64(parameters[0]), np.float64(parameters[1])
    return draw("random_uniform dd->d", generator, low, high - low)


def check_legacy_range(parameters):
    """Refuse bounds whose difference is not finite."""
    if not np.isfinite(np.float64(parameters[1]) - np.float64(parameters[0])):
        raise OverflowError("Range exceeds valid bounds")


def check_range(parameters):
    """Refuse bounds whose difference is not finite or negative."""
    extent = np.float64(parameters[1]) - np.float64(parameters[0])
    if not np.isfinite(extent):
        raise OverflowError("high - low range exceeds valid bounds")
    if np.signbit(extent):
        raise ValueError("high - low < 0")


@implements("numpy.random.uniform")
def uniform(low: Any = 0.0, high: Any = 1.0, size: Any = None) -> FunctionType | None:
    """Return numbers between two bounds."""
    run = run_with(uniform_number, (low, high), size, check_legacy_range, np.float64)
    return None if run is None else implementation(run, ("low", "high", "size"), (0.0, 1.0, None), False)


@implements("generator.uniform")
def generator_uniform(self: Any, low: Any = 0.0, high: Any = 1.0, size: Any = None) -> FunctionType | None:
    """Return numbers between two bounds."""
    run = run_with(uniform_number, (low, high), size, check_range, np.float64)
    return None if run is None else implementation(run, ("low", "high", "size"), (0.0, 1.0, None), True)


# ----------------------------------------------------------------------------------------------------------------- integers


@cache
def bounded(ty: Any, endpoint: bool) -> FunctionType:
    """Return ``(low, high)``: check the bounds of integers, and return the first one and how far the last one is from it."""
    lowest, highest = (0, 1) if ty.name == "bool" else (int(np.iinfo(ty.name).min), int(np.iinfo(ty.name).max))
    bad_low, bad_high = f"low is out of bounds for {ty.name}", f"high is out of bounds for {ty.name}"
    empty = "high < 0" if endpoint else "high <= 0"
    crossed = "low > high" if endpoint else "low >= high"
    if ty.name == "uint64":

        def check_unsigned(low, high):
            if low < 0:
                raise ValueError(bad_low)
            if (high < low) if endpoint else (high <= low):
                raise ValueError(empty if low == 0 else crossed)
            return np.int64(np.uint64(low)), np.int64(
                (np.uint64(high) - np.uint64(low)) - (np.uint64(0) if endpoint else np.uint64(1))
            )

        return check_unsigned

    def check(low, high):
        if low < lowest:
            raise ValueError(bad_low)
        if high > highest and (endpoint or high - 1 > highest):
            raise ValueError(bad_high)
        if (high < low) if endpoint else (high <= low):
            if low == 0:
                raise ValueError(empty)
            raise ValueError(crossed)
        return np.int64(low), np.int64(high) - np.int64(low) - (0 if endpoint else 1)

    return check


@cache
def integers_run(ty: Any, masked: bool, endpoint: bool, sized: bool) -> FunctionType:
    """Return ``(generator, low, high, size)``: integers of a type between bounds."""
    check = bounded(ty, endpoint)
    number = np.bool_ if ty.name == "bool" else getattr(np, ty.name)
    width = 0 if ty.name == "bool" else ty.bitwidth // 8

    def wide_masked(generator, low, high, size):
        offset, extent = check(low, high)
        return number(draw("random_legacy_bounded ll->l", generator, offset, extent))

    def wide(generator, low, high, size):
        offset, extent = check(low, high)
        return number(draw("random_bounded_uint64 lll?->l", generator, offset, extent, 0, False))

    def narrow(generator, low, high, size):
        offset, extent = check(low, high)
        return number(draw("random_bounded ill?->l", generator, width, offset, extent, masked))

    def many(generator, low, high, size):
        out = np.empty(size, number)
        if out.size > 0:
            offset, extent = check(low, high)
            draw("random_bounded_fill illl?p->", generator, width, offset, extent, out.size, masked, out)
        return out

    if sized:
        return many
    return narrow if width < 8 else wide_masked if masked else wide


def integer_type(dtype: Any) -> Any:
    """Return the type of integers that an argument names."""
    ty = types.int64 if dtype is int or dtype is np.int64 else dtype_type(dtype)
    if not is_integral(ty):
        raise NumbaTypeError(f"Unsupported dtype dtype('{ty}') for integers")
    return ty


@cache
def integers_of_arrays(ty: Any, masked: bool, endpoint: bool, ndims: tuple[int, int], sized: bool) -> FunctionType:
    """Return ``(generator, low, high, size)``: integers for bounds that are arrays."""
    bounds, single = bounded(ty, endpoint), integers_run(ty, masked, endpoint, False)

    def check(parameters):
        bounds(parameters[0], parameters[1])

    def one(generator, parameters):
        return single(generator, parameters[0], parameters[1], None)

    run = numbers_of_arrays(one, check, getattr(np, ty.name), ndims, sized)
    return lambda generator, low, high, size: run(generator, (low, high), size)


def _integers(low: Any, high: Any, size: Any, dtype: Any, masked: bool, endpoint: bool) -> FunctionType | None:
    """Return ``(generator, low, high, size)`` for arguments of some types, or None where they don't fit."""
    if not is_size(size):
        return None
    bounds = (low, types.int64 if is_none(high) else high)
    ty, sized = integer_type(dtype), not is_none(size)
    if all(is_integral(bound) for bound in bounds):
        run = integers_run(ty, masked, endpoint, sized)
    elif all(is_integral(bound) or _is_array_of_integers(bound) for bound in bounds):
        if ty.name == "bool" or ty.bitwidth < 32:
            raise NumbaTypeError(f"bounds of integers that are arrays are not supported for dtype {ty}")
        first, last = bounds
        ndims = (0 if is_integral(first) else array_type(first).ndim, 0 if is_integral(last) else array_type(last).ndim)
        run = integers_of_arrays(ty, masked, endpoint, ndims, sized)
    else:
        return _integers_of_floats(low, high, size, dtype, masked, endpoint)
    return (lambda generator, low, high, size: run(generator, 0, low, size)) if is_none(high) else run


def _is_array_of_integers(ty: Any) -> bool:
    return is_array_like(ty) and is_integral(array_type(ty).dtype)


def _is_bound(ty: Any) -> bool:
    return is_real(ty) or (is_array_like(ty) and is_real(array_type(ty).dtype))


def _integers_of_floats(low: Any, high: Any, size: Any, dtype: Any, masked: bool, endpoint: bool) -> FunctionType | None:
    """Return what `_integers` does, for bounds that are floats: they are rounded towards zero."""
    if not (_is_bound(low) and (is_none(high) or _is_bound(high))):
        return None
    whole_type = types.uint64 if integer_type(dtype).name == "uint64" else types.int64

    def rounded(bound: Any, name: str) -> tuple[Any, FunctionType]:
        if is_none(bound) or is_integral(bound) or _is_array_of_integers(bound):
            return bound, lambda x: x
        if is_real(bound):
            return whole_type, whole_bound(name, integer_type(dtype).name, whole_type.name)
        kind = array_type(bound)
        of_bounds = whole_bounds(name, integer_type(dtype).name, whole_type.name, to_array(bound))
        return types.Array(whole_type, kind.ndim, "C"), of_bounds

    (first, whole_first), (last, whole_last) = rounded(low, "high" if is_none(high) else "low"), rounded(high, "high")
    run = _integers(first, last, size, dtype, masked, endpoint)
    return run and (lambda generator, low, high, size: run(generator, whole_first(low), whole_last(high), size))


@cache
def whole_bound(name: str, ty: str, whole_type: str) -> FunctionType:
    """Return the function that rounds a bound of integers, a float, towards zero."""
    text, number = f"{name} is out of bounds for {ty}", getattr(np, whole_type)
    least, most = (-1.0, 2.0**64) if whole_type == "uint64" else (np.nextafter(-(2.0**63), -np.inf), 2.0**63)

    def whole(x):
        if np.isnan(x):
            raise ValueError("cannot convert float NaN to integer")
        if np.isinf(x):
            raise OverflowError("cannot convert float infinity to integer")
        if not least < x < most:
            raise ValueError(text)
        return number(x)

    return whole


@cache
def whole_bounds(name: str, ty: str, whole_type: str, of_array: FunctionType) -> FunctionType:
    """Return the function that makes integers of bounds that are an array of floats."""
    whole, number = whole_bound(name, ty, whole_type), getattr(np, whole_type)

    def whole_of_each(x):
        array = of_array(x)
        out = np.empty(array.shape, number)
        flat, given = out.ravel(), array.ravel()
        for k in range(flat.size):
            flat[k] = whole(given[k])
        return out

    return whole_of_each


@implements("numpy.random.randint")
def randint(low: Any, high: Any = None, size: Any = None, dtype: Any = int) -> FunctionType | None:
    """Return integers from one to below another, or from 0 to below one."""
    run = _integers(low, high, size, dtype, True, False)
    return run and (lambda low, high=None, size=None, dtype=None: run(random_state(0), low, high, size))


@implements("numpy.random.random_integers")
def random_integers(low: Any, high: Any = None, size: Any = None) -> FunctionType | None:
    """Return integers from one to another, which is among them, or from 1 to one."""
    if not is_real(low) or not (is_none(high) or is_real(high)):
        return None
    if is_none(high):
        return lambda low, high=None, size=None: np.random.randint(1, low + 1, size)
    return lambda low, high=None, size=None: np.random.randint(low, high + 1, size)


@implements("generator.integers")
def integers(
    self: Any, low: Any, high: Any = None, size: Any = None, dtype: Any = np.int64, endpoint: Any = False
) -> FunctionType | None:
    """Return integers from one to another, without that unless `endpoint` is true, or from 0."""
    if not is_generator(self):
        return None
    if isinstance(endpoint, types.Boolean) and not isinstance(endpoint, types.BooleanLiteral):
        closed, opened = (_integers(low, high, size, dtype, False, value) for value in (True, False))

        def either(self, low, high=None, size=None, dtype=None, endpoint=False):
            return closed(self, low, high, size) if endpoint else opened(self, low, high, size)

        return closed and either
    run = _integers(low, high, size, dtype, False, literal_bool(endpoint, "endpoint"))
    return run and (lambda self, low, high=None, size=None, dtype=None, endpoint=False: run(self, low, high, size))


def _words_of_bytes(length):
    """Return how many words of 32 bits are drawn: quotients are rounded towards zero."""
    return (length - 1) // 4 + 1 if length > 0 else 1 - (1 - length) // 4


def _bytes_of_words(words, length):
    return words.tobytes()[:length]


@implements("numpy.random.bytes")
def bytes_(length: Any) -> FunctionType | None:
    """Return random bytes."""
    if not is_integral(length):
        return None

    def impl(length):
        count = _words_of_bytes(length)
        return _bytes_of_words(np.random.randint(0, 4294967296, size=count, dtype=np.uint32), length)

    return impl


@implements("generator.bytes")
def generator_bytes(self: Any, length: Any) -> FunctionType | None:
    """Return random bytes of a generator."""
    if not is_generator(self) or not is_integral(length):
        return None

    def impl(self, length):
        count = _words_of_bytes(length)
        return _bytes_of_words(self.integers(0, 4294967296, size=count, dtype=np.uint32), length)

    return impl


# -------------------------------------------------------------------------------------------- generators and both float types


def _float_type(dtype: Any, name: str) -> str:
    ty = types.float64 if dtype is np.float64 else dtype_type(dtype)
    if ty.name not in ("float32", "float64"):
        raise NumbaTypeError(f"Unsupported dtype dtype('{ty}') for {name}")
    return ty.name


def check_out(size: Any, out: Any, dtype: str) -> FunctionType:
    """Return ``(size, out)``: check that an array can take numbers of a type."""
    if not is_array(out) or not out.mutable or not out.aligned:
        raise NumbaValueError("Supplied output array must be contiguous, writable, aligned, and in machine byte-order.")
    if out.dtype.name != dtype:
        raise NumbaTypeError(f"Supplied output array has wrong type. Expected {dtype}, got {out.dtype.name}")
    return _check_out(not is_none(size), out.layout == "A")


@cache
def _check_out(sized: bool, strided: bool) -> FunctionType:
    def check(size, out):
        if strided and not (out.flags.c_contiguous or out.flags.f_contiguous):
            raise ValueError("Supplied output array must be contiguous, writable, aligned, and in machine byte-order.")
        if sized and as_shape(size) != out.shape:
            raise ValueError("size must match out.shape when used together")

    return check if sized or strided else lambda size, out: None


def _standard(size: Any, dtype: Any, out: Any, name: str, fill: str = "") -> FunctionType | None:
    """Return ``(generator, size, out)`` for a distribution without parameters."""
    if not is_size(size):
        return None
    float_type = _float_type(dtype, name.replace("standard_uniform", "random"))
    suffix, code = ("_f", "f") if float_type == "float32" else ("", "d")
    function, fill = f"random_{name}{suffix} ->{code}", f"random_{fill or name}_fill{suffix} lp->"
    if not is_none(out):
        check = check_out(size, out, float_type)

        def run_out(generator, size, out):
            check(size, out)
            draw(fill, generator, out.size, out)
            return out

        return run_out
    filled = _filled(function, fill, getattr(np, float_type))
    if not is_none(size):
        return lambda generator, size, out: filled(generator, size)
    return (
        (lambda generator, size, out: filled(generator, 1)[0])
        if "inv" in fill
        else (lambda generator, size, out: draw(function, generator))
    )


@implements("generator.random")
def random(self: Any, size: Any = None, dtype: Any = np.float64, out: Any = None) -> FunctionType | None:
    """Return floats of at least 0 and less than 1."""
    run = _standard(size, dtype, out, "standard_uniform")
    return run and (lambda self, size=None, dtype=None, out=None: run(self, size, out))


@implements("generator.standard_normal")
def standard_normal(self: Any, size: Any = None, dtype: Any = np.float64, out: Any = None) -> FunctionType | None:
    """Return normal numbers around 0 with deviation 1."""
    run = _standard(size, dtype, out, "standard_normal")
    return run and (lambda self, size=None, dtype=None, out=None: run(self, size, out))


@implements("generator.standard_exponential")
def standard_exponential(
    self: Any, size: Any = None, dtype: Any = np.float64, method: Any = "zig", out: Any = None
) -> FunctionType | None:
    """Return exponential numbers of scale 1."""
    inverted = literal_str(method, "method") != "zig"
    run = _standard(size, dtype, out, "standard_exponential", "standard_exponential_inv" if inverted else "")
    return run and (lambda self, size=None, dtype=None, method="zig", out=None: run(self, size, out))


@implements("generator.standard_gamma")
def standard_gamma(self: Any, shape: Any, size: Any = None, dtype: Any = np.float64, out: Any = None) -> FunctionType | None:
    """Return gamma numbers of scale 1."""
    float_type = _float_type(dtype, "standard_gamma")
    function = "random_standard_gamma d->d" if float_type == "float64" else "random_standard_gamma_f f->f"
    number, check = getattr(np, float_type), check_each(non_negative("shape"))
    if is_none(out):
        run = run_function(function, (shape,), size, check, number)
        return run and (lambda self, shape, size=None, dtype=None, out=None: run(self, (shape,), size))
    if not _is_bound(shape) or not is_size(size):
        return None
    checked = check_out(size, out, float_type)
    if not is_real(shape):
        return _gamma_of_arrays(function, check, checked, to_array(shape))

    def impl(self, shape, size=None, dtype=None, out=None):
        checked(size, out)
        check((shape,))
        flat = out.ravel()
        for k in range(out.size):
            flat[k] = draw(function, self, shape)
        return out

    return impl


@cache
def _gamma_of_arrays(function: str, check: FunctionType, checked: FunctionType, of_array: FunctionType) -> FunctionType:
    """Return what writes a gamma number for each shape in an array, which is broadcast to the output."""

    def impl(self, shape, size=None, dtype=None, out=None):
        checked(size, out)
        if not out.flags.c_contiguous:
            raise ValueError("Supplied output array must be C-contiguous, writable, aligned, and in machine byte-order.")
        shapes = of_array(shape)
        common = np.broadcast_shapes(out.shape, shapes.shape)
        if common != out.shape:
            raise ValueError(f"Output size {out.shape} is not compatible with broadcast dimensions of inputs {common}.")
        flat, given = out.ravel(), np.broadcast_to(shapes, out.shape).ravel()
        for k in range(flat.size):
            check((given[k],))
        for k in range(flat.size):
            flat[k] = draw(function, self, given[k])
        return out

    return impl

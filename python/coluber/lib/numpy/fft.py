"""``numpy.fft``: discrete Fourier transforms, by the loops of NumPy's own."""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.intrinsics import numpy_loop, tuple_replace
from coluber.lib.kinds import is_array, is_complex, is_half, is_int_tuple, is_integer, is_none, is_number, literal_str, refuse
from coluber.lib.numpy.layouts import is_reversed, order_of
from coluber.lib.numpy.loops import extents
from coluber.lib.numpy.options import keep_result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

_MODULE = "numpy.fft._pocketfft_umath."

# Which way the factor goes: 0 for none, 1 for 1 / n, 2 for 1 / sqrt(n).
_FORWARD = {"backward": 0, "ortho": 2, "forward": 1}
_BACKWARD = {"backward": 1, "ortho": 2, "forward": 0}


def _factor_kind(norm: Any, is_forward: bool) -> int:
    text = "backward" if is_none(norm) else literal_str(norm, "norm")
    if text not in _FORWARD:
        raise errors.NumbaValueError(f'Invalid norm value {text}; should be "backward","ortho" or "forward".')
    return (_FORWARD if is_forward else _BACKWARD)[text]


def _is_chosen_later(norm: Any) -> bool:
    """Whether only the running program knows the name of the factor."""
    return isinstance(norm.type if isinstance(norm, types.Optional) else norm, types.UnicodeType)


def _by_norm(key: str, parameters: str = "n=None, axis=-1", given: str = "n, axis", axes: object = None) -> FunctionType:
    """Return the implementation that looks at the name of the factor when it runs; `axes` is a constant that it may hand on."""
    text = f"""
def impl(a, {parameters}, norm=None, out=None):
    if norm is None or norm == "backward":
        return function(a, {given}, None, out)
    if norm == "ortho":
        return function(a, {given}, "ortho", out)
    if norm == "forward":
        return function(a, {given}, "forward", out)
    raise ValueError(f'Invalid norm value {{norm}}; should be "backward","ortho" or "forward".')
"""
    scope: dict[str, Any] = {"function": getattr(np.fft, key.rpartition(".")[2]), "chosen": axes}
    exec(text, scope)
    return scope["impl"]


def _check(a: Any) -> bool:
    return is_array(a) and a.ndim > 0 and is_number(a.dtype)


def _classes(a: Any) -> tuple[str, Any, Any]:
    """Return the letters of the types that are computed with, and NumPy's classes of real and complex numbers."""
    single = a.dtype.name in ("float16", "float32", "complex64")
    return ("fF", np.float32, np.complex64) if single else ("dD", np.float64, np.complex128)


def _factor(n, kind):
    if kind == 0:
        return 1.0
    return 1.0 / n if kind == 1 else 1.0 / np.sqrt(float(n))


def _half_factor(n, kind):
    """Return the factor for halves, which NumPy rounds to one."""
    root = np.float16(np.sqrt(np.float32(n)))
    return np.float16(_factor(n, kind) if kind < 2 else np.float32(1) / np.float32(root))


def _check_length(n):
    if n < 1:
        raise ValueError(f"Invalid number of FFT data points ({n}) specified.")


def _transform(a: Any, kind: str, factor: int) -> FunctionType:
    """Return the transform along an axis as a function of the array, the length and the axis.

    `kind` is ``fft``, ``ifft``, ``rfft`` or ``irfft``; a length below 0 means that of the axis.
    """
    letters, real, complex_ = _classes(a)
    r, c = letters
    ndim = a.ndim
    source = real if kind == "rfft" else complex_
    target = real if kind == "irfft" else complex_
    even, odd = f"{_MODULE}rfft_n_even {r}{r}->{c}", f"{_MODULE}rfft_n_odd {r}{r}->{c}"
    loop = f"{_MODULE}irfft {c}{r}->{r}" if kind == "irfft" else f"{_MODULE}{kind} {c}{r}->{c}"
    is_real, is_inverse_real, has_halves = kind == "rfft", kind == "irfft", is_half(a.dtype)
    scale_of = _half_factor if has_halves else _factor

    def place(axis):
        k = axis + ndim if axis < 0 else axis
        if k < 0 or k >= ndim:
            raise IndexError("axis out of bounds")
        return k

    def impl_reversed(a, n, axis):
        return impl(a.T, n, ndim - 1 - place(axis)).T

    def impl(a, n, axis):
        k = place(axis)
        moved = np.moveaxis(a, k, ndim - 1)
        given = moved.shape[ndim - 1]
        if n < 0:
            n = 2 * (given - 1) if is_inverse_real else given
        _check_length(n)
        w = np.empty(moved.shape, source)
        w[...] = moved
        m = n // 2 + 1 if is_real else n
        out = np.empty((*moved.shape[:-1], m), target)
        parts = out.size // m
        scale = np.full(1, real(scale_of(n, factor)))
        sizes = (w.itemsize, out.itemsize)
        steps = (given * sizes[0], 0, m * sizes[1], sizes[0], sizes[1])
        if is_real:
            if n % 2 == 0:
                numpy_loop(even, extents((parts, given, m), steps), w, scale, out)
            else:
                numpy_loop(odd, extents((parts, given, m), steps), w, scale, out)
        elif is_inverse_real and given == 0:
            # NumPy's loop reads a first number, which is not there.
            out[...] = real(0)
        else:
            numpy_loop(loop, extents((parts, given, m), steps), w, scale, out)
        if k == ndim - 1:
            return out
        result = np.empty(tuple_replace(a.shape, k, m), target)
        np.moveaxis(result, k, ndim - 1)[...] = out
        return result

    def impl_half(a, n, axis):
        return transform(a, n, axis).astype(np.float16)

    transform = impl_reversed if is_reversed(a) else impl
    return impl_half if has_halves and is_inverse_real else transform


def _length(n: Any) -> FunctionType:
    """Return the function for the length that was asked for; -1 where none was."""
    if is_none(n):
        return lambda n: -1

    def checked(n):
        _check_length(n)
        return n

    return checked


def _one_axis(key: str, kind: str, is_forward: bool) -> None:
    @implements(key)
    def transform(a: Any, n: Any = None, axis: Any = -1, norm: Any = None, out: Any = None) -> FunctionType | None:
        """Transform along an axis."""
        if not _check(a):
            return None
        if _is_chosen_later(norm):
            return _by_norm(key)
        store = _stored(a, kind, out)
        if kind == "rfft" and is_complex(a.dtype):
            raise errors.TypingError(f"{key} is for real numbers, not for {a.dtype}")
        of_axis, length = _transform(a, kind, _factor_kind(norm, is_forward)), _length(n)

        def impl(a, n=None, axis=-1, norm=None, out=None):
            return store(of_axis(a, length(n), axis), out)

        return impl


def _stored(a: Any, kind: str, out: Any) -> FunctionType:
    """Return ``(result, out)``: the result, or the array for it."""
    if is_none(out):
        return keep_result
    single = a.dtype in (types.float32, types.complex64)
    real, complex_ = (types.float32, types.complex64) if single else (types.float64, types.complex128)
    result = real if kind == "irfft" else complex_
    if not is_array(out, a.ndim) or not np.can_cast(result.name, out.dtype.name, "same_kind"):
        raise errors.TypingError(f"{kind}: the results are {result} with {a.ndim} axes, which {out} cannot take")

    def store(found, out):
        if found.shape != out.shape:
            raise ValueError("output array has wrong shape.")
        out[...] = found
        return out

    return store


for _name, _forward in (("fft", True), ("ifft", False), ("rfft", True), ("irfft", False)):
    _one_axis(f"numpy.fft.{_name}", _name, _forward)


@implements("numpy.fft.hfft")
def hfft(a: Any, n: Any = None, axis: Any = -1, norm: Any = None, out: Any = None) -> FunctionType | None:
    """Transform of a signal that is Hermitian."""
    if not _check(a):
        return None
    if _is_chosen_later(norm):
        return _by_norm("numpy.fft.hfft")
    store = _stored(a, "irfft", out)
    of_axis, length = _transform(a, "irfft", _factor_kind(norm, True)), _length(n)

    def impl(a, n=None, axis=-1, norm=None, out=None):
        return store(of_axis(np.conjugate(a), length(n), axis), out)

    return impl


@implements("numpy.fft.ihfft")
def ihfft(a: Any, n: Any = None, axis: Any = -1, norm: Any = None, out: Any = None) -> FunctionType | None:
    """Inverse of `hfft`."""
    if not _check(a):
        return None
    if _is_chosen_later(norm):
        return _by_norm("numpy.fft.ihfft")
    if is_complex(a.dtype):
        raise errors.TypingError(f"numpy.fft.ihfft is for real numbers, not for {a.dtype}")
    store = _stored(a, "rfft", out)
    of_axis, length = _transform(a, "rfft", _factor_kind(norm, False)), _length(n)

    def impl(a, n=None, axis=-1, norm=None, out=None):
        return store(np.conjugate(of_axis(a, length(n), axis)), out)

    return impl


# ------------------------------------------------------------------------------------------------------- several axes


def _axes_of(a: Any, axes: Any, default: tuple[int, ...]) -> tuple[int, ...]:
    """Return the axes, which must be constants: how many there are is part of the code."""
    if axes is default or is_none(axes):
        found = default
    elif isinstance(axes, types.BaseTuple) and all(isinstance(item, types.IntegerLiteral) for item in axes.types):
        found = tuple(item.literal_value for item in axes.types)
    else:
        raise errors.RequireLiteralValue("the argument 'axes' must be a tuple of constants")
    for axis in found:
        if not -a.ndim <= axis < a.ndim:
            raise errors.NumbaValueError(f"axis {axis} is out of bounds for array of dimension {a.ndim}")
    return found


def _sizes(s: Any, count: int) -> FunctionType:
    """Return the function for the length along axis number `k`; -1 where none was asked for."""
    if is_none(s):
        return lambda s, k: -1
    if not is_int_tuple(s) or len(s.types) != count:
        raise errors.TypingError("Shape and axes have different lengths.")
    return lambda s, k: s[k]


def _lengths(axes: tuple[int, ...], is_inverse_real: bool) -> FunctionType:
    """Return ``(shape)``: the lengths of the transforms of an array along axes."""
    if not axes:
        return lambda shape: ()
    before, at = _lengths(axes[:-1], False), axes[-1]

    def lengths(shape):
        return (*before(shape), 2 * (shape[at] - 1) if is_inverse_real else shape[at])

    return lengths


def _several(a: Any, s: Any, axes: tuple[int, ...], kind: str, factor: int) -> FunctionType:
    """Return the transform along several axes, the last one first, as a function of the array and the lengths.

    A real transform has its real part at the last of the axes; its other axes are complex. Along an axis that is there twice
    all transforms have the length that the array has.
    """
    if is_none(s) and len({axis % a.ndim for axis in axes}) < len(axes):
        of_lengths = _several(a, types.UniTuple(types.int64, len(axes)), axes, kind, factor)
        lengths = _lengths(axes, kind == "irfft")
        return lambda a, s: of_lengths(a, lengths(a.shape))
    size, count = _sizes(s, len(axes)), len(axes)
    _, _, complex_ = _classes(a)
    other = types.Array(types.complex64 if complex_ is np.complex64 else types.complex128, a.ndim, order_of(a))
    first = _transform(a, "rfft" if kind == "rfft" else "fft" if kind == "fft" else "ifft", factor)
    rest = _transform(other, "ifft" if kind in ("ifft", "irfft") else "fft", factor)
    last = _transform(other, "irfft", factor)

    def chain(k: int) -> FunctionType:
        """Return the transforms along the axes up to number `k`, the highest first."""
        axis = axes[k]
        if k == 0:
            return lambda a, s: rest(a, size(s, 0), axis)
        lower = chain(k - 1)
        return lambda a, s: lower(rest(a, size(s, k), axis), s)

    if kind == "irfft":
        final = axes[count - 1]
        if count == 1:
            only = _transform(a, "irfft", factor)
            return lambda a, s: only(a, size(s, 0), final)
        before = _first_of(a, axes[: count - 1], size, first, rest)
        return lambda a, s: last(before(a, s), size(s, count - 1), final)
    top = axes[count - 1]
    if count == 1:
        return lambda a, s: first(a, size(s, 0), top)
    below = chain(count - 2)
    return lambda a, s: below(first(a, size(s, count - 1), top), s)


def _first_of(a: Any, axes: tuple[int, ...], size: Any, first: Any, rest: Any) -> FunctionType:
    """Return the complex transforms along axes, beginning with the first one, as `irfftn` does."""

    def chain(k: int) -> FunctionType:
        axis = axes[k]
        if k == 0:
            return lambda a, s: first(a, size(s, 0), axis)
        before = chain(k - 1)
        return lambda a, s: rest(before(a, s), size(s, k), axis)

    return chain(len(axes) - 1)


def _several_axes(key: str, kind: str, is_forward: bool, is_two: bool) -> None:
    def found(a: Any, s: Any, axes: Any, norm: Any, out: Any, default: Any) -> FunctionType | None:
        if not _check(a):
            return None
        chosen = _axes_of(a, axes, default)
        if not chosen and kind in ("fft", "ifft"):
            return lambda a, s, out: a
        if not chosen:
            raise errors.UnsupportedError(f"{key} without axes is not supported")
        if kind == "rfft" and is_complex(a.dtype):
            raise errors.TypingError(f"{key} is for real numbers, not for {a.dtype}")
        run, store = _several(a, s, chosen, kind, _factor_kind(norm, is_forward)), _stored(a, kind, out)

        def stored(a, s, out):
            return store(run(a, s), out)

        return run and stored

    if is_two:

        @implements(key)
        def two(a: Any, s: Any = None, axes: Any = (-2, -1), norm: Any = None, out: Any = None) -> FunctionType | None:
            """Transform along two axes."""
            given = None if isinstance(axes, tuple) else axes
            if _check(a) and _is_chosen_later(norm):
                return _by_norm(key, "s=None, axes=(-2, -1)", "s, chosen", _axes_of(a, given, (-2, -1)))
            run = found(a, s, given, norm, out, (-2, -1))
            return run and (lambda a, s=None, axes=(-2, -1), norm=None, out=None: run(a, s, out))

    else:

        @implements(key)
        def several(a: Any, s: Any = None, axes: Any = None, norm: Any = None, out: Any = None) -> FunctionType | None:
            """Transform along several axes."""
            ndim = a.ndim if is_array(a) else 0
            count = len(s.types) if is_int_tuple(s) else ndim
            default = tuple(range(-count, 0))
            if _check(a) and _is_chosen_later(norm):
                return _by_norm(key, "s=None, axes=None", "s, chosen", _axes_of(a, axes, default))
            run = found(a, s, axes, norm, out, default)
            return run and (lambda a, s=None, axes=None, norm=None, out=None: run(a, s, out))


for _name, _forward in (("fft", True), ("ifft", False), ("rfft", True), ("irfft", False)):
    _several_axes(f"numpy.fft.{_name}2", _name, _forward, is_two=True)
    _several_axes(f"numpy.fft.{_name}n", _name, _forward, is_two=False)


# -------------------------------------------------------------------------------------------------------- frequencies


@implements("numpy.fft.fftfreq")
def fftfreq(n: Any, d: Any = 1.0, device: Any = None) -> FunctionType | None:
    """Frequencies of the results of `fft`."""
    refuse("device", device)
    if not is_integer(types.unliteral(n)):
        raise errors.TypingError("n should be an integer")

    def impl(n, d=1.0, device=None):
        value = 1.0 / (n * d)
        out = np.empty(n, np.float64)
        half = (n - 1) // 2 + 1
        for k in range(half):
            out[k] = k * value
        for k in range(half, n):
            out[k] = (k - n) * value
        return out

    return impl


@implements("numpy.fft.rfftfreq")
def rfftfreq(n: Any, d: Any = 1.0, device: Any = None) -> FunctionType | None:
    """Frequencies of the results of `rfft`."""
    refuse("device", device)
    if not is_integer(types.unliteral(n)):
        raise errors.TypingError("n should be an integer")

    def impl(n, d=1.0, device=None):
        value = 1.0 / (n * d)
        out = np.empty(n // 2 + 1, np.float64)
        for k in range(out.size):
            out[k] = k * value
        return out

    return impl


def _shifted(a: Any, axis: int, is_inverse: bool) -> FunctionType:
    """Return the function that moves the zero frequency along an axis to the middle, or back."""
    ndim, order = a.ndim, order_of(a)

    def impl(a):
        out = np.empty(a.shape, a.dtype, order)
        source, target = np.moveaxis(a, axis, 0), np.moveaxis(out, axis, 0)
        n = source.shape[0]
        by = (n + 1) // 2 if is_inverse else n // 2
        target[by:] = source[: n - by]
        target[:by] = source[n - by :]
        return out

    return impl if ndim else lambda a: a.copy()


def _shift(key: str, is_inverse: bool) -> None:
    @implements(key)
    def shift(x: Any, axes: Any = None) -> FunctionType | None:
        """Move the zero frequency to the middle, or back."""
        if not is_array(x):
            return None
        if isinstance(axes, types.IntegerLiteral):
            chosen = (axes.literal_value,)
        elif is_integer(axes):
            raise errors.RequireLiteralValue("the argument 'axes' must be a constant")
        else:
            chosen = _axes_of(x, axes, tuple(range(x.ndim)))
        steps = [_shifted(x, axis, is_inverse) for axis in chosen]

        def chain(k: int) -> FunctionType:
            step = steps[k]
            if k == 0:
                return step
            before = chain(k - 1)
            return lambda x: step(before(x))

        whole = chain(len(steps) - 1)
        return lambda x, axes=None: whole(x)


_shift("numpy.fft.fftshift", is_inverse=False)
_shift("numpy.fft.ifftshift", is_inverse=True)

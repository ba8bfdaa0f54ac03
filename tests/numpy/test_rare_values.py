"""Values that few programs meet: sums that wrap around, complex numbers with NaNs, single elements, arrays without axes."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import njit
from tests.numpy import rows
from tests.run.support import check_lines

NARROW = np.array([79, 86, 27, 36], np.uint8)

TOTALS = (
    "np.sum(a, dtype=t)",
    "a.sum(dtype=t)",
    "np.prod(a, dtype=t)",
    "np.nansum(a, dtype=t)",
    "np.nanprod(a, dtype=t)",
    "np.sum(a * a, dtype=t)",
    "np.add.reduce(a, dtype=t)",
)


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.uint16, np.int32])
@pytest.mark.parametrize("parallel", [False, True])
def test_totals_of_few_bits_wrap_around(parallel, dtype):
    for a in (NARROW, np.tile(NARROW | 1, 30_000)):
        check_lines(TOTALS, "a, t", a, dtype, parallel=parallel)


def test_vecdot_wraps_around():
    assert njit(lambda a: np.vecdot(a, a))(NARROW) == np.vecdot(NARROW, NARROW).item()


RARE = np.array([1 + 1j, complex(2, np.nan), complex(np.nan, 0), complex(2, -np.inf), complex(np.inf, 3), 0])
ORDERS = {
    "less": lambda a: a < a.reshape(-1, 1),
    "less_equal": lambda a: np.less_equal.outer(a, a),
    "greater": lambda a: np.greater.outer(a, a),
    "greater_equal": lambda a: a >= a.reshape(-1, 1),
    "maximum": lambda a: np.maximum.outer(a, a),
    "minimum": lambda a: np.minimum.outer(a, a),
    "fmax": lambda a: np.fmax.outer(a, a),
    "fmin": lambda a: np.fmin.outer(a, a),
}


@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
@pytest.mark.parametrize("name", ORDERS)
def test_complex_numbers_with_nans_have_no_order(name, dtype):
    a = RARE.astype(dtype)
    np.testing.assert_array_equal(njit(ORDERS[name])(a), ORDERS[name](a))


@pytest.mark.parametrize("ufunc", [np.hypot, np.logaddexp, np.gcd, np.logical_xor, np.bitwise_or, np.fmin, np.lcm])
def test_reductions_of_one_element_begin_with_the_identity(ufunc):
    a = np.array([[-3]]) if ufunc in (np.gcd, np.lcm, np.bitwise_or) else np.array([[-3.0]])
    result, expected = njit(lambda a: ufunc.reduce(a))(a), ufunc.reduce(a)
    assert result.dtype == expected.dtype
    assert np.array_equal(result, expected)


def test_reductions_along_all_axes():
    a = np.random.default_rng(0).standard_normal((3, 4))
    assert njit(lambda a: np.fmin.reduce(a, axis=None))(a) == a.min()
    assert njit(lambda a: np.fmax.reduce(a, axis=(0, 1)))(a) == a.max()


def test_norms_of_vectors_along_an_axis_are_numbers():
    a = np.arange(4.0)
    assert njit(lambda a: np.linalg.norm(a, axis=0))(a) == np.linalg.norm(a, axis=0)
    assert type(njit(lambda a: np.linalg.norm(a, 1, axis=-1))(a)) is float


def test_norms_of_nothing():
    a = np.zeros((3, 0))
    for order in (1, 2, np.inf):
        assert njit(lambda a, order: np.linalg.norm(a, order))(a.ravel(), order) == 0.0
    assert njit(lambda a: np.linalg.norm(a, 1))(a) == 0.0
    assert njit(lambda a: np.linalg.norm(a, np.inf))(a) == 0.0


def test_transforms_back_of_nothing_are_zeros():
    result = njit(lambda a: np.fft.irfft(a, n=5, axis=1))(np.zeros((3, 0)))
    assert np.array_equal(result, np.zeros((3, 5)))


def test_conjugates_of_bools_are_the_bools():
    a = np.array([True, False])
    assert njit(lambda a: a.conj())(a).dtype == a.conj().dtype == np.bool_
    assert njit(lambda a: np.conj(a))(a).dtype == np.conj(a).dtype == np.int8


UNUSUAL = [
    "np.angle(a)", "np.angle(a, deg=True)", "np.angle(a[0])", "np.quantile(a, 0.5, method='nearest')",
    "np.quantile(a, [0.2, 0.7], method='inverted_cdf')", "np.percentile(a, 30, method='lower')",
    "np.clip(b, -1, 1)", "b.clip(0, 256)", "np.clip(b, c, 100)", "b.clip(c, 1000 - c)",
    "np.clip(b.astype(np.int8), c * 1000, 3)",
    "np.heaviside(d, c)", "np.heaviside(c, d)", "np.heaviside(d, d)", "np.frexp(d)",
    "np.i0(d)", "np.i0(2.5)", "np.sinc(d)", "np.round(d, 1)", "np.nan_to_num(d)", "np.nan_to_num(np.asarray(c))",
]  # fmt: skip


def test_unusual_types():
    rows.check_rows(UNUSUAL, np.array([True, False, False]), np.array([0, 1, 200], np.uint8), -1, np.array(2.56))


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_roots_as_powers(dtype):
    half, a = 0.5, np.array([[4, -0.0, -np.inf], [np.inf, np.nan, 2]], dtype)
    for function in (lambda a: a**0.5, lambda a: (a.T + 0) ** half * 2, lambda a: a[0, 0:1] ** 0.5):
        found, expected = njit(function)(a), function(a)
        assert found.dtype == expected.dtype
        np.testing.assert_array_equal(found, expected)
        assert np.array_equal(np.signbit(found), np.signbit(expected))
    assert njit(lambda a: (a > 3) ** 0.5)(a).dtype == ((a > 3) ** 0.5).dtype


@pytest.mark.parametrize("places", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, np.int8])
@pytest.mark.skipif(np.lib.NumpyVersion(np.__version__) < "2.4.0", reason="rounded in other types before")
def test_quantiles_are_rounded_in_the_types_of_their_arguments(places, dtype):
    a, q = (np.random.default_rng(2).random((9, 7)) * 90).astype(dtype), np.array([0.1, 0.34, 0.9], places)
    lines = (
        "np.quantile(a, q)",
        "np.percentile(a, q * 77, axis=1)",
        "np.nanpercentile(a, q, axis=0, method='hazen')",
        "np.percentile(a, [10, 33.3], axis=0)",
    )
    check_lines(lines, "a, q", a, q)


@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
@pytest.mark.parametrize("name", ["vdot", "dot", "inner"])
def test_products_of_long_complex_vectors(name, dtype):
    function = getattr(np, name)
    parts = np.random.default_rng(4).standard_normal((2, 2, 40_000))
    a, b = (parts[0] + 1j * parts[1]).astype(dtype)
    for x, y in ((a, b), (a[::-1], b), (a[::2], b[::-2])):
        rtol = 1e-3 if dtype is np.complex64 else 1e-10
        np.testing.assert_allclose(njit(lambda x, y: function(x, y))(x, y), function(x, y), rtol=rtol)


PARTS_OF_NOTHING = [
    "np.linalg.norm(a, axis=0)", "np.linalg.norm(a, 1, axis=-1)", "np.linalg.norm(a.T, axis=1, keepdims=True)",
    "np.linalg.norm(a, 2)", "np.linalg.norm(a[:0], 2)",
    "np.linalg.qr(a)[0]", "np.linalg.qr(a.T, mode='r')", "np.linalg.vector_norm(a, axis=1)",
    "np.linalg.qr(a[:0], mode='complete')[0]",
]  # fmt: skip


def test_linear_algebra_of_nothing():
    rows.check_rows(PARTS_OF_NOTHING, np.zeros((3, 0)))


@pytest.mark.parametrize("function", [np.cumsum, np.cumprod, np.nancumsum])
@pytest.mark.parametrize("dtype", [np.int64, np.float32, np.int8])
def test_elements_are_converted_before_they_are_accumulated(function, dtype):
    a = np.array([[-3.7, 3.2, 0.5], [-1.4, -1.5, 7], [2.9, 2.9, 1e-9]])
    lines = [f"np.{function.__name__}(a, {axis}, np.{np.dtype(dtype)})" for axis in (0, 1)]
    for array in (a, a[::-1, ::-1], a[:, ::2], a.T):
        check_lines(lines, "a", array)


UNUSUAL_ERRORS = [
    "np.clip(a, 300, b)",
    "np.clip(a, b, -b)",
    "c.reshape(0, -1)",
    "np.reshape(c, (-1, 0))",
    "c.T.reshape(-1, 2, 0)",
]


@pytest.mark.parametrize("source", UNUSUAL_ERRORS)
def test_unusual_errors(source):
    rows.check_error(source, np.array([0, 1, 200], np.uint8), 400, np.zeros((0, 3)))


def test_numbers_of_arrays_without_axes():
    assert type(njit(lambda a: np.fix(a))(np.array(3))) is int
    assert njit(lambda p, x: np.polyval(p, x))(np.arange(3), np.array(3)) == 5
    result = njit(lambda a: np.bitwise_count(a))(np.array(-3))
    assert np.shape(result) == ()
    assert result == 2
    assert type(njit(lambda a, v: np.searchsorted(a, v))(np.arange(4.0), np.array(1.5))) is int


@pytest.mark.parametrize("shapes", [((3, 2, 0), (3, 0, 2)), ((2, 0), (3, 0, 4)), ((0, 2, 3), (3, 2)), ((2, 2, 3), (3, 0))])
def test_products_of_stacks_of_nothing(shapes):
    a, b = (np.ones(shape) for shape in shapes)
    result, expected = njit(lambda a, b: np.matmul(a, b))(a, b), np.matmul(a, b)
    assert result.shape == expected.shape
    assert np.array_equal(result, expected)


RARE_MATRICES = [
    np.array([[1, np.nan], [2, 3]]),
    np.array([[np.nan, 1], [2, 3]]),
    np.array([[1, np.inf], [2, 3]]),
    np.array([[[1.0, 2], [3, 4]], [[1, 2], [3, -np.inf]]]),
    np.full((3, 3), np.nan),
]


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.complex64, np.complex128])
@pytest.mark.parametrize("number", range(len(RARE_MATRICES)))
def test_inverses_of_what_is_not_finite(number, dtype):
    a = RARE_MATRICES[number].astype(dtype)
    np.testing.assert_array_equal(njit(lambda a: np.linalg.inv(a))(a), np.linalg.inv(a))


def test_one_of_several_matrices_is_singular():
    a = np.array([[[1.0, 2], [2, 4]], [[1, 2], [3, 4]]])
    for part in (a, a + 0j):
        with pytest.raises(np.linalg.LinAlgError, match="Singular matrix"):
            njit(lambda a: np.linalg.inv(a))(part)


REAL_SPREADS = (
    "np.std(a, dtype=t)",
    "a.var(dtype=t)",
    "np.var(a, 1, dtype=t)",
    "np.var(a, (0, 1), t, None, 1)",
    "np.std(a, 0, dtype=t, where=a.real < 3)",
    "np.nanstd(a, dtype=t)",
    "np.nanvar(a, axis=1, dtype=t)",
)


@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
@pytest.mark.filterwarnings("ignore::numpy.exceptions.ComplexWarning")
def test_spreads_of_complex_numbers_in_real_ones(dtype):
    a = np.array([[1 + 2j, 3 - 1j], [0.5j, 2], [1, 1j]], dtype)
    check_lines(REAL_SPREADS, "a, t", a, np.float64, rtol=1e-6 if dtype is np.complex64 else 1e-14)


TEXTS_OF_INTEGERS = [
    (np.int32, "7"), (np.int8, "-128"), (np.int8, "300"), (np.uint8, "-1"), (np.uint64, "12"), (np.uint64, "-1"),
    (np.int16, "abc"), (np.intc, " 1_0 "), (np.int64, "12"), (np.uint32, "1.5"),
]  # fmt: skip


@pytest.mark.parametrize(("number", "text"), TEXTS_OF_INTEGERS)
def test_integers_read_from_texts(number, text):
    jitted = njit(lambda text: number(text))
    try:
        expected = number(text)
    except (OverflowError, ValueError) as error:
        with pytest.raises(type(error)) as caught:
            jitted(text)
        assert str(caught.value) == str(error)
    else:
        assert jitted(text) == expected


@pytest.mark.parametrize("name", ["argmax", "argmin", "nanargmax", "nanargmin"])
@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
def test_positions_of_complex_extrema_on_all_cores(name, dtype):
    position = getattr(np, name)
    for a in (
        np.array([1 + 1j, 2, 2 + 1j, 0], dtype),
        (np.arange(200_000) % 777).astype(dtype) * dtype(1 - 2j),
        RARE[3:].astype(dtype),
    ):
        assert njit(parallel=True)(lambda a: position(a))(a) == position(a)


@pytest.mark.parametrize("axis", [0, -1, None])
@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.float32, np.complex64, "m8[s]"])
def test_spans_of_few_bits_wrap_around(axis, dtype):
    a = np.array([-2, 88, 29, -47]).astype(dtype)
    assert njit(lambda a: np.ptp(a, axis=axis))(a) == np.ptp(a, axis=axis)

"""``np.nditer``, and operations on arrays without axes."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import errors, njit


@njit
def elements(a):
    total = 0.0
    found = []
    for x in np.nditer(a):
        total += x
        found.append(x.item())
    return found, total


def listed(a):
    return [x.item() for x in np.nditer(a)]


BASE = np.arange(24.0).reshape(2, 3, 4)
ARRAYS = {
    "C": BASE,
    "F": np.asfortranarray(BASE),
    "transposed": BASE.transpose(1, 2, 0),
    "backwards": BASE[::-1, :, ::-2],
    "one axis": np.arange(5)[::-1],
    "none": np.array(2.5),
    "float32": np.ones((2, 2), np.float32),
}


@pytest.mark.parametrize("name", ARRAYS)
def test_one_array_in_the_order_of_its_memory(name):
    array = ARRAYS[name]
    found, total = elements(array)
    assert found == listed(array)
    assert total == array.sum()


def test_an_array_without_elements_is_refused():
    for iterate in (elements, listed):
        with pytest.raises(ValueError, match="Iteration of zero-sized operands is not enabled"):
            iterate(np.zeros((0, 3)))


def test_elements_can_be_written():
    @njit
    def double(a):
        for x in np.nditer(a):
            x[...] = 2 * x

    a = np.arange(6).reshape(2, 3)
    double(a)
    assert a.tolist() == [[0, 2, 4], [6, 8, 10]]


def test_several_arrays_are_broadcast():
    @njit
    def pairs(a, b):
        return [(x.item(), y.item()) for x, y in np.nditer((a, b))]

    a, b = np.arange(6).reshape(2, 3), np.array([0.5, 1.5, 2.5])
    assert pairs(a, b) == [(x.item(), y.item()) for x, y in np.nditer((a, b))]


OTHERS = {
    "F": (np.asfortranarray(BASE), np.asfortranarray(BASE + 100)),
    "F and C": (np.asfortranarray(BASE), BASE),
    "transposed": (BASE.transpose(1, 2, 0), BASE.transpose(1, 2, 0) + 1),
    "transposed and F": (BASE.transpose(1, 2, 0), np.asfortranarray(BASE.transpose(1, 2, 0))),
    "backwards": (BASE[::-1], BASE[::-1]),
    "backwards and not": (BASE[::-1], BASE),
    "F and a vector": (np.asfortranarray(BASE), BASE[0, 0, ::-1]),
    "F and parts": (BASE.T, BASE[:, :1, :1].T),
    "vectors": (BASE[0, 0, ::-1], BASE[0, 0, ::-1]),
    "F and a number": (np.asfortranarray(BASE), 7.5),
}


@pytest.mark.parametrize("name", OTHERS)
def test_several_arrays_in_the_order_of_their_memory(name):
    def pairs(a, b):
        return [(float(x), float(y)) for x, y in np.nditer((a, b))]

    assert njit(pairs)(*OTHERS[name]) == pairs(*OTHERS[name])


@pytest.mark.parametrize("name", ["F", "transposed", "backwards"])
def test_writing_in_the_order_of_memory(name):
    def halve(a):
        found = []
        with np.nditer(a, op_flags=["readwrite"]) as it:
            for x in it:
                found.append(float(x))
                x[...] = x / 2
        return found

    one, other = ARRAYS[name].copy("K"), ARRAYS[name].copy("K")
    assert njit(halve)(one) == halve(other)
    np.testing.assert_array_equal(one, other)


def test_a_number():
    assert njit(lambda x: [y.item() for y in np.nditer(x)])(3) == [3]


def test_indices():
    def walked(a, b):
        it = np.nditer(a, flags=["multi_index"])
        places = [(it.multi_index, float(x)) for x in it]
        it = np.nditer(a, flags=["multi_index", "c_index"], op_flags=["readwrite"])
        while not it.finished:
            b[it.multi_index] += a[it.multi_index] * it.index + it[0] + it.value
            it.iternext()
        with np.nditer(b, op_flags=["readwrite"]) as it:
            for x in it:
                x[...] = 2 * x
        return places, b

    a = np.arange(6.0).reshape(2, 3)
    places, b = njit(walked)(a, np.ones((2, 3)))
    wanted = walked(a, np.ones((2, 3)))
    assert places == wanted[0]
    np.testing.assert_array_equal(b, wanted[1])


def test_flags():
    empty = njit(lambda a: [float(x) for x in np.nditer(a, flags=["zerosize_ok"])])
    assert empty(np.empty((2, 0))) == []
    with pytest.raises(errors.UnsupportedError, match="as flags"):
        njit(lambda a: np.nditer(a, flags=["buffered"])[0])(np.ones(2))
    with pytest.raises(errors.UnsupportedError, match="C or Fortran order"):
        njit(lambda a: np.nditer(a, flags=["multi_index"])[0])(np.ones((2, 6))[:, ::2])


UFUNCS = {
    "operators": lambda a, b: (a + b, a - 1, 2 * a, -a, a > b, a**2),
    "functions": lambda a, b: (np.sin(a), np.maximum(a, b), np.sqrt(a) * b, np.isnan(a)),
    "with a number first": lambda a, b: 1.5 + a,
    "two": lambda a, b: np.hypot(a, b) + a.sum(),
}


@pytest.mark.parametrize("name", UFUNCS)
@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int16])
def test_arrays_without_axes_give_numbers(name, dtype):
    function = UFUNCS[name]
    a, b = np.array(3, dtype), np.array(7, dtype)
    found, expected = njit(function)(a, b), function(a, b)
    for one, other in zip(np.atleast_1d(found), np.atleast_1d(expected), strict=True):
        assert one == pytest.approx(other, rel=1e-6)
    assert all(not isinstance(one, np.ndarray) for one in (found if isinstance(found, tuple) else (found,)))


def test_in_place_they_stay_arrays():
    def add(a):
        a += 2
        return a

    found = njit(add)(np.array(1.5))
    assert isinstance(found, np.ndarray)
    assert found == 3.5


def with_places(a):
    it, found = np.nditer(a, flags=["multi_index", "c_index"], order="C"), []
    while not it.finished:
        found.append((it.multi_index, it.index, it[0].item()))
        it.iternext()
    return found


def without_places(a):
    found = [x.item() for x in np.nditer(a, flags=["refs_ok"], order="F")]
    found += [x.item() for x in np.nditer(a, ["zerosize_ok"], order="A")]
    for x in np.nditer(a, op_flags=["readwrite"], order="C"):
        x[...] = x * 2
    return found + [x.item() for x in np.nditer(a, ["refs_ok"], order="K")], a


@pytest.mark.parametrize("name", ARRAYS)
def test_flags_beside_an_order(name):
    a = ARRAYS[name]
    if a.ndim > 0:
        for function in (with_places, without_places):
            expected, got = function(a.copy("K")), njit(function)(a.copy("K"))
            assert str(got) == str(expected)


@pytest.mark.parametrize("order", ["F", "C", "A", "K"])
@pytest.mark.parametrize("name", ["fortran", "c"])
def test_indices_in_an_order(name, order):
    def places(a):
        it = np.nditer(a, flags=["multi_index", "c_index"], order=order)
        return [(x.item(), it.multi_index, it.index) for x in it]

    a = np.arange(24).reshape(2, 3, 4)
    a = np.asfortranarray(a) if name == "fortran" else a
    assert njit(places)(a) == places(a)

"""Single texts beside arrays of texts, and functions that order and surround these, against NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import errors, njit

from .rows import check, check_error

TEXTS = np.array(["b", "", "abc", "b"])
BYTES = TEXTS.astype("S3")
MATRIX = np.array([["b", "abc"], ["", "b"]])

ROWS = """
np.where(a == a[1], a[0], a), np.where(a != a[1], a, a[2]), np.where(a == a[0], a, a[::-1])
np.append(a, a[2]), np.append(a, [a[0], a[2]]), np.append(a, list(a)), np.insert(a, 1, a[2])
np.select([a == a[1]], [a], a[2]), np.select([a == a[1], a == a[0]], [a, a[::-1]], a[0])
np.argmax(a), np.argmin(a), a.argmax(), a[:1].argmin(), np.argmax(a[1:]), a.reshape(2, 2).argmin()
np.partition(a, 1)[1], np.partition(a, (0, 3))[3], a[np.argpartition(a, 2)][2]
np.pad(a, 1), np.pad(a, (1, 2), mode='edge'), np.pad(a, 2, mode='wrap'), np.pad(a, 1, constant_values=12)
np.pad(a, 1, constant_values=a[2]), np.pad(a, 1, constant_values=(a[0], a[2]))
np.piecewise(a, [a == a[1]], [a[0], a[2]]), np.piecewise(a, [a == a[1], a == a[0]], [a[2], a[1]])
a.tobytes(), a[::2].tobytes(), a.reshape(2, 2).T.tobytes('F')
""".strip().splitlines()

CHANGES = """
np.put(a, [0, -1], a[2])
np.put(a, 1, a[2])
a.put([1], a[0])
np.putmask(a, a == a[1], a[0])
np.copyto(a, a[2])
np.copyto(a, a[2], where=a == a[0])
np.fill_diagonal(a.reshape(2, 2), a[2])
a.partition(1); a[:1] = a[0]; a[2:] = a[1]
""".strip().splitlines()


@pytest.mark.parametrize("a", [TEXTS, BYTES], ids=["str", "bytes"])
@pytest.mark.parametrize("source", ROWS)
def test_functions(source, a):
    check(source, a)


@pytest.mark.parametrize("a", [TEXTS, BYTES], ids=["str", "bytes"])
@pytest.mark.parametrize("source", CHANGES)
def test_elements_are_set(source, a):
    check(f"{source}\nreturn a", a)


def test_texts_are_cut_off_where_numpy_does_it():
    check("np.put(a, [0], b)\nreturn a", TEXTS, "longer")
    check("np.copyto(a, b)\nreturn a", TEXTS, "longer")
    check("np.where(a == 'b', a, 'longer'), np.where(a == 'b', b, 'x'), np.where(a == 'b', b, a[:2])", MATRIX, MATRIX[:1])


def test_texts_that_have_no_room():
    for source in ("np.append(a, b)", "np.where(a == 'b', a, b)", "np.select([a == 'b'], [a], b)", "np.append(a, [b, 'x'])"):
        with pytest.raises(ValueError, match="a text of 6 characters, which is no constant, has no room in elements of 3"):
            njit(eval(f"lambda a, b: {source}"))(TEXTS, "longer")
        check(source, TEXTS, "xyz")


def test_what_numpy_refuses():
    check_error("np.argmax(a[:0])", TEXTS)
    check_error("np.argmin(a[:0])", BYTES)
    check_error("np.put(a, [4], a[0])", TEXTS)
    check_error("np.pad(a[:0], 1, mode='edge')", TEXTS)
    with pytest.raises(errors.TypingError):
        njit(lambda a: np.pad(a, 1, mode="mean"))(TEXTS)

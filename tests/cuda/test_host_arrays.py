"""Arrays and records in device memory, against NumPy."""

import copy
import operator
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cuda.hostapi import cuda


def host(shape=(4, 6), dtype=np.float64):
    return np.arange(np.prod(shape), dtype=dtype).reshape(shape)


def test_copies_are_real():
    a = host()
    d = cuda.to_device(a)
    a[0, 0] = 99
    assert d.copy_to_host()[0, 0] == 0
    back = d.copy_to_host()
    back[1, 1] = 77
    assert d[1, 1] == 7


@pytest.mark.parametrize(
    "dtype", ["i1", "u8", "f2", "f4", "c16", "?", "M8[s]", "S5", "U3", ">i4", [("x", "f4"), ("y", "i8", 3)]]
)
@pytest.mark.parametrize("order", "CF")
def test_round_trip(dtype, order):
    flat = np.zeros(15, dtype)
    flat.view(np.uint8)[:3] = 1
    a = np.asarray(flat.reshape(3, 5), order=order)
    d = cuda.to_device(a)
    back = d.copy_to_host()
    assert back.dtype == a.dtype
    assert back.tobytes("A") == a.tobytes("A")
    assert (d.shape, d.strides, d.dtype, d.ndim, d.size, d.nbytes, d.itemsize) == (
        a.shape,
        a.strides,
        a.dtype,
        a.ndim,
        a.size,
        a.nbytes,
        a.itemsize,
    )
    assert d.is_c_contiguous() == a.flags.c_contiguous
    assert d.is_f_contiguous() == a.flags.f_contiguous


@pytest.mark.parametrize("value", [5, 2.5, True, [1, 2, 3], np.float32(3), np.zeros(()), np.zeros((0, 3)), np.zeros(0)])
def test_to_device_of_other_things(value):
    back = cuda.to_device(value).copy_to_host()
    expected = np.asarray(value)
    assert back.shape == expected.shape
    assert back.dtype == expected.dtype
    assert (back == expected).all()


def test_broadcast_array():
    a = np.broadcast_to(np.arange(3.0), (4, 3))
    d = cuda.to_device(a)
    assert d.strides == a.strides
    assert (d.copy_to_host() == a).all()


def test_objects_are_refused():
    with pytest.raises(TypeError, match="Python objects"):
        cuda.to_device(np.array([object()]))
    with pytest.raises(TypeError, match="Python objects"):
        cuda.device_array(3, dtype=object)


def test_non_contiguous_source():
    with pytest.raises(ValueError, match="has gaps in memory"):
        cuda.to_device(host()[:, ::2])
    with pytest.raises(ValueError, match="has gaps in memory"):
        cuda.to_device(host())[:, ::2].copy_to_device(np.zeros((4, 3)))


def test_to_and_copy_arguments():
    a, target = host(), cuda.device_array((4, 6))
    assert cuda.to_device(a, to=target) is target
    assert (target.copy_to_host() == a).all()
    assert cuda.to_device(target) is target
    assert cuda.to_device(a, copy=False).shape == a.shape


@pytest.mark.parametrize(
    ("other", "error", "phrase"),
    [
        (np.zeros((4, 6), np.float32), TypeError, "incompatible dtype"),
        (np.zeros((4, 5)), ValueError, "incompatible shape"),
        (np.zeros((4, 6), order="F"), ValueError, "incompatible strides"),
        (np.zeros((4, 12))[:, ::2], ValueError, "incompatible strides"),
    ],
)
def test_copy_to_host_of_another_kind(other, error, phrase):
    with pytest.raises(error, match=phrase):
        cuda.to_device(host()).copy_to_host(other)


@pytest.mark.parametrize(
    ("other", "error", "phrase"),
    [(np.zeros((4, 6), np.float32), TypeError, "incompatible dtype"), (np.zeros((3, 6)), ValueError, "incompatible shape")],
)
def test_copy_to_device_of_another_kind(other, error, phrase):
    d = cuda.to_device(host())
    for source in (other, cuda.to_device(other)):
        with pytest.raises(error, match=phrase):
            d.copy_to_device(source)


def test_copy_to_device():
    d = cuda.device_array((4, 6))
    d.copy_to_device(host())
    assert (d.copy_to_host() == host()).all()
    f = cuda.device_array((4, 6), order="F")
    f.copy_to_device(host())
    assert (f.copy_to_host() == host()).all()
    with pytest.raises(ValueError, match="incompatible strides"):
        f.copy_to_device(d)
    e = cuda.device_array_like(d)
    e.copy_to_device(d)
    d[0, 0] = 5
    assert (e.copy_to_host() == host()).all()
    a = host()
    a.flags.writeable = False
    e.copy_to_device(a)
    out = np.empty((4, 6))
    assert e.copy_to_host(out) is out
    assert (out == a).all()


def test_axes_of_length_one_do_not_matter():
    d = cuda.to_device(np.arange(3.0))
    d.copy_to_device(np.full((3, 1), 4.0))
    out = np.zeros((1, 3))
    assert d.copy_to_host(out) is out
    assert (out == 4).all()


def test_layout_with_gaps_on_both_sides():
    d = cuda.to_device(host())[1:, ::2]
    out = np.full((4, 6), -1.0)
    assert d.copy_to_host(out[1:, ::2]) is not out
    expected = np.full((4, 6), -1.0)
    expected[1:, ::2] = host()[1:, ::2]
    assert (out == expected).all()


def test_empty_arrays():
    d = cuda.device_array((0, 3))
    assert d.copy_to_host().shape == (0, 3)
    assert d.gpu_data.size == 0
    d.copy_to_device(np.zeros((0, 3)))
    assert d.reshape(3, 0).shape == (3, 0)
    d[:] = 3


# ------------------------------------------------------------------------------------------------------------ indexing

SHAPE = (4, 6, 3)


def one_index(length):
    numbers = st.none() | st.integers(-length - 2, length + 2)
    steps = st.none() | st.integers(-3, 3).filter(bool)
    return st.integers(-length - 1, length) | st.builds(slice, numbers, numbers, steps)


keys = st.one_of(
    one_index(4),
    st.tuples(one_index(4), one_index(6)),
    st.tuples(one_index(4), one_index(6), one_index(3)),
    st.tuples(st.just(Ellipsis), one_index(3)),
    st.tuples(one_index(4), st.just(Ellipsis)),
)


@settings(max_examples=200, deadline=None)
@given(keys, keys, st.sampled_from("CF"))
def test_indexing_is_numpys(key, second, order):
    a = np.asarray(host(SHAPE), order=order)
    d = cuda.to_device(a)
    outcome = result(lambda: a[key], lambda: d[key])
    if outcome is not None and isinstance(outcome[0], np.ndarray) and outcome[0].ndim:
        result(lambda: outcome[0][second], lambda: outcome[1][second])


def result(of_numpy, of_device):
    try:
        expected = of_numpy()
    except IndexError:
        with pytest.raises(IndexError):
            of_device()
        return None
    found = of_device()
    assert found.shape == expected.shape
    assert found.dtype == expected.dtype
    if isinstance(expected, np.ndarray):
        assert found.strides == expected.strides or not expected.size
        assert (found.copy_to_host() == expected).all()
    else:
        assert found == expected
        assert type(found) is type(expected)
    return expected, found


@settings(max_examples=200, deadline=None)
@given(keys, st.integers(-5, 5))
def test_assignment_is_numpys(key, number):
    a = host(SHAPE)
    try:
        shape = a[key].shape
    except IndexError:
        return
    for value in (number, np.full(shape, number, np.int32), np.full(shape[-1:], 1.5), cuda.to_device(np.full(shape, number))):
        d = cuda.to_device(a)
        expected = a.copy()
        expected[key] = value if not hasattr(value, "copy_to_host") else value.copy_to_host()
        d[key] = value
        assert (d.copy_to_host() == expected).all()


@pytest.mark.parametrize("key", [[1, 2], np.array([0]), np.array([True]), "x", 1.0, True])
def test_other_indices_are_refused(key):
    with pytest.raises((TypeError, IndexError)):
        cuda.to_device(np.arange(3))[key]


def test_assignment_errors():
    d = cuda.to_device(host())
    with pytest.raises(ValueError, match="an array with 2 axes does not fit into one with 1"):
        d[0] = np.zeros((1, 6))
    with pytest.raises(ValueError, match="5 items do not fit into axis 1, which has 6"):
        d[:] = np.zeros(5)
    with pytest.raises(IndexError):
        d[7] = 1


def test_views_share_memory_and_keep_it():
    d = cuda.to_device(host())
    row = d[2]
    row[3] = 50
    assert d[2, 3] == 50
    del d
    cuda.current_context().deallocations.clear()
    assert row[3] == 50


def test_copies_of_the_object():
    d = cuda.to_device(np.asfortranarray(host()))
    same, other = copy.copy(d), copy.deepcopy(d)
    d[0, 0] = 9
    assert same[0, 0] == 9
    assert other[0, 0] == 0
    assert other.strides == d.strides
    assert (copy.deepcopy(d[1:, ::2]).copy_to_host() == host()[1:, ::2]).all()
    record = copy.deepcopy(cuda.to_device(np.zeros(2, PAIR))[1])
    assert record["y"] == 0
    with pytest.raises(TypeError, match="get_ipc_handle"):
        pickle.dumps(d)
    assert copy.deepcopy(d.gpu_data) is not None
    with pytest.raises(TypeError, match="pickled"):
        pickle.dumps(d.gpu_data)


def test_length_and_iteration():
    d = cuda.to_device(host())
    assert len(d) == 4
    assert [row.copy_to_host().tolist() for row in d] == host().tolist()
    assert list(cuda.to_device(np.arange(3))) == [0, 1, 2]
    with pytest.raises(TypeError):
        len(cuda.to_device(5))
    with pytest.raises(TypeError):
        operator.add(d, d)


# -------------------------------------------------------------------------------------------------------------- shapes


def test_reshape():
    a, d = host(), cuda.to_device(host())
    assert (d.reshape(6, 4).copy_to_host() == a.reshape(6, 4)).all()
    assert (d.reshape((2, -1)).copy_to_host() == a.reshape(2, -1)).all()
    assert (d.reshape(24, order="C").copy_to_host() == a.ravel()).all()
    d.reshape(24)[5] = -1
    assert d[0, 5] == -1
    with pytest.raises(ValueError, match="reshape"):
        d.reshape(5, 5)
    with pytest.raises(ValueError, match="one unknown dimension"):
        d.reshape(-1, -1)
    with pytest.raises(NotImplementedError, match="requires copying"):
        d[:, :5].reshape(20)
    f = cuda.to_device(np.asfortranarray(a))
    assert (f.reshape(24, order="F").copy_to_host() == a.reshape(24, order="F")).all()
    with pytest.raises(NotImplementedError):
        f.reshape(24)


def test_ravel_squeeze_view_split_bind():
    a, d = host(), cuda.to_device(host())
    assert (d.ravel().copy_to_host() == a.ravel()).all()
    with pytest.raises(NotImplementedError):
        d[:, :5].ravel()
    with pytest.raises(ValueError, match="C|F|A"):
        d.ravel("X")
    one = cuda.device_array((1, 3, 1))
    assert one.squeeze().shape == (3,)
    assert one.squeeze(axis=0).shape == (3, 1)
    with pytest.raises(ValueError, match="not equal to one"):
        one.squeeze(axis=1)
    assert (d.view(np.int64).copy_to_host() == a.view(np.int64)).all()
    assert d.view(np.int32).shape == (4, 12)
    with pytest.raises(ValueError, match="divisor"):
        cuda.device_array((3, 3), np.int32).view(np.int64)
    parts = [part.copy_to_host().tolist() for part in cuda.to_device(np.arange(7)).split(3)]
    assert parts == [[0, 1, 2], [3, 4, 5], [6]]
    with pytest.raises(ValueError, match="1d"):
        next(d.split(2))
    stream = cuda.stream()
    assert d.bind(stream).stream is stream
    assert d.stream == 0


def test_transpose_is_a_copy():
    a, d = host(), cuda.to_device(host())
    t = d.T
    assert (t.copy_to_host() == a.T).all()
    assert t.is_c_contiguous()
    t[0, 0] = 100
    assert d[0, 0] == 0
    assert d.transpose((0, 1)) is d
    assert (d.transpose((1, 0)).copy_to_host() == a.T).all()
    with pytest.raises(ValueError, match="invalid axes"):
        d.transpose((0, 2))


def test_array_protocol_and_repr():
    d = cuda.to_device(host())
    assert (np.asarray(d) == host()).all()
    assert np.asarray(d, dtype=np.float32).dtype == np.float32
    assert "shape=(4, 6)" in repr(d)
    assert "float64" in repr(d)


def test_numba_type():
    d = cuda.to_device(host())
    assert str(d._numba_type_) == "array(float64, 2d, C)"
    assert str(d[:, 1:]._numba_type_) == "array(float64, 2d, A)"
    assert str(cuda.device_array((3, 4), order="F")._numba_type_) == "array(float64, 2d, F)"
    assert str(cuda.to_device(np.broadcast_to(np.zeros(3), (2, 3)))._numba_type_) == "array(float64, 2d, A)"


# ------------------------------------------------------------------------------------------------------------ creation


def test_device_array():
    d = cuda.device_array((3, np.int64(4)), dtype=np.int16, order="F")
    assert d.shape == (3, 4)
    assert d.strides == (2, 6)
    assert cuda.device_array(5).dtype == np.float64
    assert cuda.device_array(3, strides=16).strides == (16,)
    assert cuda.device_array((2, 3), strides=(64, 8)).strides == (64, 8)
    with pytest.raises(TypeError, match="shape elements must be integers, got float"):
        cuda.device_array((2, 3.0))
    with pytest.raises(ValueError, match="negative"):
        cuda.device_array(-1)


@pytest.mark.parametrize("make", ["device_array_like", "mapped_array_like", "pinned_array_like"])
def test_like(make):
    for a in (host(), np.asfortranarray(host()), host((2, 3, 4)).transpose(1, 0, 2), host()[:, ::2], np.arange(8)[::2]):
        made, expected = getattr(cuda, make)(a), np.empty_like(a)
        assert (made.shape, made.strides, made.dtype) == (expected.shape, expected.strides, expected.dtype)


def test_constructor():
    from coluber.cuda.cudadrv.devicearray import DeviceNDArray, from_array_like

    base = cuda.to_device(np.arange(10.0))
    d = DeviceNDArray((2, 3), (24, 8), np.float64, gpu_data=base.gpu_data.view(16))
    assert (d.copy_to_host() == np.arange(2.0, 8).reshape(2, 3)).all()
    with pytest.raises(ValueError, match="strides not match ndim"):
        DeviceNDArray((2, 3), (8,), np.float64)
    backwards = DeviceNDArray(10, -8, np.float64, gpu_data=base.gpu_data.view(72))
    assert (backwards.copy_to_host() == np.arange(10.0)[::-1]).all()
    assert from_array_like(host()).shape == (4, 6)


# ------------------------------------------------------------------------------------------------------------- records

PAIR = np.dtype([("x", "f4"), ("y", "i8"), ("z", "f8", 3)], align=True)


def test_records():
    a = np.zeros(4, PAIR)
    a["y"] = range(4)
    d = cuda.to_device(a)
    record = d[2]
    assert record["y"] == 2
    assert record.dtype == PAIR
    record["x"] = 1.5
    record["z"] = np.arange(3)
    assert d[2]["x"] == 1.5
    assert d.copy_to_host()["z"][2].tolist() == [0, 1, 2]
    assert (d["y"].copy_to_host() == a["y"]).all()
    d[0] = (1, 2, (3, 4, 5))
    assert d[0].copy_to_host()["y"] == 2
    d[1] = a[3]
    assert d[1]["y"] == 3


def test_record_on_its_own():
    a = np.zeros(2, PAIR)
    a[1]["y"] = 7
    record = cuda.to_device(a[1])
    assert record["y"] == 7
    assert record.shape == ()
    out = np.zeros(1, PAIR)
    record.copy_to_host(out)
    assert out[0]["y"] == 7
    record.copy_to_device(a[0])
    assert record["y"] == 0
    with pytest.raises((KeyError, ValueError)):
        record["w"]

"""Simulated kernels: exceptions and deadlocks."""

import traceback

import numpy as np
import pytest

from coluber import cuda

from .simulated import kernel


def raising(error):
    @kernel
    def body(a):
        x, y = cuda.grid(2)
        if (x, y) == (5, 1):
            raise error
        cuda.syncthreads()

    return body


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (ValueError("bad value"), "tid=[1, 1, 0] ctaid=[2, 0, 0]: bad value"),
        (ValueError(), "tid=[1, 1, 0] ctaid=[2, 0, 0]: "),
        (LookupError(7, "x"), """("tid=[1, 1, 0] ctaid=[2, 0, 0]: (7, 'x')", 'x')"""),
        (KeyError("k"), "'tid=[1, 1, 0] ctaid=[2, 0, 0]: k'"),
    ],
)
def test_exceptions_say_which_thread(error, text):
    with pytest.raises(type(error)) as caught:
        raising(error)[(3, 1), (2, 2)](np.zeros(1))
    assert caught.value is error
    assert str(error) == text


def test_exceptions_whose_text_is_fixed_have_a_note():
    class Fixed(Exception):
        def __str__(self):
            return "fixed"

    with pytest.raises(Fixed) as caught:
        raising(Fixed("a"))[(3, 1), (2, 2)](np.zeros(1))
    assert caught.value.__notes__ == ["tid=[1, 1, 0] ctaid=[2, 0, 0]"]
    assert caught.value.args == ("a",)


def test_the_traceback_leads_into_the_kernel():
    @kernel
    def outside(a):
        a[cuda.grid(1)] = 1

    with pytest.raises(IndexError, match=r"^tid=\[3, 0, 0\] ctaid=\[0, 0, 0\]: index 3 is out of bounds") as caught:
        outside[1, 8](np.zeros(3))
    last = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert (last.name, last.filename) == ("outside", __file__)


def test_the_other_threads_are_cleaned_up():
    log = []

    @kernel
    def body():
        try:
            cuda.syncthreads()
        finally:
            log.append(cuda.threadIdx.x)

    @kernel
    def failing():
        body()
        if cuda.threadIdx.x == 2:
            raise ValueError("two")
        cuda.syncthreads()

    with pytest.raises(ValueError, match="two"):
        failing[1, 4]()
    assert log == [0, 1, 2, 3]
    log.clear()

    @kernel
    def waiting():
        if cuda.threadIdx.x == 3:
            raise ValueError("three")
        body()

    with pytest.raises(ValueError, match="three"):
        waiting[1, 4]()
    assert log == [0, 1, 2]


def test_nothing_runs_after_a_failure():
    with pytest.raises(ValueError, match="x"):
        raising(ValueError("x"))[(3, 1), (2, 2)](np.zeros(1))
    with pytest.raises(RuntimeError, match="only inside a kernel"):
        cuda.syncthreads()


def deadlock(body, *configuration):
    with pytest.raises(RuntimeError, match="deadlock") as caught:
        kernel(body)[configuration]()
    return str(caught.value)


def test_different_barriers_are_a_deadlock():
    def body():
        if cuda.threadIdx.x < 2:
            cuda.syncthreads()
        elif cuda.threadIdx.x < 7:
            cuda.syncthreads_count(1)

    text = deadlock(body, 1, 8)
    first = body.__code__.co_firstlineno
    assert f"2 at syncthreads ({__file__}:{first + 2}): tid=[0, 0, 0] ctaid=[0, 0, 0], tid=[1, 0, 0] ctaid=[0, 0, 0]" in text
    assert f"5 at syncthreads_count ({__file__}:{first + 4}): tid=[2, 0, 0]" in text
    assert "1 ended: tid=[7, 0, 0]" in text


def test_a_lane_that_never_comes_is_a_deadlock():
    def body():
        if cuda.laneid == 4:
            cuda.syncthreads()
        else:
            cuda.shfl_sync(0xFFFFFFFF, 1, 0)

    text = deadlock(body, 1, 32)
    assert "31 at shfl_sync with the mask 0xffffffff" in text
    assert "1 at syncthreads" in text


def test_different_masks_are_a_deadlock():
    def body():
        cuda.ballot_sync(3 if cuda.laneid == 0 else 0xFFFFFFFF, True)

    assert "with the mask 0x00000003" in deadlock(body, 1, 32)


def test_a_grid_barrier_without_all_blocks_is_a_deadlock():
    def body():
        if cuda.blockIdx.x == 1:
            cuda.cg.this_grid().sync()

    text = deadlock(body, 3, 2)
    assert "2 at cg.this_grid().sync" in text
    assert "ctaid=[1, 0, 0]" in text


def test_a_grid_barrier_without_all_threads_is_a_deadlock():
    def body():
        if cuda.threadIdx.x == 1:
            cuda.cg.this_grid().sync()
        else:
            cuda.syncthreads()

    assert "1 at cg.this_grid().sync" in deadlock(body, 2, 2)


def test_shared_arrays_have_one_shape():
    @kernel
    def shapes():
        cuda.shared.array(1 + cuda.threadIdx.x, np.int32)

    with pytest.raises(ValueError, match="are the same for all threads of a block"):
        shapes[1, 2]()

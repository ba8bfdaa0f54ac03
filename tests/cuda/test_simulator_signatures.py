"""What signatures mean to simulated kernels."""

import numpy as np
import pytest

from coluber import cuda

from .simulated import simulate


def launch(signature, function, *values):
    """Run a function of the arguments in a kernel with a signature; return its result."""
    results = []

    def body(*args):
        results.append(function(*args))

    simulate(body, {}, [signature])[1, 1](*values)
    return results[0]


def test_integers_have_the_width_that_the_signature_declares():
    assert launch("void(int32)", cuda.clz, 1) == 31
    assert launch("void(uint16)", cuda.clz, 1) == 15
    assert launch("void(int64)", cuda.clz, 1) == 63
    assert launch("void(uint32)", cuda.brev, 1) == 2**31
    assert launch("void(int32)", cuda.brev, 1) == -(2**31)
    assert launch("void(int8)", cuda.popc, -1) == 8


def test_numbers_are_converted():
    assert launch("void(uint8)", lambda x: x, 257) == 1
    assert launch("void(int8)", lambda x: x, 200) == -56
    assert launch("void(float32)", lambda x: x, 0.1) == float(np.float32(0.1))
    assert launch("void(float64, int32[:])", lambda x, a: x + a[0], 0.5, np.ones(1, np.int32)) == 1.5


def test_arithmetic_gives_plain_integers():
    assert launch("void(int32)", lambda x: x * 4, 2**30) == 2**32
    assert launch("void(int32)", lambda x: cuda.clz(x * 4), 1) == 61


def test_positions_have_32_bits():
    assert launch("void()", lambda: cuda.clz(cuda.threadIdx.x)) == 32
    assert launch("void()", lambda: cuda.clz(cuda.laneid)) == 32


def test_kernels_have_no_result():
    with pytest.raises(TypeError, match="a kernel must return nothing"):
        simulate(lambda x: None, {}, ["int32(int32)"])
    simulate(lambda x: x, {"device": True}, ["int32(int32)"])

"""The words of kernels: each is a member of its module under its own name, by which the compiler knows it."""

import subprocess
import sys

import pytest

from coluber import cuda
from coluber.cuda.kernel import names


@pytest.mark.parametrize("name", sorted(names.HOMES))
def test_a_word_is_a_member_of_its_module(name):
    word = getattr(cuda, name)
    assert word.__module__.startswith("coluber.cuda.kernel.")
    assert getattr(sys.modules[word.__module__], word.__name__) is word


@pytest.mark.parametrize("family", ["libdevice", "fp16", "bf16", "fp8"])
def test_functions_of_tables_are_members_of_their_modules(family):
    module = getattr(cuda, family)
    for name, row in module.FUNCTIONS.items():
        function = getattr(module, name)
        assert (function.__module__, function.__name__) == (module.__name__, name)
        assert row.arguments
        assert row.results


def test_libdevice_is_complete():
    assert len(cuda.libdevice.FUNCTIONS) == 317


def test_import_loads_nothing():
    program = "import sys, coluber.cuda; print([m for m in sys.modules if m.startswith('coluber.cuda.') or m == 'numpy'])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    "use",
    [
        lambda: cuda.threadIdx.x,
        lambda: cuda.grid(1),
        lambda: cuda.laneid + 1,
        lambda: cuda.syncthreads(),
        lambda: cuda.atomic.add([0], 0, 1),
        lambda: cuda.shared.array(1, "f4"),
        lambda: cuda.shfl_sync(1, 2, 3),
        lambda: cuda.libdevice.sin(1.0),
    ],
)
def test_outside_of_a_kernel_words_say_so(use):
    with pytest.raises(RuntimeError, match="only inside a kernel"):
        use()


def test_vectors_are_made_of_numbers_and_vectors():
    assert cuda.float4 is cuda.float32x4
    vector = cuda.float4(1, cuda.float2(2, 3), 4)
    assert (vector.x, vector.y, vector.z, vector.w) == (1, 2, 3, 4)
    assert cuda.int8x2(255, 1).x == -1
    with pytest.raises(TypeError, match="takes 3 numbers; 2 were given"):
        cuda.float3(1, 2)
    with pytest.raises(TypeError):
        vector + vector


def test_numba_cuda_is_the_same_package():
    program = """
import coluber; coluber.install_as_numba()
import numba.cuda
from numba import cuda
from numba.cuda import threadIdx
print(cuda is coluber.cuda, threadIdx is coluber.cuda.threadIdx)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "True"]

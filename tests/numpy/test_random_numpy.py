"""``numpy.random`` and the methods of its generators in compiled code, compared with NumPy draw by draw."""

from __future__ import annotations

import gc
import random
import subprocess
import sys
import threading

import numpy as np
import pytest

import coluber
from coluber import cuda, njit, typeof, types
from coluber.core.errors import UnsupportedError
from tests.numpy.random_support import same_draws
from tests.run.support import compile_error, expression, script_output, source

# Parameters of each distribution, some of them refused.
DISTRIBUTIONS = {
    "beta": ["1.5, 2", "0.3, 0.2", "0.01, 0.02", "0, 1", "1, 0", "-1, -1", "1, 1", "2, .5"],
    "exponential": ["", "2.5", "-1", "-0.0", "np.nan"],
    "normal": ["", "3, 2", "0, -1", "1, np.nan"],
    "gamma": ["0.5", "2, 3", "1, 2", "0, 1", "-1", "1, -1", "np.nan, 1"],
    "f": ["1, 2", "5, 8", "0, 1", "1, 0"],
    "noncentral_f": ["2, 3, 1", "1, 1, 0", "0.5, 2, 3", "0, 1, 1", "1, 0, 1", "1, 1, -1"],
    "chisquare": ["1", "2", "7.5", "0", "np.nan"],
    "noncentral_chisquare": ["3, 2", "0.5, 1", "1, 0", "0, 1", "1, -1", "0.5, np.nan"],
    "standard_cauchy": [""],
    "standard_t": ["1", "10", "0", "np.nan"],
    "vonmises": ["0, 1", "2, 1e-9", "1, 1e-6", "-1, 700", "1, 1e8", "0, np.nan", "0, -1", "5, .5"],
    "pareto": ["1", "3.5", "0"],
    "weibull": ["1", "0", "2.5", "-1"],
    "power": ["0.5", "3", "0"],
    "laplace": ["", "1, 2", "0, -1"],
    "gumbel": ["", "1, 2", "0, -1"],
    "logistic": ["", "1, 2", "0, -1"],
    "lognormal": ["", "1, 2", "0, -1"],
    "rayleigh": ["", "2", "-1"],
    "wald": ["1, 2", "10, .1", "0, 1", "1, 0"],
    "triangular": ["1, 2, 3", "0, 0, 1", "2, 1, 3", "1, 4, 3", "1, 1, 1", "np.nan, 1, 1"],
    "binomial": ["10, .5", "100, .3", "1000, .9", "10, 0", "0, .5", "10, 1", "-1, .5", "1, -.1", "1, np.nan", "100000, .37"],
    "negative_binomial": ["1, .5", "10.5, .2", "0, .5", "1, 0", "1, 1.1", "1, np.nan", "np.nan, .5", "1e18, 1e-5"],
    "poisson": ["", "0", "3.3", "10", "50.5", "1e5", "-1", "np.nan", "1e19"],
    "zipf": ["2", "1.5", "4", "1", "np.nan"],
    "geometric": ["0.5", "0.1", "0.01", "1", "0", "1.1"],
    "hypergeometric": [
        "5, 10, 3",
        "50, 30, 20",
        "100, 1000, 200",
        "1000, 100, 50",
        "10, 10, 20",
        "-1, 1, 1",
        "-1, 5, 2",
        "5, -1, 2",
        "1, 1, -1",
        "1, 1, 0",
        "1, 1, 3",
        "10**9, 1, 1",
        "30, 20, 12",
        "20, 30, 45",
    ],
    "logseries": ["0.5", "0.99", "0.1", "0", "1", "np.nan", "-.1"],
}


@pytest.mark.parametrize("kind", ["numpy", "generator"])
@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_distributions(name, kind):
    function = f"np.random.{name}" if kind == "numpy" else f"g.{name}"
    for parameters in DISTRIBUTIONS[name]:
        more = f"{parameters}, " if parameters else ""
        scalar, many = f"{function}({parameters})", f"{function}({more}size=200)"
        same_draws(f"({scalar}, {many}, {scalar})", kind)


FUNCTIONS = [
    "np.random.random()",
    "np.random.random(3)",
    "np.random.sample((2, 3))",
    "np.random.ranf()",
    "np.random.random_sample(())",
    "np.random.rand()",
    "np.random.rand(2, 3)",
    "np.random.randn()",
    "np.random.randn(3)",
    "np.random.randn(2, 2)",
    "np.random.standard_normal(5)",
    "np.random.standard_normal()",
    "np.random.standard_exponential(4)",
    "np.random.standard_gamma(.3, 5)",
    "np.random.standard_gamma(2.5, 5)",
    "np.random.standard_gamma(1, 5)",
    "np.random.standard_gamma(0, 2)",
    "np.random.uniform(size=3)",
    "np.random.uniform(2, 5)",
    "np.random.uniform(5, 2, size=(2, 2))",
    "np.random.uniform(0, np.inf)",
    "np.random.uniform(-1, (2., 3.))",
    "np.random.randint(5)",
    "(np.random.randint(0, 2**40), np.random.randint(-2**63, 2**63 - 1), np.random.randint(4, 5), np.random.randint(0, 2**32))",
    "np.random.randint(3, 9, size=10)",
    "np.random.randint(0, 2**40, 10)",
    "np.random.randint(-2**63, 2**63-1, 5)",
    "np.random.randint(0, 200, 5, np.uint8)",
    "np.random.randint(-100, 100, 5, np.int16)",
    "np.random.randint(0, 100000, 5, np.uint32)",
    "np.random.randint(0, 2, 5, np.bool_)",
    "np.random.randint(0, 2**62, 5, np.uint64)",
    "np.random.randint(5, 5)",
    "np.random.randint(0)",
    "np.random.randint(-1, 300, 5, np.uint8)",
    "np.random.randint(1, 300, 5, np.uint8)",
    "np.random.randint(7, 7, 0)",
]


@pytest.mark.parametrize("text", FUNCTIONS)
def test_functions(text):
    same_draws(text, "numpy")


METHODS = [
    "random()",
    "random(3)",
    "random((2, 2), np.float32)",
    "random(dtype=np.float32)",
    "random(out=np.zeros(4))",
    "random(out=np.zeros((2, 3), np.float32), dtype=np.float32)",
    "random(3, out=np.zeros(4))",
    "standard_normal()",
    "standard_normal(3)",
    "standard_normal(3, dtype=np.float32)",
    "standard_normal(dtype=np.float32)",
    "standard_exponential()",
    "standard_exponential(3)",
    "standard_exponential(3, np.float32)",
    "standard_exponential(3, np.float32, 'inv')",
    "standard_exponential(method='inv')",
    "standard_exponential((2, 2), method='inv')",
    "standard_gamma(.5)",
    "standard_gamma(2.5, 3)",
    "standard_gamma(2.5, 3, np.float32)",
    "standard_gamma(0.5, dtype=np.float32)",
    "standard_gamma((1., 2., 0.3))",
    "standard_gamma(1.5, out=np.zeros(3))",
    "standard_gamma(A + 1, out=np.zeros((4, 3)))",
    "standard_gamma((1.0, 2.0, 0.3), (2, 3), out=np.zeros((2, 3)))",
    "standard_gamma(np.ones(3, np.float32), dtype=np.float32, out=np.zeros((2, 3), np.float32))",
    "standard_gamma(A + 1, out=np.zeros(3))",
    "standard_gamma((1.0, -2.0), out=np.zeros(2))",
    "uniform()",
    "uniform(3, 1)",
    "uniform(0, np.inf)",
    "uniform(1, 4, size=3)",
    "integers(5)",
    "integers(9, endpoint=seed > 50)",
    "integers(3, 9, 5, endpoint=seed > 50)",
    "integers(0, 2**40)",
    "integers(-(2**63), 2**63 - 1)",
    "integers(4, 5)",
    "integers(0, 2**32)",
    "integers(3, 9, 10)",
    "integers(3, 9, 10, endpoint=True)",
    "integers(0, 2**40, 5)",
    "integers(0, 100, 7, np.uint8)",
    "integers(0, 100, 7, np.int8, True)",
    "integers(0, 100, 7, np.int16)",
    "integers(0, 2, 9, np.bool_)",
    "integers(-5, 100, 7, np.int32)",
    "integers(0, 2**63-1, 7, np.uint64)",
    "integers(100, dtype=np.int8)",
    "integers(5, 5)",
    "integers(0)",
    "integers(-1, endpoint=True)",
    "integers(1, 300, 3, np.uint8)",
    "integers(0, 255, 3, np.uint8, True)",
    "integers(0, 256, 3, np.uint8)",
    "integers(0, 2**32-1, 3, endpoint=True)",
    "integers(0, 2**32, 3)",
    "integers(-2**63, 2**63-1, 3, endpoint=True)",
    "integers(9, 2)",
    "integers(9, 2, endpoint=True)",
]


@pytest.mark.parametrize("text", METHODS)
def test_methods(text):
    same_draws(f"g.{text}", "generator")


@pytest.mark.parametrize(
    "text",
    [
        "normal((0, 10.0), 2)",
        "gamma(A + 1, (1.0, 2, 3))",
        "poisson((1.0, 100.0), size=(3, 2))",
        "poisson((1.0, 100.0), size=(3, 1))",
        "beta(2, (1.0, 0.0))",
        "binomial(V, 0.5)",
        "uniform((1.0, 2.0), 3, (2, 3))",
        "uniform((1.0, 2.0), 3, (2, 2))",
    ],
)
def test_parameters_that_are_arrays(text):
    same_draws(f"g.{text}", "generator")
    same_draws(f"np.random.{text}", "numpy")


@pytest.mark.parametrize("bits", [np.random.MT19937, np.random.PCG64, np.random.PCG64DXSM, np.random.Philox, np.random.SFC64])
def test_bit_generators(bits):
    function = expression("(g.random(3), g.integers(100, size=5), g.standard_normal(), g.random(dtype=np.float32))", "g")
    for one, other in zip(njit(function)(np.random.Generator(bits(5))), function(np.random.Generator(bits(5))), strict=True):
        np.testing.assert_array_equal(one, other)


BOUNDS = [
    "(V)",
    "(V + 1)",
    "(V + 1, size=(3, 9))",
    "(-V, 5)",
    "((1, 2), (3, 2**40), (4, 2))",
    "(V, V + 3, dtype=np.int32)",
    "(0, V + 1, dtype=np.uint32)",
    "(V, 2**62 + V, dtype=np.uint64)",
    "(V, 8)",
    "(V - 3, 300, dtype=np.uint32)",
    "(V, 2**31 - 6 + V, dtype=np.int32)",
    "(0, V + 1.5)",
    "(V - 0.5, (V + 3.7)[:1], dtype=np.int32)",
    "(0.9, V + 1.5, dtype=np.uint64)",
    "(0, (1.5, np.inf))",
    "(0, (1.5, np.nan))",
    "(0, (1.5, 1e30))",
    "(9.9, size=5)",
    "(-2.5, 3.9, 5)",
    "(0.9, 256.5, 5, dtype=np.uint8)",
    "(0.9, 9.5, 5, dtype=np.uint64)",
    "(0.9, 300.5, 5, dtype=np.uint8)",
    "(0, 0.5)",
    "(np.nan, 3)",
    "(3, -np.inf)",
    "(-1e30, 3)",
]


@pytest.mark.parametrize("text", BOUNDS)
def test_bounds_that_are_arrays(text):
    same_draws(f"np.random.randint{text}", "numpy")
    same_draws(f"g.integers{text}", "generator")
    same_draws(f"g.integers{text[:-1]}, endpoint=True)", "generator")


# ------------------------------------------------------------------------------------------------------------------- states


@njit
def seed(number):
    np.random.seed(number)


@njit
def three():
    return np.random.random(3)


@njit
def normals(n):
    return np.random.normal(size=n)


def test_seeds():
    for number in (0, 7, 2**32 - 1):
        np.random.seed(number)
        seed(number)
        np.testing.assert_array_equal(three(), np.random.random(3))
    for words in (np.array([1, 2, 3]), np.array([2**32 - 1]), np.arange(700)):
        np.random.seed(words)
        seed(words)
        np.testing.assert_array_equal(three(), np.random.random(3))
    for number in (-1, 2**32, np.array([3, -1])):
        with pytest.raises(ValueError, match=r"Seed must be between 0 and 2\*\*32 - 1"):
            seed(number)
    with pytest.raises(ValueError, match="Seed must be non-empty"):
        seed(np.zeros(0, np.int64))


def test_a_seed_forgets_the_second_normal_number():
    np.random.seed(3)
    expected = np.random.normal(size=3)
    for _ in range(2):
        seed(3)
        np.testing.assert_array_equal(normals(3), expected)


def test_seeds_from_outside():
    @njit
    def both():
        return np.random.random(), random.random()

    for number in (0, 2**32 - 1):
        np.random.seed(number)
        random.seed(number)
        coluber.random.seed(number)
        assert both() == (np.random.random(), random.random())
    coluber.random.seed()
    first = both()
    coluber.random.seed()
    assert both() != first
    with pytest.raises(ValueError, match="Seed must be between"):
        coluber.random.seed(-1)


def test_states_are_not_those_of_numpy():
    np.random.seed(5)
    expected = np.random.random(3)
    np.random.seed(5)
    seed(6)
    three()
    np.testing.assert_array_equal(np.random.random(3), expected)


def test_each_thread_has_a_state():
    found = {}

    def run(number, given):
        if given is not None:
            seed(given)
        found[number] = three()

    for number, given in enumerate((4, 4, None, None)):
        thread = threading.Thread(target=run, args=(number, given))
        thread.start()
        thread.join()
    np.testing.assert_array_equal(found[0], found[1])
    assert not np.array_equal(found[2], found[3])
    assert not np.array_equal(found[0], found[2])


def test_states_after_a_fork():
    script = """
    import os, random, numpy as np
    from coluber import njit

    @njit
    def seed(number):
        np.random.seed(number)
        random.seed(number)

    @njit
    def draw():
        return np.random.random()

    @njit
    def pythons():
        return random.random()

    def in_child(draw=draw):
        read, write = os.pipe()
        if os.fork() == 0:
            os.write(write, repr(draw()).encode())
            os._exit(0)
        os.wait()
        return float(os.read(read, 100))

    draw()
    print(len({in_child(), in_child(), draw()}))
    seed(3)
    print(len({in_child(), in_child(), draw()}))
    print(len({in_child(pythons), in_child(pythons), pythons()}), random.Random(3).random() == (seed(3), pythons())[1])
    """
    assert script_output(script).split() == ["3", "1", "3", "True"]


# --------------------------------------------------------------------------------------------------------------- generators


@njit
def made(number):
    return np.random.default_rng(number)


def test_generators_are_made_and_returned():
    generator = made(12)
    assert isinstance(generator, np.random.Generator)
    assert generator.random() == np.random.default_rng(12).random()
    assert made(generator) is generator
    assert made(None).random() != made(None).random()
    with pytest.raises(ValueError, match="expected non-negative integer"):
        made(-1)
    same_draws("np.random.default_rng(seed).normal(size=3)", "generator")
    same_draws("np.random.default_rng().random() >= 0", "generator")
    assert str(typeof(generator)) == "NumPyRandomGeneratorType"


def test_generators_in_tuples():
    f = njit(expression("(a[1], a[0].random(), a)", "a"))
    generator = np.random.default_rng(3)
    second, number, both = f((generator, generator))
    assert second is generator
    assert both[0] is generator
    assert number == np.random.default_rng(3).random()


@pytest.mark.parametrize(
    "text",
    [
        "np.random.normal(size='x')",
        "np.random.normal(1j)",
        "np.random.normal((1, 2j))",
        "np.random.random(1.5)",
        "np.random.beta(1)",
        "np.random.seed('a')",
        "np.random.seed(1.5)",
        "np.random.randint(2.5j)",
        "np.random.choice(3, p=0.5)",
        "np.random.multinomial(2, 0.5)",
        "np.random.default_rng(1).random(dtype=np.int32)",
        "np.random.default_rng(1).random(out=np.zeros(3, np.float32))",
        "np.random.default_rng(1).integers(3, dtype=np.float64)",
    ],
)
def test_refused(text):
    assert compile_error(expression(text, "a"), 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("g.integers(0, 'a')", "integers() does not take Literal[str](a) as its argument 'high'; it takes int64"),
        ("g.random(2.5)", "random() does not take float64 as its argument 'size'; it takes int64"),
        ("g.choice(5.5)", "choice() does not take float64 as its argument 'a'"),
        ("g.integers()", "integers() misses the argument 'low'"),
        ("g.normal(0, 1, 2, 3, 4)", "normal() takes 3 positional arguments at most, but 5 were given"),
        ("g.normal(mean=2)", "normal() got an unexpected keyword argument 'mean'; it takes loc, scale, size"),
        ("np.random.rand(2, 2.5)", "random.rand() does not take float64 as its argument 1; it takes int64"),
        ("np.random.randn('a')", "random.randn() does not take Literal[str](a) as its argument 0"),
    ],
)
def test_which_argument_is_refused(text, message):
    assert message in compile_error(expression(text, "g"), np.random.default_rng(1))


@pytest.mark.parametrize("text", ["np.random.random()", "np.random.seed(3)", "np.random.normal(0, 1)"])
def test_kernels_have_no_state(text):
    kernel = cuda.jit(source(f"def f(a):\n    {text}\n"))
    with pytest.raises(UnsupportedError, match=r"numpy\.random\.\w+ is not supported in a kernel[^$]*cuda\.random"):
        kernel[1, 1](np.zeros(2))


def test_kernels_draw_from_no_generator():
    kernel = cuda.jit(source("def f(a, g):\n    a[0] = g.random()\n"))
    with pytest.raises(UnsupportedError, match="random numbers of a generator are not supported in a kernel"):
        kernel[1, 1](np.zeros(2), np.random.default_rng(1))


def test_generators_are_given_back():
    f = njit(expression("np.random.default_rng(a).random()", "a"))
    f(1)
    gc.collect()
    before = sum(isinstance(x, np.random.Generator) for x in gc.get_objects())
    numbers = {f(k) for k in range(50)}
    kept = made(1)
    other = np.random.default_rng(1)
    assert sys.getrefcount(kept) == sys.getrefcount(other)
    del kept, other
    gc.collect()
    assert len(numbers) == 50
    assert sum(isinstance(x, np.random.Generator) for x in gc.get_objects()) == before


PROGRAM = """
import random
import numpy as np
from coluber import njit

@njit(cache=True)
def f(n):
    np.random.seed(n)
    random.seed(n)
    return np.random.binomial(10, 0.3), np.random.normal(), random.random(), np.random.default_rng(n).random()

@njit(cache=True)
def g(r):
    return r.binomial(10, 0.3)

print(f(3), g(np.random.default_rng(3)), len(f.stats.cache_hits) + len(g.stats.cache_hits))
"""


def test_cached_code(tmp_path):
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)
    first, second = (
        subprocess.run([sys.executable, str(path)], capture_output=True, text=True, check=True).stdout.rsplit(maxsplit=1)
        for _ in range(2)
    )
    assert first[0] == second[0]
    assert (int(first[1]), int(second[1])) == (0, 2)


def test_generators_in_signatures_and_optionals():
    ty = types.NumPyRandomGeneratorType()
    f = njit(types.float64(ty))(expression("g.random()", "g"))
    expected = np.random.default_rng(1).random()
    assert f(np.random.default_rng(1)) == expected
    for wrong in (3, 1j, np.zeros(2)):
        with pytest.raises(TypeError):
            f(wrong)
    perhaps = njit(source("def f(g, k):\n    x = g if k else None\n    return 0.0 if x is None else x.random()\n"))
    assert perhaps(np.random.default_rng(1), True) == expected
    assert perhaps(np.random.default_rng(1), False) == 0.0

"""``stencil``: compared with kernels that Python runs at each element."""

from __future__ import annotations

import linecache
import pickle

import numpy as np
import pytest

from coluber import njit, stencil
from coluber.core.errors import NumbaValueError, TypingError
from coluber.stencils.loops import StencilCall

BEFORE = 1


class At:
    """An array as a kernel sees it at one element; indices beyond the ends are those of a mode."""

    def __init__(self, array, index, mode):
        self.array, self.index, self.mode = array, index, mode
        self.shape = array.shape

    def __len__(self):
        return len(self.array)

    def __getitem__(self, relative):
        relative = relative if isinstance(relative, tuple) else (relative,)
        places = []
        for at, part, length in zip(self.index, relative, self.array.shape, strict=True):
            if isinstance(part, slice):
                places.append([self.place(at + k, length) for k in range(part.start, part.stop, part.step or 1)])
            else:
                places.append(self.place(at + part, length))
        if any(isinstance(place, list) for place in places):
            return self.array[np.ix_(*(np.atleast_1d(place) for place in places))]
        return self.array[tuple(places)].item()

    def place(self, k, length):
        if self.mode == "wrap":
            return k % length
        if self.mode == "nearest":
            return min(max(k, 0), length - 1)
        if self.mode == "reflect":
            k %= 2 * length
            return min(k, 2 * length - 1 - k)
        assert 0 <= k < length
        return k


def expected(made, neighborhood, dtype, *args, out=None):
    """Apply a stencil's kernel in Python."""
    first = args[0]
    result = np.full(first.shape, made.options.get("cval", 0), dtype) if out is None else out.copy()
    if out is not None and "cval" in made.options:
        result[...] = made.options["cval"]
    relative = [
        isinstance(a, np.ndarray) and n not in made.standard_indexing for n, a in zip(made.parameters, args, strict=False)
    ]
    for index in np.ndindex(first.shape):
        if made.mode == "constant" and any(
            at + low < 0 or at + high >= n for at, n, (low, high) in zip(index, first.shape, neighborhood, strict=True)
        ):
            continue
        seen = (At(a, index, made.mode) if moved else a for a, moved in zip(args, relative, strict=True))
        result[index] = made.py_func(*seen)
    return result


def check(made, neighborhood, dtype, *args, out=None, ways=2):
    """Compare calls from Python, from compiled code, and from compiled code with parallel loops, or the first of these."""
    wanted = expected(made, neighborhood, dtype, *args, out=out)
    for call in callers(made)[:ways]:
        given = {} if out is None else {"out": out.copy()}
        found = call(*args, **given)
        assert found.dtype == wanted.dtype
        np.testing.assert_allclose(found, wanted, rtol=1e-12)
        assert not given or found is given["out"] or call is not made


def callers(made):
    def compiled(*args, out=None):
        return made(*args) if out is None else made(*args, out=out)

    return [made, njit(compiled), njit(parallel=True)(compiled)]


RNG = np.random.default_rng(7)
ONE = RNG.random(11)
TWO = RNG.random((6, 7))
THREE = RNG.random((4, 5, 6))


def steps(a):
    ahead = 1
    behind = -ahead * 2
    return a[ahead] - a[behind]


KERNELS = {
    "variables": (steps, ((-2, 1),), (ONE,)),
    "mean": (lambda a: (a[-1] + a[1]) / 2, ((-1, 1),), (ONE,)),
    "ahead": (lambda a: a[2] - a[1], ((1, 2),), (ONE,)),
    "behind": (lambda a: a[-3], ((-3, -3),), (ONE,)),
    "itself": (lambda a: a[0] * 2, ((0, 0),), (ONE,)),
    "cross": (lambda a: a[-1, 0] + a[1, 0] + 3 * a[0, -1] + a[0, 2], ((-1, 1), (-1, 2)), (TWO,)),
    "cube": (lambda a: a[-1, 0, 1] - a[1, 1, 0] + a[0, -1, -2], ((-1, 1), (-1, 1), (-2, 1)), (THREE,)),
    "two": (lambda a, b: a[1] * b[-2] + b[0], ((-2, 1),), (ONE, ONE[::-1] * 2)),
    "larger": (lambda a, b: a[0, 1] + b[1, 0], ((0, 1), (0, 1)), (TWO[:4, :5], TWO)),
    "scalar": (lambda a, c: a[1] * c + a[-1], ((-1, 1),), (ONE, 3)),
    "slice": (lambda a: np.sum(a[-2:3]), ((-2, 2),), (ONE,)),
    "block": (lambda a: np.max(a[-1:2, 0:2]), ((-1, 1), (0, 1)), (TWO,)),
    "length": (lambda a: a[1] + len(a) + a.shape[0], ((0, 1),), (ONE,)),
    "names": (lambda a: a[BEFORE + 1] + a[-BEFORE * 2], ((-2, 2),), (ONE,)),
    "choice": (lambda a: a[1] if a[0] > 0.5 else -a[-1], ((-1, 1),), (ONE,)),
    "strided": (lambda a: a[-1, 0] + a[0, 1], ((-1, 0), (0, 1)), (TWO[::2, ::-1],)),
    "fortran": (lambda a: a[-1, 0] + a[0, 1], ((-1, 0), (0, 1)), (np.asfortranarray(TWO),)),
    "short": (lambda a: a[-3] + a[3], ((-3, 3),), (ONE[:4],)),
    "empty": (lambda a: a[-1] + a[1], ((-1, 1),), (ONE[:0],)),
    "no_rows": (lambda a: a[-1, 0] + a[0, 1], ((-1, 0), (0, 1)), (TWO[:, :0],)),
}


@pytest.mark.optimised
@pytest.mark.parametrize("name", KERNELS)
def test_kernels(name):
    kernel, neighborhood, args = KERNELS[name]
    check(stencil(kernel), neighborhood, np.float64, *args, ways=3)


@pytest.mark.parametrize("mode", ["wrap", "reflect", "nearest"])
@pytest.mark.parametrize("name", ["mean", "behind", "cross", "cube", "larger", "slice", "length", "short", "empty", "fortran"])
def test_modes(mode, name):
    kernel, neighborhood, args = KERNELS[name]
    check(stencil(mode)(kernel), neighborhood, np.float64, *args)


RESULTS = {
    # dtype of the elements -> of a sum of two, of one element, of a comparison
    "bool": ("int64", "bool", "bool"),
    "int8": ("int64", "int8", "bool"),
    "uint8": ("uint64", "uint8", "bool"),
    "int32": ("int64", "int32", "bool"),
    "int64": ("int64", "int64", "bool"),
    "float32": ("float32", "float32", "bool"),
    "float64": ("float64", "float64", "bool"),
    "complex128": ("complex128", "complex128", None),
}


@pytest.mark.parametrize("dtype", RESULTS)
def test_the_result_has_the_type_that_the_kernel_returns(dtype):
    array = (RNG.random(9) * 8).astype(dtype)
    kernels = (lambda a: a[-1] + a[1]), (lambda a: a[-1]), (lambda a: a[-1] < a[0])
    neighborhoods = ((-1, 1),), ((-1, -1),), ((-1, 0),)
    for kernel, neighborhood, result in zip(kernels, neighborhoods, RESULTS[dtype], strict=True):
        if result is not None:
            check(stencil(kernel), neighborhood, np.dtype(result), array, ways=1)


@pytest.mark.parametrize(
    ("cval", "dtype"),
    [(3, "float64"), (3.5, "float32"), (np.nan, "float64"), (3.5, "int64"), (True, "int64"), (-2, "int64"), (1j, "complex128")],
)
def test_cval(cval, dtype):
    array = np.arange(5).astype(dtype)
    made = stencil(lambda a: a[-1] * a[2], cval=cval)
    check(made, ((-1, 2),), np.dtype(dtype), array)


@pytest.mark.parametrize(
    ("cval", "dtype"), [(1j, "float64"), ("x", "float64"), (None, "float64"), (np.nan, "int64"), (-1, "uint64")]
)
def test_a_cval_that_does_not_fit(cval, dtype):
    made = stencil(lambda a: a[-1] + a[2], cval=cval)
    for call in callers(made)[:1]:
        with pytest.raises(NumbaValueError, match="cval=.* does not fit into an array of " + dtype):
            call(np.arange(5).astype(dtype))


@pytest.mark.parametrize("dtype", ["float64", "float32", "int64"])
@pytest.mark.parametrize("options", [{}, {"cval": 5}])
def test_out(dtype, options):
    made = stencil(lambda a: a[-1] * 8 + a[1], **options)
    check(made, ((-1, 1),), None, np.arange(7.0), out=np.full(7, 9, dtype))


def test_out_is_filled_everywhere_in_other_modes():
    out = np.full((6, 7), 9.0)
    made = stencil("wrap")(lambda a: a[-1, 0] + a[0, 1])
    assert made(TWO, out=out) is out
    np.testing.assert_array_equal(out, np.roll(TWO, 1, 0) + np.roll(TWO, -1, 1))


def moving_sum(a, n, weights):
    total = 0.0
    for k in range(-n, n + 1):
        total += a[k] * weights[k + n]
    return total


@pytest.mark.parametrize("mode", ["constant", "wrap", "nearest"])
def test_a_neighborhood_for_indices_that_are_not_constant(mode):
    made = stencil(mode, neighborhood=((-2, 2),), standard_indexing=("weights",))(moving_sum)
    assert made.neighborhood == ((-2, 2),)
    check(made, ((-2, 2),), np.float64, ONE, 1, np.array([1.0, 2.0, 3.0]))
    check(made, ((-2, 2),), np.float64, ONE, 2, np.arange(5.0))


@pytest.mark.parametrize("neighborhood", [((-3, 0),), ((-1, 4),), [[-1, 0]], ((-20, 20),)])
def test_the_neighborhood_says_what_the_border_is(neighborhood):
    check(stencil(lambda a: a[-1] + a[0], neighborhood=neighborhood), neighborhood, np.float64, ONE)


def test_standard_indexing_of_arrays_with_other_axes():
    made = stencil(lambda a, w: a[0, 1] * w[1] + a[-1, 0] * w[0], standard_indexing="w")
    check(made, ((-1, 0), (0, 1)), np.float64, TWO, np.array([2.0, 0.5]))


def test_closures_names_and_statements():
    def of(distance):
        @stencil
        def kernel(a, factor=2.0):
            """Say what it does."""
            b = a
            here = b[0] * factor

            def other(x):
                return x + distance

            return here + other(b[distance])

        return kernel

    for distance in (1, 2):
        made = of(distance)
        assert (made.__name__, made.__doc__) == ("kernel", "Say what it does.")
        check(made, ((0, distance),), np.float64, ONE)
        check(made, ((0, distance),), np.float64, ONE, 3.0)
        np.testing.assert_array_equal(made(a=ONE, factor=3.0), made(ONE, 3.0))


def test_two_lambdas_in_one_line():
    first, second = stencil(lambda a: a[1]), stencil(lambda a: a[-1])
    assert first(ONE[:3]).tolist() == [ONE[1], ONE[2], 0]
    assert second(ONE[:3]).tolist() == [0, ONE[0], ONE[1]]


def test_a_kernel_calls_compiled_functions_and_stencils_follow_each_other():
    square = njit(lambda x: x * x)
    made = stencil(lambda a: square(a[1]) - square(a[-1]))

    @njit
    def twice(a):
        return made(made(a)) + made(a, out=np.ones_like(a))

    wanted = expected(made, ((-1, 1),), np.float64, ONE)
    with_ones = wanted.copy()
    with_ones[[0, -1]] = 1
    np.testing.assert_allclose(twice(ONE), expected(made, ((-1, 1),), np.float64, wanted) + with_ones)


def test_parallel_functions_divide_the_loops(monkeypatch):
    asked = []
    find = StencilCall.find

    def noting(self, *args):
        asked.append(self.options)
        return find(self, *args)

    monkeypatch.setattr(StencilCall, "find", noting)
    large = RNG.random((300, 200))
    wanted = large[:-2, :-1] + large[2:, :-1] + large[1:-1, 1:]
    for way, options in enumerate([{}, {}, {"parallel": True}]):
        asked.clear()
        call = callers(stencil(lambda a: a[-1, 0] + a[1, 0] + a[0, 1]))[way]
        np.testing.assert_allclose(call(large)[1:-1, :-1], wanted)
        assert asked == [options]


def test_an_exception_has_the_lines_of_the_kernel():
    @stencil
    def kernel(a):
        if a[1] > 5:
            raise ValueError("too large")
        return a[0]

    with pytest.raises(ValueError, match="too large") as caught:
        kernel(np.arange(9.0))
    last = caught.traceback[-1]
    assert (last.name, str(last.path), last.lineno + 1) == ("kernel", __file__, kernel.py_func.__code__.co_firstlineno + 3)


def test_stencils_are_described():
    made = stencil("wrap", cval=2)(moving_sum_of_two)
    assert (made.mode, made.options, made.neighborhood) == ("wrap", {"cval": 2}, None)
    assert "moving_sum_of_two" in repr(made)
    assert pickle.loads(pickle.dumps(moving_sum_of_two)) is moving_sum_of_two


@stencil
def moving_sum_of_two(a):
    return a[0] + a[1]


# -------------------------------------------------------------------------------------------------------------- errors


def assigns(a):
    a[0] = 3
    return a[0]


def adds(a):
    a[1] += 3
    return a[0]


def renames(a):
    a = a + 1
    return a[0]


def loops(a):
    total = 0.0
    for k in range(2):
        total += a[k]
    return total


WRONG = {
    "not_constant": (loops, {}, (ONE,), "index of 'a' is not constant.*neighborhood"),
    "fraction": (lambda a: a[0.5], {}, (ONE,), "an index of 'a' must be an integer, not 0.5"),
    "neighborhood_axes": (
        loops,
        {"neighborhood": ((0, 1), (0, 1))},
        (ONE,),
        "neighborhood has 2 axes, but the array 'a' has 1",
    ),
    "neighborhood_narrow": (lambda a: a[-2], {"neighborhood": ((-1, 1),)}, (ONE,), "index -2 of 'a' is outside"),
    "index_axes": (lambda a: a[1], {}, (TWO,), "index of 'a' must have 2 parts"),
    "index_parts": (lambda a: a[1, 0], {}, (ONE,), "index of 'a' must have 1 parts"),
    "open_slice": (lambda a: np.sum(a[-1:]), {}, (ONE,), "slice of 'a' needs both ends"),
    "backward_slice": (lambda a: np.sum(a[1:-1:-1]), {}, (ONE,), "step of a slice of 'a'"),
    "slice_narrow": (lambda a: np.sum(a[0:3]), {"neighborhood": ((0, 1),)}, (ONE,), "index 3 of 'a' is outside"),
    "assigned": (assigns, {}, (ONE,), "array 'a' is indexed relatively, its elements cannot be assigned"),
    "changed": (adds, {}, (ONE,), "array 'a' is indexed relatively, its elements cannot be assigned"),
    "renamed": (renames, {}, (ONE,), "array 'a' cannot be assigned"),
    "no_access": (lambda a: 3.0, {}, (ONE,), "does not index an array relatively"),
    "second_axes": (lambda a, b: a[1] + b[0], {}, (ONE, TWO), "'b' is indexed relatively and must have as many axes as 'a'"),
    "array_result": (lambda a: a[-1:2], {}, (ONE,), "must return a number, not array"),
    "tuple_result": (lambda a: (a[-1], a[1]), {}, (ONE,), "must return a number"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_kernels(name):
    kernel, options, args, message = WRONG[name]
    made = stencil(kernel, **options)
    for call in callers(made)[:2]:
        with pytest.raises(NumbaValueError, match=message):
            call(*args)


def test_an_error_has_the_place_in_the_kernel():
    with pytest.raises(NumbaValueError, match=rf"(?s)test_stencil.py.*line {loops.__code__.co_firstlineno + 3}"):
        stencil(loops)(ONE)


def test_arrays_of_other_sizes():
    made = stencil(lambda a, other: a[1] + other[0])
    for call in callers(made)[:2]:
        with pytest.raises(ValueError, match="array 'other' is smaller than 'a'"):
            call(ONE, ONE[:-1])
        with pytest.raises(ValueError, match="out does not have the shape of 'a'"):
            call(ONE, ONE, out=np.zeros(12))
    with pytest.raises(NumbaValueError, match="out must be an array with 1 axes"):
        made(ONE, ONE, out=TWO)


def test_the_first_argument_is_an_array():
    with pytest.raises(TypeError, match="first argument, 'a', must be an array, not list"):
        moving_sum_of_two([1.0, 2.0])
    with pytest.raises(NumbaValueError, match="first argument, 'a', must be an array with axes, not float64"):
        njit(lambda x: moving_sum_of_two(x))(3.0)
    with pytest.raises(NumbaValueError, match="must be an array with axes"):
        moving_sum_of_two(np.array(3.0))


def test_arguments_that_do_not_fit():
    with pytest.raises(TypeError):
        moving_sum_of_two()
    with pytest.raises(TypeError):
        moving_sum_of_two(ONE, ONE)
    with pytest.raises(TypingError, match=r"moving_sum_of_two\(\) takes 1 positional arguments but 2 were given"):
        njit(lambda x: moving_sum_of_two(x, x))(ONE)
    with pytest.raises(TypingError, match="unexpected keyword argument 'b'"):
        njit(lambda x: moving_sum_of_two(x, b=x))(ONE)


def no_parameter():
    return 1.0


def result_parameter(a, out):
    return a[0]


def many_parameters(*a):
    return 1.0


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: stencil("mirror"), "no mode 'mirror'"),
        (lambda: stencil(border=3), "no option 'border'"),
        (lambda: stencil(moving_sum, neighborhood=3), "neighborhood must be pairs of integers"),
        (lambda: stencil(moving_sum, neighborhood=((1, -1),)), "first index must not be larger"),
        (lambda: stencil(moving_sum, standard_indexing=("b",)), "no parameter 'b'"),
        (lambda: stencil(moving_sum, standard_indexing=("a",)), "'a' is the first array"),
        (lambda: stencil(no_parameter), "needs a parameter"),
        (lambda: stencil(result_parameter), "parameter 'out'"),
        (lambda: stencil(many_parameters), "positional ones"),
    ],
)
def test_wrong_decorators(make, message):
    with pytest.raises(NumbaValueError, match=message):
        make()


def test_a_kernel_is_a_function():
    with pytest.raises(TypeError, match="must be a function"):
        stencil(3)


def kernel_from(source, filename):
    scope = {}
    exec(compile(source, filename, "exec"), scope)
    return scope["kernel"]


def test_the_source_is_needed():
    source = "def kernel(a):\n    return a[1]\n"
    with pytest.raises(NumbaValueError, match=r"kernel\(\) cannot be compiled: its source is needed"):
        stencil(kernel_from(source, "<nowhere>"))(ONE)
    linecache.cache["<somewhere>"] = len(source), None, source.splitlines(keepends=True), "<somewhere>"
    assert stencil(kernel_from(source, "<somewhere>"))(ONE)[0] == ONE[1]


def test_a_source_that_has_changed_is_not_taken():
    source = "def kernel(a):\n    return a[1] + a[0]\n"
    for number, changed in enumerate([source.replace("1", "2"), source.replace("+", "-")]):
        name = f"<changed {number}>"
        linecache.cache[name] = len(changed), None, changed.splitlines(keepends=True), name
        with pytest.raises(NumbaValueError, match="its source is needed"):
            stencil(kernel_from(source, name))(ONE)


def test_without_compilation_of_functions(fresh_python):
    output = fresh_python("""
        import os
        os.environ["NUMBA_DISABLE_JIT"] = "1"
        import numpy as np
        import linecache
        from coluber import njit, stencil
        source = "def kernel(a):\\n    return a[1] * 2\\n"
        linecache.cache["<k>"] = len(source), None, source.splitlines(keepends=True), "<k>"
        scope = {}
        exec(compile(source, "<k>", "exec"), scope)
        made = stencil(scope["kernel"])
        print(njit(lambda a: made(a))(np.arange(3.0)))
    """)
    assert output.strip() == "[2. 4. 0.]"


def test_indices_are_checked_where_that_is_asked_for(fresh_python):
    output = fresh_python("""
        import os
        os.environ["NUMBA_BOUNDSCHECK"] = "1"
        import numpy as np
        import linecache
        from coluber import stencil
        source = "def kernel(a, k):\\n    return a[k]\\n"
        linecache.cache["<k>"] = len(source), None, source.splitlines(keepends=True), "<k>"
        scope = {}
        exec(compile(source, "<k>", "exec"), scope)
        try:
            stencil(scope["kernel"], neighborhood=((0, 0),))(np.arange(3.0), 5)
        except IndexError as e:
            print("refused")
    """)
    assert output.strip() == "refused"


def test_an_error_in_a_kernel_is_reported_once():
    @stencil
    def wrong(a):
        return a[1].nothing

    for call in (wrong, njit(lambda a: wrong(a))):
        with pytest.raises(TypingError, match=r"Unknown attribute 'nothing'(.|\n)*return a\[1\]\.nothing") as caught:
            call(np.arange(4.0))
        assert str(caught.value).count("Failed in nopython mode pipeline") == 1

"""Errors and warnings as classes, their texts, and what the decorators refuse."""

from __future__ import annotations

import builtins
import copy
import linecache
import warnings

import pytest

import coluber
from coluber import errors, jit, njit, types
from coluber.core.report import Location

# class -> its base
HIERARCHY = {
    "NumbaError": "Exception",
    "UnsupportedError": "NumbaError",
    "UnsupportedRewriteError": "UnsupportedError",
    "UnsupportedBytecodeError": "Exception",
    "IRError": "NumbaError",
    "RedefinedError": "IRError",
    "NotDefinedError": "IRError",
    "VerificationError": "IRError",
    "DeprecationError": "NumbaError",
    "LoweringError": "NumbaError",
    "ForbiddenConstruct": "LoweringError",
    "UnsupportedParforsError": "NumbaError",
    "TypingError": "NumbaError",
    "UntypedAttributeError": "TypingError",
    "RequireLiteralValue": "TypingError",
    "LiteralTypingError": "TypingError",
    "NumbaValueError": "TypingError ValueError",
    "NumbaTypeError": "TypingError TypeError",
    "NumbaAttributeError": "TypingError",
    "NumbaAssertionError": "TypingError",
    "NumbaNotImplementedError": "TypingError",
    "NumbaKeyError": "TypingError",
    "NumbaIndexError": "TypingError IndexError",
    "ByteCodeSupportError": "NumbaError",
    "CompilerError": "NumbaError",
    "ConstantInferenceError": "NumbaError",
    "InternalError": "NumbaError",
    "InternalTargetMismatchError": "InternalError",
    "NonexistentTargetError": "InternalError",
    "ForceLiteralArg": "NumbaError",
    "NumbaRuntimeError": "NumbaError",
    "NumbaWarning": "Warning",
    "NumbaPerformanceWarning": "NumbaWarning",
    "NumbaDeprecationWarning": "NumbaWarning DeprecationWarning",
    "NumbaPendingDeprecationWarning": "NumbaWarning PendingDeprecationWarning",
    "NumbaParallelSafetyWarning": "NumbaWarning",
    "NumbaTypeSafetyWarning": "NumbaWarning",
    "NumbaExperimentalFeatureWarning": "NumbaWarning",
    "NumbaInvalidConfigWarning": "NumbaWarning",
    "NumbaPedanticWarning": "NumbaWarning",
    "NumbaIRAssumptionWarning": "NumbaPedanticWarning",
    "NumbaDebugInfoWarning": "NumbaWarning",
    "NumbaSystemWarning": "NumbaWarning",
}


@pytest.mark.parametrize("name", HIERARCHY)
def test_hierarchy(name):
    cls = getattr(errors, name)
    bases = tuple(getattr(errors, base, None) or getattr(builtins, base) for base in HIERARCHY[name].split())
    assert cls.__bases__ == bases
    assert getattr(coluber, name) is cls


def test_our_names():
    assert errors.ColuberError is errors.NumbaError
    assert errors.ColuberWarning is errors.NumbaWarning


def test_contexts_are_added_to_the_text():
    error = errors.TypingError("no")
    assert error.add_context("typing of x") is error
    error.add_context("pass two")
    assert str(error) == "no\nDuring: typing of x\nDuring: pass two"
    assert error.contexts == ["typing of x", "pass two"]
    assert error.msg == "no"
    error.patch_message("yes")
    assert str(error) == "yes"


def test_error_context():
    with pytest.raises(errors.LoweringError, match="oops\nDuring: lowering x"), errors.new_error_context("lowering {0}", "x"):
        raise ValueError("oops")
    with pytest.raises(errors.TypingError, match="oops\nDuring: lowering x"), errors.new_error_context("lowering {0}", "x"):
        raise errors.TypingError("oops")


def test_constructors():
    assert str(errors.UntypedAttributeError(types.int8, "foo")) == "Unknown attribute 'foo' of type int8"
    assert "'x' is read where nothing" in str(errors.NotDefinedError("x"))
    assert errors.ForceLiteralArg([1, 2]).requested_args == {1, 2}
    assert errors.NumbaWarning("careful").msg == "careful"


# ------------------------------------------------------------------------------------------------------------- texts

SOURCE = """\
def f(a):

    x = a.sum()
    größe = x + a.shape2[0]
\treturn größe
"""


@pytest.fixture
def source_file():
    name = "<excerpt of test_errors_api>"
    linecache.cache[name] = (len(SOURCE), None, SOURCE.splitlines(keepends=True), name)
    yield name
    del linecache.cache[name]


def test_excerpt_has_carets_under_the_columns(source_file):
    line = SOURCE.splitlines()[3]
    start = len(line[: line.index("a.shape2")].encode())
    error = errors.make_error(
        "UntypedAttributeError",
        "Unknown attribute 'shape2' of type array(float64, 1d, C)",
        source_file,
        4,
        start,
        start + len("a.shape2"),
        ["a has type array(float64, 1d, C)"],
        ["did you mean 'shape'?"],
        ["typing of get attribute"],
    )
    assert isinstance(error, errors.UntypedAttributeError)
    assert str(error).splitlines() == [
        "Failed in nopython mode pipeline (step: nopython frontend)",
        "Unknown attribute 'shape2' of type array(float64, 1d, C)",
        "",
        f'File "{source_file}", line 4:',
        "    x = a.sum()",
        "    größe = x + a.shape2[0]",
        "                ^^^^^^^^",
        "",
        "a has type array(float64, 1d, C)",
        "hint: did you mean 'shape'?",
        "During: typing of get attribute",
    ]
    assert error.msg == "Unknown attribute 'shape2' of type array(float64, 1d, C)"
    assert error.contexts == ["typing of get attribute"]
    assert error.loc == Location(source_file, 4, start, start + 8)
    error.add_context("more")
    assert str(error).endswith("\nDuring: more")


def test_excerpt_without_columns(source_file):
    lines = str(errors.make_error("LoweringError", "no", source_file, 5)).splitlines()
    assert lines[0] == "Failed in nopython mode pipeline (step: native lowering)"
    assert lines[-2:] == ["\treturn größe", "\t^^^^^^^^^^^^"]


def test_excerpt_without_source():
    assert str(errors.make_error("NumbaError", "no", "<nowhere>", 7)) == 'no\n\nFile "<nowhere>", line 7:'
    assert str(errors.make_error("NumbaError", "no")) == "no"


def test_excerpt_survives_columns_out_of_range(source_file):
    for col, end_col in [(1000, 2000), (3, 3), (0, 10**9)]:
        assert "^" in str(errors.make_error("TypingError", "no", source_file, 4, col, end_col))


def test_errors_of_other_classes():
    assert type(errors.make_error("TypeError", "no")) is TypeError
    assert str(errors.make_error("TypeError", "no")) == "no"
    assert type(errors.make_error("NoSuchClass", "no")) is errors.InternalError
    assert type(errors.make_error("UnsupportedBytecodeError", "no")) is errors.UnsupportedBytecodeError


def test_no_colours_where_no_terminal_is(source_file):
    assert "\033" not in str(errors.make_error("TypingError", "no", source_file, 4, 0, 5, ["note"], ["hint"]))


def test_colours(monkeypatch, source_file):
    from coluber.core import report

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(report.sys.stderr, "isatty", lambda: True, raising=False)
    assert "\033[" in str(errors.make_error("TypingError", "no", source_file, 4, 0, 5))
    monkeypatch.setattr(coluber.config, "COLOR_SCHEME", "no_color")
    assert "\033[" not in str(errors.make_error("TypingError", "no", source_file, 4, 0, 5))
    monkeypatch.setattr(coluber.config, "COLOR_SCHEME", "dark_bg")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\033[" not in str(errors.make_error("TypingError", "no", source_file, 4, 0, 5))


# -------------------------------------------------------------------------------------------------- names and options


def test_missing_names_of_the_package():
    with pytest.raises(AttributeError, match=r"coluber does not have numba\.stubs yet"):
        _ = coluber.stubs
    with pytest.raises(AttributeError, match="did you mean 'njit'"):
        _ = coluber.njitt
    with pytest.raises(ImportError, match=r"coluber does not have numba\.stubs yet"):
        from coluber import stubs  # noqa: F401
    assert not hasattr(coluber, "stubs")


def plain(x):
    return x


def test_options_of_kernels_are_refused_at_the_call():
    refused = njit(device=True)(plain)
    assert (refused.py_func, refused.__name__) == (plain, "plain")
    with pytest.raises(KeyError, match=r"Unrecognized options: \{'device'\}"):
        refused(1)


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: jit(fasmath=True), KeyError, r"Unrecognized options: \{'fasmath' \(did you mean 'fastmath'\?\)\}"),
        (lambda: jit(argtypes=()), errors.DeprecationError, "`argtypes` is a thing of the past"),
        (lambda: jit(fastmath={"quick"}), ValueError, "Unrecognized fastmath flags: {'quick'}"),
        (lambda: jit(fastmath="fast"), ValueError, "fastmath takes True, False or a set of flags"),
        (lambda: jit(error_model="c"), ValueError, "error_model must be 'python' or 'numpy'"),
        (lambda: jit(inline="often"), ValueError, "inline must be 'always', 'never' or a callable, got 'often'"),
        (lambda: jit(locals={"x": 1}), TypeError, "the type of variable 'x' must be a type instance"),
        (lambda: jit(parallel=3), ValueError, "parallel takes True, False or a dict"),
        (lambda: jit(pipeline_class=object), TypeError, "pipeline_class must be a class derived from CompilerBase"),
        (lambda: jit(nopython=True, forceobj=True), ValueError, "'nopython' and 'forceobj' exclude each other"),
        (lambda: jit(3), TypeError, "The decorated object is not a function, but of <class 'int'>"),
        (lambda: jit(int), TypeError, "The decorated object is not a function"),
        (lambda: jit(abs), TypeError, "The decorated object is not a function"),
        (lambda: jit(jit(plain)), TypeError, "already jitted function"),
        (lambda: jit("i4")(plain), TypeError, "invalid signature"),
    ],
)
def test_refused_at_decoration(make, error, message):
    with pytest.raises(error, match=message):
        make()


def test_options_that_only_warn():
    with pytest.warns(errors.NumbaDeprecationWarning, match="nopython=False"):
        jit(nopython=False)
    with pytest.warns(RuntimeWarning, match="njit decides nopython itself") as caught:
        njit(nopython=True)
    assert caught[0].filename == __file__


def test_known_options_are_accepted():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        jit(
            nopython=True,
            fastmath={"nnan": True, "nsz": False},
            error_model="numpy",
            boundscheck=True,
            nogil=True,
            locals={"x": types.int8},
            inline="always",
            forceinline=True,
            debug=True,
            parallel=False,
            cache=False,
            looplift=True,
            forceobj=False,
            no_cpython_wrapper=True,
            no_cfunc_wrapper=True,
            no_rewrites=True,
            _nrt=True,
            _dbg_extend_lifetimes=True,
            _dbg_optnone=True,
            _target="cpu",
            pipeline_class=None,
        )


@pytest.mark.parametrize("text", ["x.missing", "not_there(x)", "x + 'a'"])
def test_errors_mean_the_same_in_another_process(text):
    import pickle

    from coluber import njit

    scope = {}
    exec(f"def f(x):\n    return {text}", scope)
    with pytest.raises(errors.NumbaError) as raised:
        njit(scope["f"])(3)
    again = pickle.loads(pickle.dumps(raised.value))
    assert type(again) is type(raised.value)
    assert str(again) == str(raised.value)
    assert again.contexts == raised.value.contexts


def exceptions():
    """All exceptions and warnings of the two modules of errors, and their names."""
    from coluber.cuda.host import errors as of_cuda

    modules = (errors, of_cuda)
    found = {value for module in modules for name, value in vars(module).items() if not name.startswith("_")}
    return sorted(
        (cls for cls in found if isinstance(cls, type) and issubclass(cls, BaseException)), key=lambda cls: cls.__name__
    )


# What constructors take that is no text, by the name of the parameter.
SPECIAL_ARGUMENTS = {"arg_indices": [0, 2], "code": 719, "tid": (1, 0, 0), "ctaid": (0, 0, 0)}


def example_of(cls):
    """An exception of a class, with all its arguments but those of the source's place."""
    import inspect

    made = inspect.signature(cls.__init__).parameters.values()
    names = [p.name for p in made if p.kind is p.POSITIONAL_OR_KEYWORD and p.name not in ("self", "highlighting", "loc")]
    named = {name: SPECIAL_ARGUMENTS.get(name, f"the {name}") for name in names}
    error = cls(**named) if names else cls("the text")
    if "loc" in inspect.signature(cls.__init__).parameters:
        error.loc = Location("example.py", 3, 4)
    return error


def by_pickle(error):
    import pickle

    return pickle.loads(pickle.dumps(error))


@pytest.mark.parametrize("again", [by_pickle, copy.copy, copy.deepcopy])
@pytest.mark.parametrize("cls", exceptions())
def test_exceptions_are_pickled_and_copied(cls, again):
    error = example_of(cls)
    same = again(error)
    assert type(same) is cls
    assert same is not error
    assert (str(same), same.args) == (str(error), error.args)
    assert repr(vars(same)) == repr(vars(error))


def test_copies_of_errors_have_what_other_processes_do_not_get():
    error = errors.UntypedAttributeError(types.int64, "missing")
    assert copy.deepcopy(error).value is types.int64
    assert by_pickle(error).value is None
    assert by_pickle(error).attr == "missing"
    copy.copy(error).add_context("something else")
    assert error.contexts == []

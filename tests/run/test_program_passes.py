"""Passes and rewrites of programs that change code, and the IR that they work on."""

import operator
import re
import subprocess
import sys
from types import FunctionType

import numpy as np
import pytest

from coluber import errors, njit, prange, types
from coluber.core import analysis, ir, ir_utils
from coluber.core.compiler import CompilerBase, DefaultPassBuilder, Flags, compile_extra, run_frontend
from coluber.core.compiler_machinery import AnalysisPass, FunctionPass, register_pass
from coluber.core.program_ir.reading import read_function
from coluber.core.program_ir.writing import write_function
from coluber.core.rewrites import Rewrite, register_rewrite, rewrite_registry
from coluber.core.typed_passes import NopythonRewrites
from coluber.core.untyped_passes import IRProcessing


def pipeline(run_pass, after=IRProcessing, analysis_only=False, name="own"):
    """Return a pipeline with a pass that does what a function does."""
    base = AnalysisPass if analysis_only else FunctionPass
    own = type("Own", (base,), {"_name": name, "run_pass": lambda self, state: bool(run_pass(state))})
    own.run_pass.__code__ = own.run_pass.__code__.replace(co_filename=run_pass.__code__.co_filename)
    register_pass(mutates_CFG=True, analysis_only=analysis_only)(own)

    class WithPass(CompilerBase):
        def define_pipelines(self):
            manager = DefaultPassBuilder.define_nopython_pipeline(self.state)
            manager.add_pass_after(own, after)
            manager.finalize()
            return [manager]

    return WithPass


@pytest.fixture
def rewrites():
    """Register rewrites for one test."""
    before = {kind: list(known) for kind, known in rewrite_registry.rewrites.items()}
    yield register_rewrite
    rewrite_registry.rewrites.update(before)


# --------------------------------------------------------------------------------------------------------- there and back

SCALE = 3


def everything(x, n=3, *args):
    total = 0
    for i in range(n):
        if i > 1 and x:
            total += x * 2
            continue
        total = -total - i
    pair = (total, 1.5)
    items = [1, 2, pair[0]]
    items[0] = 3
    items.append(len(args))
    first, second = pair
    best = first if first > 3 else total
    text = f"{best:>4}|{n!r}"
    if best >= 1000:
        raise OverflowError("too large")
    table = {1: 2.0, n: second}
    while n > 0:
        n -= 1
        if n == SCALE:
            break
    else:
        items.append(99)
    squares = [k * k for k in items if k is not None]
    low, *rest = squares
    z = np.zeros(4, dtype=np.int64)
    z[1:3] = low

    def inner(y, by=2, *, plus=1):
        return y * by + first + plus

    del second
    return total, items, text, table, squares, rest[0], z.sum(), inner(2), 3 in items, not x, (x < n < 5)


def handling(numbers, k):
    total = 0
    for x in numbers:
        try:
            total += k // x
            if x > 5:
                raise ValueError("large", x)
        except ZeroDivisionError:
            total -= 1
            continue
        except ValueError as error:
            total += len(error.args)
            if x > 10:
                raise
            if x > 8:
                raise KeyError(x) from error
        else:
            total += 1000
        finally:
            total += 10000
    return total


def matching(pair, table):
    match pair:
        case (0, y):
            first = y
        case (int(x), float(y)) if x > 2:
            first = x + y
        case _:
            first = -1.0
    match table:
        case {"a": a, "b": b}:
            return first, a * b
    return first, 0


def delegating(n):
    got = yield from range(n)
    yield 10 if got is None else 20
    for k in range(2):
        yield from (k * x for x in range(n))


def counting(n):
    yield n
    yield from (n + 1, n + 2)
    return 2 * n


def asking(n):
    first = yield from counting(n)
    second = 2 * (yield from counting(n + 10))
    yield first - second


class Counted:
    def __init__(self, swallows):
        self.entered = 0
        self.left = 0
        self.swallows = swallows

    def __enter__(self):
        self.entered += 1
        return self.entered

    def __exit__(self, cls, error, traceback):
        self.left += 1 if error is None else 10
        return self.swallows


def managed(manager, x):
    total = 0
    for k in range(3):
        with manager as count:
            total += count
            if k == x:
                continue
            if k == x - 10:
                break
            if k == x - 20:
                return total, manager.entered, manager.left
            if x == 40:
                raise ValueError("stop")
            with manager, manager as inner:
                if x == 50:
                    raise KeyError(k)
                total += 100 * inner
    try:
        with manager:
            total += 1000 // (x - 60)
    except ZeroDivisionError:
        total = -total
    finally:
        total += 1
    return total, manager.entered, manager.left


def generator(n):
    for k in range(n):
        got = yield k * 2
        if got:
            yield -1.0


def raising(x):
    if x > 3:
        raise ValueError("too large", x)
    return 1 // x


def test_code_is_the_same_after_it_was_read_and_written():
    for args in ((2, 5), (0, 2), (7, 4, 1, 2)):
        assert njit(write_function(read_function(everything), everything))(*args) == everything(*args)
    assert list(njit(write_function(read_function(generator), generator))(3)) == [0, 2, 4]
    matched = njit(write_function(read_function(matching), matching))
    for arguments in (((0, 1.5), {"a": 2, "b": 3}), ((3, 1.5), {"a": 2}), ((1, 1.5), {"b": 3})):
        assert matched(*arguments) == matching(*arguments)
    handled = njit(write_function(read_function(handling), handling))
    for numbers in ([1, 2, 0, 6], [0, 0]):
        assert handled(numbers, 10) == handling(numbers, 10)
    for numbers, expected in (([3, 20], ValueError), ([9], KeyError)):
        with pytest.raises(expected) as raised:
            handled(numbers, 7)
        assert raised.value.args[-1] == numbers[-1]
    assert raised.value.__cause__.args == ("large", 9)
    again = njit(write_function(read_function(raising), raising))
    assert again(2) == 0
    with pytest.raises(ValueError, match="too large") as raised:
        again(5)
    assert raised.traceback[-1].lineno + 1 == raising.__code__.co_firstlineno + 2
    with pytest.raises(ZeroDivisionError):
        again(0)


def test_with_statements_and_delegation_are_the_same_after_they_were_read_and_written():
    def there_and_back(function):
        return njit(write_function(read_function(function), function))

    def outcome(function, swallows, x):
        try:
            return function(Counted(swallows), x)
        except Exception as error:
            return type(error), error.args

    again = there_and_back(managed)
    for x in (0, 1, 5, 11, 12, 21, 40, 50, 60, 61):
        for swallows in (False, True):
            assert outcome(again, swallows, x) == outcome(managed, swallows, x), (x, swallows)
    assert list(there_and_back(delegating)(3)) == list(delegating(3))
    asked = there_and_back(FunctionType(asking.__code__, {"counting": there_and_back(counting)}))
    assert list(asked(3)) == list(asking(3))


def test_ir():
    function = run_frontend(everything)
    assert function.arg_names == ["x", "n", "args"]
    assert function.func_id.func_name == "everything"
    blocks = function.blocks.values()
    heads = [block for block in blocks for _ in block.find_exprs("iternext")]
    # From CPython 3.12 on comprehensions are part of the function.
    assert len(heads) in (1, 2)
    assert [expr.op for expr in heads[0].find_exprs()] == ["iternext", "pair_first", "pair_second"]
    assert isinstance(heads[0].terminator, ir.Branch)
    assert {var.name for var in heads[0].terminator.list_vars()} == {heads[0].body[2].target.name}
    assert function.get_definition("pair").op == "build_tuple"
    with pytest.raises(KeyError, match="is assigned in 3 places"):
        function.get_definition("total")
    text = function.dump_to_string()
    assert "label 0:\n    x = arg(0, name=x)" in text
    assert "global(range: <class 'range'>)" in text


def test_helpers():
    def f(x, n):
        unused = x * 2
        y = np.zeros(n)
        y.fill(SCALE)
        for k in range(n):
            y[k] += len(y) if k else x
        return y

    function = run_frontend(f)
    calls = [expr for block in function.blocks.values() for expr in block.find_exprs("call")]
    names = [ir_utils.guard(ir_utils.find_callname, function, call) for call in calls]
    assert [name if isinstance(name[1], str) else (name[0], name[1].name) for name in names] == [
        ("zeros", "numpy"), ("fill", "y"), ("range", "builtins"), ("bool", "builtins"), ("len", "builtins"),
    ]  # fmt: skip
    assert ir_utils.find_const(function, calls[1].args[0]) == SCALE
    assert ir_utils.guard(ir_utils.find_const, function, ir.Var(None, "x", function.loc)) is None
    assert ir_utils.mk_unique_var("$a.b") != ir_utils.mk_unique_var("$a.b")
    graph = analysis.compute_cfg_from_blocks(function.blocks)
    (loop,) = graph.loops().values()
    assert list(graph.exit_points() - loop.body) == sorted(loop.exits)
    assert graph.topo_order()[0] == 0
    usedefs = analysis.compute_use_defs(function.blocks)
    live = analysis.compute_live_map(graph, function.blocks, usedefs.usemap, usedefs.defmap)
    assert {"x", "y"} <= live[loop.header]
    assert "n" not in live[loop.header]
    assert ir_utils.dead_code_elimination(function)
    assert "unused" not in function.dump_to_string()
    function.blocks = ir_utils.rename_labels(ir_utils.simplify_CFG(function.blocks))
    ir_utils.replace_var_names(function.blocks, {"y": "z"})
    assert "y" not in ir_utils.get_name_var_table(function.blocks)
    np.testing.assert_array_equal(njit(write_function(function, f))(2.5, 3), [5.5, 6.0, 6.0])


def test_code_of_another_function_in_a_pass():
    def shift(a, b):
        return a * 10 if b > 2 else b

    def inline(state):
        """Put the code of `shift` in the place of the sum."""
        blocks = state.func_ir.blocks
        block = blocks[0]
        at = next(k for k, stmt in enumerate(block.body) if getattr(getattr(stmt, "value", None), "op", "") == "binop")
        call, rest = block.body[at], block.body[at + 1 :]
        made = ir_utils.compile_to_numba_ir(shift, {})
        first = min(made.blocks)
        ir_utils.replace_arg_nodes(made.blocks[first], [call.value.lhs, call.value.rhs])
        label = ir_utils.next_label()
        ir_utils.replace_returns(made.blocks, call.target, label)
        block.body[at:] = [ir.Jump(first, call.loc)]
        blocks.update(made.blocks)
        blocks[label] = ir.Block(block.scope, call.loc)
        blocks[label].body = rest
        return True

    f = njit(pipeline_class=pipeline(inline))(lambda x, y: (x + y) - 1)
    assert (f(5, 3), f(5, 1)) == (49, 0)


# ----------------------------------------------------------------------------------------------------------------- passes


def test_a_pass_over_constants():
    def add_one(state):
        for block in state.func_ir.blocks.values():
            for assign in block.find_insts(ir.Assign):
                if isinstance(assign.value, ir.Const) and isinstance(assign.value.value, int):
                    assign.value = ir.Const(assign.value.value + 1, assign.value.loc)
        state.metadata["constants"] = True
        return True

    @njit(pipeline_class=pipeline(add_one))
    def f(n):
        total = 10
        for i in range(n):
            if i % 2 == 0:
                total += i
        return total

    assert (f(10), f(2.0 > 1)) == (11 + 1 + 4 + 7, 11)
    assert f.get_metadata((types.int64,))["constants"] is True
    # Callers get the changed function.
    assert njit(lambda n: f(n) + 1)(10) == 24


def test_a_pass_that_calls_another_function():
    @njit
    def plus(a, b):
        return a + b + 100

    def use(state):
        for block in state.func_ir.blocks.values():
            for assign in list(block.find_insts(ir.Assign)):
                found = assign.value
                if isinstance(found, ir.Expr) and found.op == "binop" and found.fn is operator.add:
                    function = block.scope.redefine("$plus", found.loc)
                    named = ir.Assign(ir.Global("plus", plus, found.loc), function, found.loc)
                    block.body.insert(block.body.index(assign), named)
                    assign.value = ir.Expr.call(function, [found.lhs, found.rhs], (), found.loc)
        return True

    @njit(pipeline_class=pipeline(use))
    def f(a, b):
        return (a + b) * 2

    assert f(1, 2) == 206
    np.testing.assert_array_equal(f(np.arange(3), np.ones(3)), (np.arange(3) + 101) * 2)


def test_a_pass_that_removes_a_branch():
    def no_asserts(state):
        for block in state.func_ir.blocks.values():
            last = block.terminator
            if isinstance(last, ir.Branch) and isinstance(state.func_ir.blocks[last.truebr].terminator, ir.Raise):
                block.body[-1] = ir.Jump(last.falsebr, last.loc)
        return True

    @njit(pipeline_class=pipeline(no_asserts))
    def f(x):
        if x <= 0:
            raise AssertionError("not positive")
        return -x

    assert f(-3) == 3


def test_a_typed_pass():
    seen = []

    def truncate(state):
        seen.append((state.typemap["arg.x"], state.typemap["z"], state.return_type))
        for block in state.func_ir.blocks.values():
            for expr in block.find_exprs("binop"):
                if expr.fn is operator.truediv and isinstance(state.typemap[expr.lhs.name], types.Integer):
                    assert state.calltypes[expr] == types.float64(types.int64, types.int64)
                    expr.fn = operator.floordiv
        return True

    @njit(pipeline_class=pipeline(truncate, NopythonRewrites))
    def f(x, y):
        z = x / y
        return z if x > y else x

    assert [f(7, 2), f(7.0, 2.0), f(2, 7)] == [3, 3.5, 2]
    assert seen == [(types.int64, types.float64, types.float64), (types.float64, types.float64, types.float64)]
    assert f.nopython_signatures[0].return_type == types.int64
    # What is wrong with the types is said as it is without passes.
    with pytest.raises(errors.TypingError, match="nothing"):
        njit(pipeline_class=pipeline(truncate, NopythonRewrites))(lambda x: x.nothing)(1)


def test_recursion_runs_the_changed_function():
    def negate(state):
        for block in state.func_ir.blocks.values():
            for assign in block.find_insts(ir.Assign):
                if isinstance(assign.value, ir.Const) and assign.value.value == 1:
                    assign.value = ir.Const(2, assign.value.loc)
        return True

    @njit(pipeline_class=pipeline(negate, NopythonRewrites))
    def count(n):
        if n <= 0:
            return 0
        return 1 + count(n - 1)

    assert count(6) == 6


class Coded(Exception):
    def __init__(self, text, code=0):
        super().__init__(text)
        self.code = code


def test_constant_exceptions():
    seen = []

    def look(state):
        ends = [block.terminator for block in state.func_ir.blocks.values()]
        seen.extend((end.exc_class, end.exc_args) for end in ends if isinstance(end, ir.StaticRaise))

    @njit(pipeline_class=pipeline(look, NopythonRewrites))
    def f(x):
        if x > 3:
            raise Coded("large", 5)
        if x > 2:
            raise ValueError
        return x

    with pytest.raises(Coded, match="large") as raised:
        f(4)
    assert raised.value.code == 5
    with pytest.raises(ValueError, match="^$"):
        f(3)
    assert seen == [(Coded, ("large", 5)), (ValueError, None)]


def test_passes_that_only_look_see_the_ir():
    seen = []

    def look(state):
        seen.append((len(state.func_ir.blocks) > 2, state.typemap["y"], "half" in state.typed_ir))

    @njit(pipeline_class=pipeline(look, analysis_only=True))
    def half(x):
        y = x / 2
        return y if x > 1 else 0.0

    assert half(3) == 1.5
    assert seen == [(True, types.float64, True)]


# ----------------------------------------------------------------------------------------------------------------- errors


def test_what_can_not_be_compiled_is_named():
    def put(value):
        def change(state):
            block = state.func_ir.blocks[0]
            loc = block.terminator.loc
            target = block.scope.redefine("made", loc)
            block.insert_before_terminator(ir.Assign(value(block.scope, loc), target, loc))
            return True

        return njit(pipeline_class=pipeline(change))(lambda x: x)

    cases = [
        (lambda scope, loc: ir.Expr.phi(loc), r"`made = phi\(.*\)`, which the pass own has left, can't be compiled: phi is no"),
        (lambda scope, loc: ir.Var(scope, "other", loc), "the variable 'other' is assigned nowhere"),
        (lambda scope, loc: 3, "3 is an object that can't be assigned"),
        (lambda scope, loc: ir.Expr.binop("+", ir.Var(scope, "x", loc), ir.Var(scope, "x", loc), loc), "no operator"),
        (lambda scope, loc: ir.Expr("call", loc, func=3), "3 stands where a variable belongs"),
        (lambda scope, loc: ir.Expr.getattr(ir.Var(scope, "x", loc), 5, loc), "5 stands where a name belongs"),
    ]
    for value, message in cases:
        with pytest.raises(errors.UnsupportedError, match=message):
            put(value)(1)

    def open_end(state):
        state.func_ir.blocks[0].body.pop()

    def nowhere(state):
        state.func_ir.blocks[0].body[-1] = ir.Jump(77, state.func_ir.loc)

    def captures_nothing(state):
        for block in state.func_ir.blocks.values():
            for make in block.find_exprs("make_function"):
                make.closure = ir.Var(block.scope, "x", make.loc)

    with pytest.raises(errors.UnsupportedError, match=r"`make_function\(.*what the inner function captures is not a tuple"):
        njit(pipeline_class=pipeline(captures_nothing))(lambda x: (lambda y: x + y)(1))(1)
    with pytest.raises(errors.UnsupportedError, match="block 0 does not end with a jump"):
        njit(pipeline_class=pipeline(open_end))(lambda x: x)(1)
    with pytest.raises(errors.UnsupportedError, match="there is no block 77"):
        njit(pipeline_class=pipeline(nowhere))(lambda x: x)(1)


def test_exceptions_of_passes():
    def fail(state):
        raise RuntimeError("no such thing")

    def refuse(state):
        raise errors.TypingError("of no use", loc=state.func_ir.loc)

    with pytest.raises(RuntimeError, match="^no such thing") as raised:
        njit(pipeline_class=pipeline(fail))(lambda x: x)(1)
    assert raised.value.__notes__[0].startswith("raised by the pass own (")
    with pytest.raises(errors.TypingError, match=r"^Failed in nopython mode pipeline \(step: own\)\nof no use"):
        njit(pipeline_class=pipeline(refuse))(lambda x: x)(1)

    total = 0

    def outward(x):
        nonlocal total
        total += x

    with pytest.raises(errors.UnsupportedError, match="assignment to the variable 'total' of a function that is not compiled"):
        run_frontend(outward)

    def wrong_type(state):
        block = state.func_ir.blocks[0]
        block.body[-2].value = ir.Expr.getattr(block.body[-2].value.value, "nothing", block.body[-2].loc)

    def with_line(x):
        y = x + 1
        return y

    with pytest.raises(errors.TypingError, match="nothing") as raised:
        njit(pipeline_class=pipeline(wrong_type))(with_line)(1)
    assert f"line {with_line.__code__.co_firstlineno + 2}" in str(raised.value)


# --------------------------------------------------------------------------------------------------------------- rewrites


def test_a_rewrite_before_inference(rewrites):
    @rewrites("before-inference")
    class Foo(Rewrite):
        def match(self, func_ir, block, typemap, calltypes):
            assert typemap is None
            self.block, self.found = block, []
            for expr in block.find_exprs("call"):
                method = func_ir._definitions[expr.func.name][0]
                if isinstance(method, ir.Expr) and method.op == "getattr" and method.attr == "foo":
                    self.found.append((expr, method.value))
            return bool(self.found)

        def apply(self):
            made = self.block.copy()
            for expr, value in self.found:
                for k, stmt in enumerate(made.body):
                    if isinstance(stmt, ir.Assign) and stmt.value is expr:
                        made.body[k] = ir.Assign(ir.Expr.unary(operator.neg, value, stmt.loc), stmt.target, stmt.loc)
            made.body = [stmt for stmt in made.body if getattr(getattr(stmt, "value", None), "attr", None) != "foo"]
            return made

    @njit
    def f(x):
        return x.foo() + 1

    assert (f(3), f(2.5)) == (-2, -1.5)
    # Functions that are called are rewritten, too.
    inner = njit(lambda x: x.foo())
    assert njit(lambda x: inner(x) * 2)(4) == -8
    with pytest.raises(errors.TypingError, match="foo"):
        njit(no_rewrites=True)(lambda x: x.foo())(3)


def test_a_rewrite_with_types(rewrites):
    class Square(Rewrite):
        def match(self, func_ir, block, typemap, calltypes):
            self.block, self.found = block, []
            for assign in block.find_insts(ir.Assign):
                expr = assign.value
                if isinstance(expr, ir.Expr) and expr.op == "binop" and expr.fn is operator.pow:
                    if isinstance(typemap[expr.lhs.name], types.Float) and expr.static_rhs == 2:
                        assert calltypes[expr].args[0] == types.float64
                        self.found.append(assign)
            return bool(self.found)

        def apply(self):
            made = self.block.copy()
            for k, stmt in enumerate(made.body):
                if stmt in self.found:
                    product = ir.Expr.binop(operator.add, stmt.value.lhs, stmt.value.lhs, stmt.loc)
                    made.body[k] = ir.Assign(product, stmt.target, stmt.loc)
            return made

    def power(x):
        return x**2

    before = njit(power)
    assert before(3.0) == 9.0
    rewrites("after-inference")(Square)
    after = njit(power)
    assert (after(3.0), after(3)) == (6.0, 9)
    # What was compiled stays as it is.
    assert before(3.0) == 9.0
    with pytest.raises(KeyError, match="rewrites run"):
        register_rewrite("at some time")
    with pytest.raises(TypeError, match="derived from Rewrite"):
        register_rewrite("before-inference")(int)


CACHED = """
import sys
from coluber import njit
from coluber.core import ir
from coluber.core.rewrites import Rewrite, register_rewrite


class Five(Rewrite):
    def match(self, func_ir, block, typemap, calltypes):
        self.block = block
        self.found = [a for a in block.find_insts(ir.Assign) if isinstance(a.value, ir.Const) and a.value.value == 5]
        return bool(self.found)

    def apply(self):
        for assign in self.found:
            assign.value = ir.Const(7, assign.loc)
        return self.block


if "rewrite" in sys.argv:
    register_rewrite("before-inference")(Five)


@njit
def inner(x):
    return x + 5


@njit(cache=True)
def power(x):
    return inner(x) + 5


print(power(1), bool(power.stats.cache_hits))
"""


def test_rewrites_and_the_cache(tmp_path):
    path = tmp_path / "cached.py"
    path.write_text(CACHED)

    def run(*arguments):
        command = [sys.executable, str(path), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=100).stdout.strip()

    assert [run(), run(), run("rewrite"), run("rewrite"), run()] == ["11 False", "11 True", "15 False", "15 False", "11 True"]


def test_a_rewrite_of_everything_and_what_can_not_be_given_to_it(rewrites):
    class Same(Rewrite):
        """Puts a copy in the place of the first block of each function."""

        def __init__(self, state=None):
            self.is_done = False

        def match(self, func_ir, block, typemap, calltypes):
            self.block, is_new = block, not self.is_done
            self.is_done = True
            return is_new

        def apply(self):
            return self.block.copy()

    rewrites("before-inference")(Same)

    @njit
    def sums():
        n = 0
        while True:
            items = yield n
            n += len(items)

    @njit
    def sending(n):
        made = sums()
        next(made)
        made.send([1.5])
        return made.send([1.0] * n)

    assert sending(4) == 5

    def annotated(n):
        def inner(k: tuple[int, ...], m: "nothing" = 2) -> list[int]:  # noqa: F821
            return k * m

        return inner(n)

    assert njit(annotated)(3) == 6

    def counts(x):
        global len
        len = x

    # The compiler itself says what it does not take.
    with pytest.raises(
        errors.UnsupportedError, match="assignment to the global variable 'len' is not supported in compiled code"
    ):
        njit(counts)(1)


def test_variables_of_passes_are_none_for_debuggers(rewrites):
    pytest.importorskip("llvmlite")

    def f(x):
        y = x + 1
        return y

    wrapped = njit(pipeline_class=pipeline(lambda state: True), debug=True)(f)
    assert wrapped(1) == 2
    (text,) = wrapped.inspect_llvm().values()
    names = re.findall(r"!DILocalVariable\(name: \"([^\"]+)\"", text)
    assert set(names) == {"x", "y"}


def test_rewrites_that_need_types_see_loops_and_generators(rewrites):
    seen = []

    class Looking(Rewrite):
        def match(self, func_ir, block, typemap, calltypes):
            for expr in block.find_exprs("iternext"):
                (pair,) = (stmt.target for stmt in block.find_insts(ir.Assign) if stmt.value is expr)
                seen.append((func_ir.func_id.func_name, typemap[pair.name]))
            return False

    rewrites("after-inference")(Looking)

    @njit
    def items(n):
        for k in range(n):
            yield k * 0.5

    def total(n):
        s = 0.0
        for x in items(n):
            s += x
        return s

    assert njit(total)(4) == 3.0
    found = dict(seen)
    assert found["total"] == types.Pair(types.float64, types.boolean)
    assert isinstance(found["items"], types.Pair)


def test_compiling_a_function_without_its_decorator():
    def product(a, b):
        return a * b

    flags = Flags()
    flags.fastmath = True
    result = compile_extra(None, None, product, (types.int64, types.float64), None, flags, {})
    assert result.signature == types.float64(types.int64, types.float64)
    assert result.entry_point(2, 1.5) == 3.0
    assert result.entry_point.targetoptions["fastmath"] is True
    with pytest.raises(TypeError, match="No matching definition"):
        result.entry_point("x", 3)
    as_given = compile_extra(None, None, product, (types.int64, types.int64), types.float64)
    assert type(as_given.entry_point(2, 3)) is float
    with pytest.raises(errors.TypingError, match="nothing"):
        compile_extra(None, None, lambda x: x.nothing, (types.int64,))


def test_compiling_with_the_flags_of_options():
    def total(a):
        found = 0.0
        for i in prange(len(a)):
            found += a[i]
        return found

    flags = Flags({"parallel": True, "fastmath": {"nnan", "nsz"}})
    result = compile_extra(None, None, total, (types.float64[::1],), None, flags)
    assert result.entry_point(np.ones(1000)) == 1000
    assert result.entry_point.targetoptions["fastmath"] == {"nnan", "nsz"}
    assert result.entry_point.targetoptions["parallel"]
    plain = compile_extra(None, None, total, (types.float64[::1],), None, Flags({"parallel": False, "fastmath": False}))
    assert plain.entry_point.targetoptions.keys() == {"locals", "nopython"}


def test_compiling_a_function_for_object_mode():
    flags = Flags()
    flags.force_pyobject = True
    result = compile_extra(None, None, lambda a, b: a * b, (types.int64, types.int64), None, flags)
    assert result.objectmode
    assert result.signature == types.pyobject(types.int64, types.int64)
    assert result.entry_point(2**62, 4) == 2**64

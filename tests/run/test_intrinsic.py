"""``@intrinsic``: functions of compiled code whose LLVM IR a program writes."""

from __future__ import annotations

import math
import platform

import numpy as np
import pytest

pytest.importorskip("llvmlite")

from llvmlite import ir

from coluber import errors, njit, types
from coluber.core import cgutils
from coluber.core.imputils import for_iter
from coluber.core.typing import signature
from coluber.extending import intrinsic, overload


@intrinsic
def add_them(typingctx, a, b):
    if isinstance(a, types.Integer) and isinstance(b, types.Integer):

        def codegen(context, builder, sig, args):
            return builder.add(args[0], args[1])

        return types.int64(types.int64, types.int64), codegen


def test_a_sum():
    f = njit(lambda x, y: add_them(x, y) * 2)
    assert f(3, 4) == 14
    assert f(np.int8(-3), np.uint16(4)) == 2
    assert njit(lambda: add_them(b=1, a=2))() == 3
    with pytest.raises(errors.TypingError, match="No implementation of function"):
        f(1.5, 2)
    with pytest.raises(errors.TypingError, match="No implementation of function"):
        njit(lambda: add_them(1))()


def test_it_can_not_be_called_from_python():
    with pytest.raises(NotImplementedError, match="compiled code only"):
        add_them(1, 2)


def test_it_is_inlined_into_loops():
    @njit
    def f(a):
        total = 0
        for i in range(len(a)):
            total = add_them(total, a[i])
        return total

    assert f(np.arange(100)) == 4950
    code = f.inspect_llvm(f.signatures[0])
    assert "coluber.splice" not in code
    assert "<4 x i64>" in code or "<8 x i64>" in code or "<2 x i64>" in code


def test_tuples_complex_numbers_optionals_and_bools():
    @intrinsic
    def swap(typingctx, pair):
        def codegen(context, builder, sig, args):
            a, b = cgutils.unpack_tuple(builder, args[0], 2)
            return context.make_tuple(builder, sig.return_type, [b, a])

        return signature(types.Tuple((pair[1], pair[0])), pair), codegen

    @intrinsic
    def conjugate(typingctx, z):
        def codegen(context, builder, sig, args):
            z = context.make_complex(builder, sig.args[0], args[0])
            z.imag = builder.fneg(z.imag)
            return z._getvalue()

        return z(z), codegen

    @intrinsic
    def negate(typingctx, flag):
        return types.boolean(types.boolean), lambda context, builder, sig, args: builder.not_(args[0])

    @intrinsic
    def has_value(typingctx, x):
        def codegen(context, builder, sig, args):
            return context.make_helper(builder, sig.args[0], args[0]).valid

        return types.boolean(x), codegen

    assert njit(lambda p: swap(p))((1, 2.5)) == (2.5, 1)
    assert njit(lambda p: swap(p))((1, 2)) == (2, 1)
    assert njit(lambda z: conjugate(z))(1 + 2j) == 1 - 2j
    assert njit(lambda x: (negate(x), negate(not x)))(True) == (False, True)

    @njit
    def some(flag):
        return has_value(1.5 if flag else None)

    assert (some(True), some(False)) == (True, False)


def test_arrays_and_their_references():
    @intrinsic
    def first(typingctx, a):
        def codegen(context, builder, sig, args):
            array = context.make_array(sig.args[0])(context, builder, args[0])
            return builder.load(array.data)

        return a.dtype(a), codegen

    @intrinsic
    def itself(typingctx, a):
        def codegen(context, builder, sig, args):
            from coluber.core.imputils import impl_ret_borrowed

            return impl_ret_borrowed(context, builder, sig.return_type, args[0])

        return a(a), codegen

    @intrinsic
    def facts(typingctx, a):
        def codegen(context, builder, sig, args):
            array = context.make_helper(builder, sig.args[0], args[0])
            shape = cgutils.unpack_tuple(builder, array.shape, 2)
            return context.make_tuple(builder, sig.return_type, [array.nitems, array.itemsize, *shape])

        return types.UniTuple(types.intp, 4)(a), codegen

    a = np.arange(6, dtype=np.float32).reshape(2, 3) + 5
    assert njit(lambda a: first(a))(a) == 5.0
    assert njit(lambda a: facts(a))(a) == (6, 4, 2, 3)

    @njit
    def kept(n):
        a = np.ones(n)
        b = itself(a)
        a = np.zeros(n)
        return b.sum() + a.sum()

    from coluber._native import live_allocations

    before = live_allocations()
    assert kept(5) == 5.0
    assert live_allocations() == before
    assert njit(lambda a: itself(a))(a)[1, 2] == 10.0


def test_literals():
    @intrinsic(prefer_literal=True)
    def times_constant(typingctx, x, n):
        if not isinstance(n, types.IntegerLiteral):
            return types.int64(types.int64, n), lambda context, builder, sig, args: builder.mul(*args)
        if n.literal_value > 5:
            raise errors.TypingError("too many additions")

        def codegen(context, builder, sig, args):
            total = context.get_constant(types.int64, 0)
            for _ in range(n.literal_value):
                total = builder.add(total, args[0])
            return total

        return types.int64(types.int64, n), codegen

    # What is refused for a constant is asked again without it.
    assert njit(lambda x, n: (times_constant(x, 3), times_constant(x, 7), times_constant(x, n)))(5, 9) == (15, 35, 45)


def test_control_flow_memory_and_loops():
    @intrinsic
    def triangle(typingctx, n):
        def codegen(context, builder, sig, args):
            total = cgutils.alloca_once_value(builder, context.get_constant(types.int64, 0))
            with cgutils.for_range(builder, args[0]) as loop:
                with cgutils.if_unlikely(builder, builder.icmp_signed("==", loop.index, loop.index.type(7))):
                    loop.do_break()
                builder.store(builder.add(builder.load(total), loop.index), total)
            return builder.load(total)

        return types.int64(types.int64), codegen

    @intrinsic
    def grid(typingctx, n, m):
        def codegen(context, builder, sig, args):
            count = cgutils.alloca_once(builder, ir.IntType(64))
            with cgutils.loop_nest(builder, args, ir.IntType(64)) as (i, j):
                builder.store(builder.add(builder.load(count), builder.mul(i, j)), count)
            return builder.load(count)

        return types.int64(types.int64, types.int64), codegen

    assert njit(lambda n: triangle(n))(5) == 10
    assert njit(lambda n, m: grid(n, m))(4, 5) == 60


def test_compile_internal_and_exceptions():
    @intrinsic
    def safe_root(typingctx, x):
        def root(x):
            if x > 1e6:
                raise OverflowError("too large")
            return math.sqrt(x)

        def codegen(context, builder, sig, args):
            negative = builder.fcmp_ordered("<", args[0], context.get_constant(types.float64, 0.0))
            with builder.if_then(negative):
                context.call_conv.return_user_exc(builder, ValueError, ("negative number", 3))
            return context.compile_internal(builder, root, sig, args)

        return types.float64(types.float64), codegen

    f = njit(lambda x: safe_root(x) + 1)
    assert f(16.0) == 5.0
    with pytest.raises(ValueError, match="negative number") as caught:
        f(-1.0)
    assert caught.value.args == ("negative number", 3)
    with pytest.raises(OverflowError, match="too large"):
        f(1e7)

    @njit
    def caught_inside(x):
        try:
            return safe_root(x)
        except ValueError:
            return -1.0

    assert caught_inside(-4.0) == -1.0


def test_functions_of_the_process_and_llvm_intrinsics():
    @intrinsic
    def cosine_and_root(typingctx, x):
        def codegen(context, builder, sig, args):
            double = ir.DoubleType()
            fnty = ir.FunctionType(double, [double])
            cos = cgutils.get_or_insert_function(builder.module, fnty, "cos")
            root = builder.module.declare_intrinsic("llvm.sqrt", [double])
            return builder.fadd(builder.call(cos, args), builder.call(root, args))

        return types.float64(types.float64), codegen

    assert njit(lambda x: cosine_and_root(x))(4.0) == pytest.approx(math.cos(4.0) + 2.0)


def test_casts_and_other_functions():
    @intrinsic
    def mixed(typingctx, i):
        def codegen(context, builder, sig, args):
            import operator

            x = context.cast(builder, args[0], types.int64, types.float64)
            power = context.get_function(operator.pow, signature(types.float64, types.float64, types.float64))
            return power(builder, [x, context.get_constant(types.float64, 0.5)])

        return types.float64(types.int64), codegen

    assert njit(lambda i: mixed(i))(9) == 3.0


def test_from_an_overload():
    def bump(x):
        raise NotImplementedError

    @overload(bump)
    def ov_bump(x):
        if isinstance(x, types.Integer):
            return lambda x: add_them(x, 1)

    assert njit(lambda x: bump(x))(41) == 42


# ------------------------------------------------------------------------------------------------------------ failures


def failing(codegen, ret=types.int64):
    @intrinsic
    def broken(typingctx, x):
        return ret(types.int64), codegen

    return njit(lambda x: broken(x))


def test_an_exception_in_the_extension_names_function_and_line():
    def write(context, builder, sig, args):
        return builder.add(args[0], args[1])

    line = write.__code__.co_firstlineno + 1
    with pytest.raises(errors.LoweringError) as caught:
        failing(write)(1)
    text = str(caught.value)
    assert "IndexError: tuple index out of range" in text
    assert "write (" in text
    assert f"test_intrinsic.py, line {line})" in text


def test_a_value_of_the_wrong_type():
    def returns_float(context, builder, sig, args):
        return builder.sitofp(args[0], ir.DoubleType())

    with pytest.raises(errors.LoweringError, match=r"returned an LLVM value of type double, not of i64(.|\n)*returns_float"):
        failing(returns_float)(1)
    with pytest.raises(errors.LoweringError, match=r"returned 3, not an LLVM value of type i64"):
        failing(lambda context, builder, sig, args: 3)(1)
    with pytest.raises(errors.LoweringError, match=r"returned None, not an LLVM value"):
        failing(lambda context, builder, sig, args: None)(1)


def test_invalid_ir_brings_the_text_of_llvm():
    def no_terminator(context, builder, sig, args):
        builder.append_basic_block("nothing")
        return args[0]

    def not_dominated(context, builder, sig, args):
        with builder.if_then(builder.icmp_signed(">", args[0], args[0].type(0))):
            inner = builder.add(args[0], args[0])
        return inner

    with pytest.raises(errors.LoweringError, match=r"LLVM IR of .* is invalid: (.|\n)*no_terminator"):
        failing(no_terminator)(1)
    with pytest.raises(errors.LoweringError, match=r"does not dominate all uses(.|\n)*not_dominated"):
        failing(not_dominated)(1)
    f = failing(lambda context, builder, sig, args: args[0])
    assert f(7) == 7


def of_integer(write):
    """Return the intrinsic of an integer whose code ``write(builder, value)`` makes."""

    @intrinsic
    def made(typingctx, x):
        def codegen(context, builder, signature, args):
            return write(builder, args[0])

        return types.int64(types.int64), codegen

    return njit(lambda x: made(x) + 1)


I64 = ir.IntType(64)


@pytest.mark.skipif(platform.machine() != "x86_64", reason="assembly of x86")
def test_inline_assembly():
    def times_five(builder, x):
        return builder.asm(ir.FunctionType(I64, [I64]), "leaq ($1,$1,4), $0", "=r,r", [x], side_effect=False)

    assert of_integer(times_five)(3) == 16


def test_calls_of_what_is_not_there():
    def calls_nothing(context, builder, sig, args):
        missing = ir.Function(builder.module, ir.FunctionType(I64, [I64]), "no_such_function_anywhere")
        return builder.call(missing, args)

    match = r"no library has: no_such_function_anywhere\n(.|\n)*broken\(x\)(.|\n)*calls_nothing \(.*test_intrinsic.py, line"
    with pytest.raises(errors.LoweringError, match=match):
        failing(calls_nothing)(1)


@pytest.mark.parametrize("wrong", ["assembly", "another processor"])
def test_what_llvm_finds_when_it_selects_instructions(wrong):
    """LLVM would end the process."""

    def write(builder, x):
        if wrong == "assembly":
            return builder.asm(ir.FunctionType(I64, [I64]), "nothing like an instruction", "=r,r", [x], side_effect=True)
        index = ir.Function(builder.module, ir.FunctionType(ir.IntType(32), []), "llvm.nvvm.read.ptx.sreg.tid.x")
        return builder.zext(builder.call(index, []), I64)

    with pytest.raises(errors.LoweringError) as caught:
        of_integer(write)(3)
    text = str(caught.value)
    assert ("inline asm" if wrong == "assembly" else "llvm.nvvm.read.ptx.sreg.tid.x") in text
    assert f"made.<locals>.codegen ({__file__}, line " in text
    assert of_integer(lambda builder, x: builder.add(x, x))(3) == 7


def test_what_an_intrinsic_may_return():
    @intrinsic
    def nonsense(typingctx, x):
        return 5

    with pytest.raises(errors.LoweringError, match=r"must return None or \(signature, function\), not 5"):
        njit(lambda x: nonsense(x))(1)

    @intrinsic
    def raising(typingctx, x):
        raise errors.TypingError("only on Sundays")

    with pytest.raises(errors.TypingError, match="only on Sundays"):
        njit(lambda x: raising(x))(1)
    with pytest.warns(errors.NumbaWarning, match="intrinsic has no options .'speed'."):
        intrinsic(speed=3)


def test_addresses_in_the_frame_hold_until_the_caller_returns():
    pointer = types.CPointer(types.int64)

    @intrinsic
    def address(typingctx, x):
        return pointer(types.int64), lambda context, builder, sig, args: cgutils.alloca_once_value(builder, args[0])

    @intrinsic
    def value(typingctx, p):
        return types.int64(pointer), lambda context, builder, sig, args: builder.load(args[0])

    @njit
    def f(n):
        total = 0
        for k in range(n):
            one, two = address(k), address(2 * k)
            total += value(one) - value(two)
        return total

    assert f(10) == -45


def test_memory_and_what_a_context_lacks():
    @intrinsic
    def through_memory(typingctx, x):
        def codegen(context, builder, sig, args):
            room = context.nrt.allocate(builder, cgutils.intp_t(8))
            place = builder.bitcast(room, cgutils.intp_t.as_pointer())
            builder.store(args[0], place)
            value = builder.load(place)
            context.nrt.free(builder, room)
            owned = context.nrt.meminfo_alloc_aligned(builder, cgutils.intp_t(8), 32)
            context.nrt.decref(builder, types.MemInfoPointer(types.voidptr), owned)
            context.refresh()
            return value

        return types.int64(types.int64), codegen

    @intrinsic
    def lacks(typingctx, x):
        def codegen(context, builder, sig, args):
            return context.active_code_library

        return types.int64(types.int64), codegen

    assert njit(lambda x: through_memory(x) + 1)(6) == 7
    with pytest.raises(errors.LoweringError, match=r"context\.active_code_library is not there"):
        njit(lambda x: lacks(x))(1)


def test_any_number_of_arguments():
    @intrinsic
    def total(typingctx, *args):
        def codegen(context, builder, sig, values):
            result = context.get_constant(types.int64, 0)
            for part, ty in zip(cgutils.unpack_tuple(builder, values[0], len(args)), args, strict=True):
                result = builder.add(result, context.cast(builder, part, ty, types.int64))
            return result

        return types.int64(types.StarArgTuple.from_types(args)), codegen

    assert njit(lambda x: (total(3, x, 5.0), total(1, 2), total()))(np.int8(4)) == (12, 3, 0)
    assert types.StarArgTuple((types.int64,) * 2) is types.StarArgUniTuple(types.int64, 2) is types.UniTuple(types.int64, 2)


def test_constants_that_are_texts_and_calls_of_jitted_functions():
    @njit
    def thrice(x):
        return 3 * x

    @intrinsic
    def told(typingctx, x):
        function = typingctx.resolve_value_type(thrice)
        inner = function.get_call_type(typingctx, (x,), {})

        def codegen(context, builder, sig, args):
            called = context.get_function(function, inner)(builder, args)
            text = context.get_constant_generic(builder, types.unicode_type, "héllo")
            return context.make_tuple(builder, sig.return_type, (text, called))

        return types.Tuple((types.unicode_type, inner.return_type))(x), codegen

    assert njit(lambda x: told(x))(2.5) == ("héllo", 7.5)


def test_loops_over_values_of_the_compiler():
    @intrinsic
    def total(typingctx, items):
        def codegen(context, builder, sig, args):
            result = cgutils.alloca_once_value(builder, context.get_constant(types.int64, 0))
            with for_iter(context, builder, items, args[0]) as loop:
                own = loop.value
                if isinstance(items, types.UnicodeType):
                    own = context.compile_internal(builder, lambda c: ord(c), types.int64(items), (own,))
                builder.store(builder.add(builder.load(result), own), result)
                with builder.if_then(builder.icmp_signed(">", builder.load(result), context.get_constant(types.int64, 100))):
                    loop.do_break()
            return builder.load(result)

        return types.int64(items), codegen

    @njit
    def f(a, text):
        return total([1, 2, 3]), total(a), total((4, 5)), total(range(3, 6)), total(text), total(text + "é")

    assert f(np.array([50, 60, 70]), "ab") == (6, 110, 9, 12, 195, 195)


@pytest.mark.parametrize(
    "ret", [types.List(types.int64), types.ListType(types.int64), types.DictType(types.int64, types.int64)], ids=str
)
def test_containers_are_never_null(ret):
    def null(context, builder, sig, args):
        return ir.Constant(context.get_value_type(sig.return_type), None)

    @intrinsic
    def nothing(typingctx, x):
        return ret(x), null

    for f in (njit(lambda x: nothing(x)), njit(lambda x: len(nothing(x)))):
        with pytest.raises(SystemError, match=r"nothing returned a null pointer, not a value of type"):
            f(1)


def test_code_that_llvm_takes_and_that_is_wrong():
    def unreachable(context, builder, sig, args):
        builder.unreachable()
        return args[0]

    def phi_without_blocks(context, builder, sig, args):
        return builder.phi(I64)

    with pytest.raises(errors.LoweringError, match=r"ends in unreachable(.|\n)*in the extension's function .*unreachable"):
        failing(unreachable)(1)
    with pytest.raises(
        errors.LoweringError, match=r"phi in the entry block(.|\n)*in the extension's function .*phi_without_blocks"
    ):
        failing(phi_without_blocks)(1)


def test_exceptions_with_values():
    @intrinsic
    def checked(typingctx, x, text):
        def codegen(context, builder, sig, args):
            with builder.if_then(builder.icmp_signed("<", args[0], args[0].type(0))):
                context.call_conv.return_dynamic_user_exc(
                    builder, ValueError, ("negative", args[0], args[1]), (types.int64, types.unicode_type)
                )
            return args[0]

        return types.int64(types.int64, types.unicode_type), codegen

    f = njit(lambda x, text: checked(x, text))
    assert f(3, "a") == 3
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        f(-2, "text" * 9)
    assert caught.value.args == ("negative", -2, "text" * 9)


def test_results_that_may_be_none():
    @intrinsic
    def perhaps(typingctx, x):
        result = types.Optional(types.int64)

        def codegen(context, builder, sig, args):
            zero, one = args[0].type(0), args[0].type(1)
            with builder.if_then(builder.icmp_signed("==", args[0], zero)):
                context.call_conv.return_optional_value(builder, result, types.none, None)
            with builder.if_then(builder.icmp_signed("==", args[0], one)):
                known = context.make_optional_value(builder, types.int64, args[0])
                context.call_conv.return_optional_value(builder, result, result, known)
            context.call_conv.return_optional_value(builder, result, types.int64, args[0])

        return result(types.int64), codegen

    f = njit(lambda x: perhaps(x))
    assert [f(x) for x in range(3)] == [None, 1, 2]


def test_containers_that_code_makes():
    @intrinsic
    def containers(typingctx, x):
        texts, sets = types.List(types.int64), types.Set(types.int64)
        pairs = types.DictType(types.int64, types.float64)

        def codegen(context, builder, sig, args):
            half = builder.fmul(builder.sitofp(args[0], ir.DoubleType()), ir.Constant(ir.DoubleType(), 0.5))
            made = [
                context.build_list(builder, texts, [args[0], args[0]]),
                context.build_list(builder, texts, []),
                context.build_set(builder, sets, [args[0], args[0]]),
                context.build_map(builder, pairs, [(types.int64, types.float64)], [(args[0], half)]),
            ]
            return context.make_tuple(builder, sig.return_type, made)

        return types.Tuple((texts, texts, sets, pairs))(types.int64), codegen

    @njit
    def f(x):
        a, b, c, d = containers(x)
        a.append(1)
        b.append(2)
        return a, b, c, d[x]

    assert f(7) == ([7, 7, 1], [2], {7}, 3.5)


def test_memory_with_a_destructor():
    @intrinsic
    def counter(typingctx, out):
        pointer = types.MemInfoPointer(types.voidptr)

        def codegen(context, builder, sig, args):
            word = ir.IntType(64)
            fnty = ir.FunctionType(ir.VoidType(), [ir.IntType(8).as_pointer(), word, ir.IntType(8).as_pointer()])
            dtor = cgutils.get_or_insert_function(builder.module, fnty, "count_down")
            if dtor.is_declaration:
                inner = ir.IRBuilder(dtor.append_basic_block("entry"))
                held = inner.load(inner.bitcast(dtor.args[0], word.as_pointer().as_pointer()))
                inner.store(inner.add(inner.load(held), dtor.args[1]), held)
                inner.ret_void()
            owner = context.nrt.meminfo_alloc_dtor(builder, word(24), dtor)
            array = context.make_array(sig.args[0])(context, builder, args[0])
            place = builder.bitcast(context.nrt.meminfo_data(builder, owner), array.data.type.as_pointer())
            builder.store(array.data, place)
            return owner

        return pointer(out), codegen

    @njit
    def f(out):
        first = counter(out)
        second = first
        before = out[0]
        third = counter(out)
        return before, first is second, third is first

    out = np.zeros(1, np.int64)
    assert f(out)[0] == 0
    assert out[0] == 48

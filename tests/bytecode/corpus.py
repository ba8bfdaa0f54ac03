"""Small functions that together use every statement and expression that compiled functions may contain.

`record.py` compiles this file with each supported CPython and records the code objects. The functions are never called there;
names that are not defined are globals of whoever calls them.
"""

# ruff: noqa: F821, ANN, D103, B018, B023, E731, SIM, PLR, RET, PERF, C4, E711, E712, TRY, BLE


# Arithmetic, comparisons, conditions.


def constants():
    return (None, True, False, 0, -1, 255, 256, 2**40, 10**30, 1.5, -0.0, 2j, "text", b"bytes", ..., (1, (2, 3)))


def arithmetic(a, b):
    return (a + b, a - b, a * b, a / b, a // b, a % b, a**b, a @ b, a << b, a >> b, a & b, a | b, a ^ b)


def inplace(a, b):
    a += b
    a -= b
    a *= b
    a /= b
    a //= b
    a %= b
    a **= b
    a <<= b
    a >>= b
    a &= b
    a |= b
    a ^= b
    a @= b
    return a


def unary(a):
    return -a, +a, ~a, not a, not not a


def comparisons(a, b):
    return a < b, a <= b, a == b, a != b, a > b, a >= b


def identity(a, b):
    return a is b, a is not b, a is None, a in b, a not in b


def chained(a, b, c):
    return a < b <= c != 0


def chained_condition(a, b, c):
    if a < b < c:
        return 1
    return 2


def ternary(a, b):
    return a if a > b else b


def short_circuit(a, b, c):
    return (a and b) or c


def short_circuit_condition(a, b, c):
    if a and (b or not c):
        return 1
    return 0


def none_tests(a):
    if a is None:
        return 0
    if a is not None and a > 1:
        return 1
    while a is not None:
        a = next_of(a)
    return 2


def walrus(items):
    total = 0
    while (n := pop(items)) > 0:
        total += n
    return total, n


# Loops.


def count(n):
    i = 0
    while i < n:
        i += 1
    return i


def total_of(items):
    total = 0
    for x in items:
        total += x
    return total


def nested_loops(n, m):
    total = 0
    for i in range(n):
        if i % 2:
            continue
        for j in range(m):
            if j > i:
                break
            if j == 3:
                continue
            total += i * j
    return total


def for_else(items, wanted):
    for i, x in enumerate(items):
        if x == wanted:
            break
    else:
        i = -1
    return i


def while_else(n):
    while n > 0:
        n -= 1
        if n == 7:
            break
    else:
        return -1
    return n


def return_in_loops(rows):
    for row in rows:
        for x in row:
            if x:
                return x
    return None


def endless(n):
    while True:
        n += 1
        if n > 100:
            return n


def loop_over_pairs(pairs):
    total = 0
    for (a, b), c in pairs:
        total += a * b + c
    return total


# Comprehensions.


def list_comprehension(items):
    return [x * x for x in items if x > 0]


def nested_comprehension(n, m):
    return [[i * j for j in range(m)] for i in range(n)]


def two_loops_comprehension(n, m):
    return [(i, j) for i in range(n) for j in range(i, m) if i != j]


def set_comprehension(items):
    return {x % 7 for x in items}


def dict_comprehension(items):
    return {k: v + 1 for k, v in items}


def comprehension_with_outer_name(items):
    x = 1
    y = [x + z for z in items]
    z = [x for x in y]
    return x, y, z


def comprehension_in_try(items):
    try:
        return [f(x) for x in items]
    except ValueError:
        return []


def generator_expression(items):
    return sum(x * x for x in items)


def any_all(items):
    return any(x > 0 for x in items), all(x for x in items), tuple(x for x in items)


def comprehension_with_lambda(items):
    x = 2
    return [lambda: x + y for y in items]


# Calls and functions.


def calls(f, g):
    return f(), f(1), f(1, g(2), 3), g(f)(4)


def keyword_calls(f, a):
    return f(a, b=1), f(x=a, y=2, z=3)


def star_calls(f, args, kwargs):
    return f(*args), f(1, *args), f(**kwargs), f(*args, **kwargs), f(1, *args, k=2, **kwargs)


def method_calls(a):
    a.sort()
    a.insert(0, len(a))
    return a.mean(axis=0).sum().real


def attributes(a):
    a.x = a.y.z
    del a.w
    return a.x


def parameters(a, b, /, c, d=1, *args, e, f=2, **kwargs):
    return a, b, c, d, args, e, f, kwargs


def defaults():
    def inner(x=1, *, y=2):
        return x + y

    return inner(3), inner(y=4)


def annotated(x: int, y: float = 1.0) -> float:
    z: float = x + y
    return z


def inner_annotated(a):
    def inner(x: int = a, *, y: float = 2.0) -> float:
        return x + y + a

    return inner


def closure(a):
    b = a + 1

    def inner(x):
        return x * a + b

    return inner(2)


def counter():
    n = 0

    def step():
        nonlocal n
        n += 1
        return n

    return step() + step()


def deep_closure(a):
    def middle(b):
        def inner(c):
            return a + b + c

        return inner

    return middle(1)(2)


def lambdas(items, k):
    double = lambda x: 2 * x
    return list(map(double, items)), sorted(items, key=lambda x: x[k])


def recursive(n):
    return 1 if n < 2 else n * recursive(n - 1)


def change_global():
    global state
    state = state + 1
    return state


def delete_names(a):
    b = a
    del a
    return b


def delete_deref(a):
    def inner():
        return a

    b = inner()
    del a
    return b


def maybe_unbound(flag):
    if flag:
        x = 1
    return x


# Variables that may be unbound, and variables that handlers see.


def unbound_after_loop(items):
    for x in items:
        y = x * 2
    return x, y


def unbound_always():
    del x
    x = 1
    return x


def delete_in_loop(items):
    x = 0
    for y in items:
        if y:
            del x
        else:
            x = y
    return x


def delete_and_assign(a, flag):
    if flag:
        del a
    else:
        a += 1
    a = 2
    return a


def unbound_in_handler(f):
    try:
        x = f(1)
        y = f(x)
    except ValueError:
        return x
    return y


def progress_in_handler(f, items):
    done = 0
    last = None
    try:
        for x in items:
            last = f(x)
            done += 1
    except ValueError:
        return done, last
    return done, None


def parameter_in_handler(a, f):
    try:
        a = f(a)
        f(a)
    except ValueError:
        pass
    return a


def constant_before_try(f):
    x = 1
    y = f(x)
    try:
        return f(y)
    except ValueError:
        return x, y


def exception_variable(f, e):
    try:
        f()
    except ValueError as e:
        f(e)
    return e


def raise_again(f):
    try:
        f(1)
    except ValueError:
        try:
            f(2)
        except TypeError:
            raise
        raise


def retry(f, n):
    while True:
        try:
            return f(n)
        except ValueError:
            n -= 1
            if n < 0:
                raise


def loop_in_finally(f, items):
    try:
        f(items)
    finally:
        for x in items:
            f(x)


def comprehension_may_unbind(flag, items):
    if flag:
        x = 1
    y = [x * 2 for x in items if x]
    return x, y


def conditional_operands(f, a, b):
    return f(a, b if a else 1, *(a or b), k=a and b), {"x": a if b else 0, "y": b}


def while_both(a, b):
    while a > 0 and (b > 0 or not a) and not b == a:
        a -= b
    return a


def loop_keeps_two(n):
    a, b = 0, 1
    while n:
        a, b = b, a + b
        n -= 1
    return a


# Containers, subscripts, unpacking.


def build(a, b):
    return [a, b], (a, b), {a, b}, {a: b, b: a}, {"x": a, "y": b}, [], {}, [1, 2, 3], {1, 2, 3}


def build_starred(a, b):
    return [*a, 1, *b], (*a, *b), {*a, *b}, {**a, "k": 1, **b}


def subscripts(a, i, j):
    a[i] = a[j] + a[-1]
    a[i, j] = a[j, i]
    a[i] += 1
    del a[i]
    return a[i][j]


def slices(a, i, j):
    return a[1:2], a[i:], a[:j], a[:], a[i:j], a[::2], a[i:j:-1], a[1:2, ::3], a[..., None, i:j]


def store_slices(a, i, j):
    a[:] = 0
    a[1:3] = a[i:j]
    a[i:j:2] = 1
    a[i:] += 5
    a[:, 1] = 2
    del a[i:j]


def unpack(a):
    x, y = a
    (p, q), r = a
    [s, t] = x
    first, *middle, last = a
    *init, _ = middle
    return x, y, p, q, r, s, t, first, last, init


def swap(a, b, c):
    a, b = b, a
    a, b, c = c, a, b
    return a, b, c


def chained_assignment(a):
    x = y = a[0] = 1
    return x + y


# Strings.


def fstrings(a, b):
    return f"{a}", f"{a!r} and {b!s:>{10}}", f"{a:.3f}{b!a}", f"{a=}", f"x{a}y{b}z"


# Exceptions and with.


def raise_one(x):
    if x < 0:
        raise ValueError("negative")
    if x == 0:
        raise ZeroDivisionError
    raise TypeError("other") from None


def asserts(x):
    assert x > 0
    assert x < 10, "too large"
    return x


def try_except(a, b):
    try:
        c = a / b
    except ZeroDivisionError:
        c = 0
    return c


def try_many(a):
    try:
        r = f(a)
    except (ValueError, TypeError) as e:
        r = e.args
    except KeyError:
        raise
    except:
        r = None
    else:
        r += 1
    finally:
        done()
    return r


def try_finally(a):
    try:
        return f(a)
    finally:
        g(a)


def finally_in_loop(items):
    n = 0
    for x in items:
        try:
            if x < 0:
                break
            if x == 0:
                continue
            n += x
        finally:
            n += 1
    return n


def nested_handlers(a):
    try:
        try:
            f(a)
        except ValueError:
            g(a)
        finally:
            h(a)
    except TypeError as e:
        return e
    return None


def handler_in_loop(items):
    bad = 0
    for x in items:
        try:
            f(x)
        except ValueError:
            bad += 1
            continue
        except TypeError:
            break
    return bad


def raise_in_handler(a):
    try:
        f(a)
    except ValueError as e:
        raise RuntimeError("failed") from e


def return_in_handler(items):
    for x in items:
        try:
            return f(x)
        except ValueError:
            return -1
        finally:
            g(x)
    return 0


def with_statement(m):
    with m as x:
        f(x)
    return 1


def with_return(m, items):
    for x in items:
        with m:
            if x:
                return x
            if x is None:
                break
            continue
    return 0


def with_two(m, n):
    with m as x, n as y:
        r = x + y
    return r


def with_in_try(m):
    try:
        with m(1) as x:
            return x
    except ValueError:
        return None


# Match.


def match_literals(x):
    match x:
        case 0:
            return "zero"
        case 1 | 2:
            return "few"
        case -1:
            return "minus"
        case "text":
            return "text"
        case None:
            return "none"
        case n if n > 100:
            return "many"
        case _:
            return "some"


def match_sequences(x):
    match x:
        case []:
            return 0
        case [a]:
            return a
        case (a, b):
            return a + b
        case [a, *rest, b]:
            return a, rest, b
    return None


def match_others(x):
    match x:
        case {"k": v, **rest}:
            return v, rest
        case Point(px, y=py):
            return px + py
        case int() | float():
            return x


# Generators, imports, and other things.


def generator(n):
    i = 0
    while i < n:
        sent = yield i
        if sent:
            i = sent
        i += 1
    return i


def generator_with_try(items):
    for x in items:
        try:
            yield x
        except ValueError:
            yield 0


def delegate(items):
    result = yield from items
    return result


def imports():
    import math
    import os.path as path
    from math import cos
    from math import sin as sine

    return math, path, cos, sine


def docstring(a):
    """Do nothing."""


def unreachable(a):
    return a
    a += 1
    while a:
        a -= 1


def many_arguments(f):
    return f(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, k=19, m=20)


def long_jumps(a):
    while a.x1 + a.x2 + a.x3 + a.x4 + a.x5 + a.x6 + a.x7 + a.x8 + a.x9:
        a.y1 = a.z1 + a.x2 + a.x3 + a.x4 + a.x5 + a.x6 + a.x7 + a.x8 + a.x9
        a.y2 = a.z2 + a.x2 + a.x3 + a.x4 + a.x5 + a.x6 + a.x7 + a.x8 + a.x9
        a.y3 = a.z3 + a.x2 + a.x3 + a.x4 + a.x5 + a.x6 + a.x7 + a.x8 + a.x9
        if a.y1:
            a.y4 = a.z4 + a.x2 + a.x3 + a.x4 + a.x5 + a.x6 + a.x7 + a.x8 + a.x9
            a.y5 = a.z5 + a.x2 + a.x3 + a.x4 + a.x5 + a.x6 + a.x7 + a.x8 + a.x9
            a.y6 = a.z6 + a.x2 + a.x3 + a.x4 + a.x5 + a.x6 + a.x7 + a.x8 + a.x9
    return a


# Parts of Python that are decoded as unsupported instructions.


def unsupported_class():
    class Local:
        pass

    return Local


def unsupported_exception_group(a):
    try:
        f(a)
    except* ValueError:
        pass


async def unsupported_async(m, items):
    async with m as x:
        async for y in items:
            await f(x, y)

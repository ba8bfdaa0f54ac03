"""Attributes of functions: their names, and what programs give them, compared with CPython."""

from __future__ import annotations

import pytest

from tests.run.support import check_program, compile_error

PROGRAMS = {
    "counters of decorators": """
        from functools import update_wrapper, wraps

        def counted(function):
            @wraps(function)
            def wrapper(*args, **kwargs):
                wrapper.calls += 1
                return function(*args, **kwargs)
            wrapper.calls = 0
            return wrapper

        def watched(function):
            def wrapper(*args):
                '''Says what it was given.'''
                wrapper.total += args[0]
                wrapper.seen.append(args[0])
                return function(*args)
            def reset():
                wrapper.total = 0.5
            wrapper.total, wrapper.seen, wrapper.reset, wrapper.limit = 0.0, [0.5], reset, 5
            return update_wrapper(wrapper, function)

        @jit
        def main():
            @counted
            def square(x):
                return x * x

            @watched
            def cube(x):
                return x * x * x

            found = [square(k) for k in range(4)], square.calls, square.__name__
            square.calls = 10
            square(1)
            cube(1.5)
            cube(2.5)
            before = cube.total, cube.seen, cube.limit, cube.__name__
            cube.reset()
            return found, square.calls, before, cube.total
    """,
    "inner functions": """
        import functools

        @jit
        def main():
            def limited(x):
                if limited.count >= limited.limit:
                    return -1
                limited.count += 1
                return x

            limited.count, limited.limit = 0, 3
            return [limited(k) for k in range(5)], limited.count, limited.__name__

        def noted(label):
            def decorator(function):
                @functools.wraps(function)
                def wrapper(*args):
                    wrapper.log.append(label)
                    return function(*args)
                wrapper.log = []
                return wrapper
            return decorator

        @jit
        def main_of_lists():
            @noted("seen")
            def less(x):
                return x - 1
            return less(less(1)), less.log, less.__name__

        def timed(label):
            def decorator(function):
                def wrapper(*args):
                    wrapper.log.append(label)
                    return function(*args)
                wrapper.log = []
                wrapper.__name__ = f"{label} {function.__name__}"
                return wrapper
            return decorator

        @jit
        def main_of_a_factory():
            @timed("slow")
            def more(x):
                return x + 1
            return more(more(1)), more.log, more.__name__

        class Holder:
            def __init__(self):
                self.x = 1

            def run(self, n):
                def helper(k):
                    return k + self.x
                self.x = 5
                helper.tag = 3
                return helper(n), helper.tag

        @jit
        def main_of_a_method():
            return Holder().run(4)
    """,
    "functions of a module": """
        from functools import wraps

        def counted(function):
            @wraps(function)
            def wrapper(*args):
                wrapper.calls += 1
                return function(*args)
            wrapper.calls = 0
            return wrapper

        @counted
        def square(x):
            return x * x

        @counted
        def cube(x):
            return x * x * x

        def step(x):
            step.n += 1
            return x + step.n * step.scale

        step.n, step.scale = 0, 2.5

        @jit
        def count():
            return [square(k) for k in range(3)], cube(2), step(1), step.n, square.__name__

        def main():
            step.n = square.calls = cube.calls = 0
            first = count()
            step.n += 10
            return first, count(), step.n, square.calls, cube.calls
    """,
    "names of several functions": """
        def square(x):
            return x * x

        def cube(x):
            return x * x * x

        @jit
        def main():
            def half(x):
                return x // 2
            by_name = {function.__name__: function for function in (square, cube)}
            listed = [(function.__name__, function(3)) for function in [square, cube]]
            names = [function.__name__ for function in (square, half, lambda x: x)]
            return by_name["cube"](2), by_name["square"].__name__, listed, names, half.__qualname__
    """,
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_program(name):
    check_program(PROGRAMS[name])


def test_an_attribute_that_no_definition_gives_is_refused_with_its_name():
    def f(flag):
        def inner(x):
            return x

        chosen = inner if flag else abs
        chosen.calls = 1
        return chosen(2)

    assert "attribute 'calls'" in compile_error(f, True)

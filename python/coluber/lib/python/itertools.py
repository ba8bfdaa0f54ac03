"""Module ``itertools``: generators, and two functions that give several."""

from __future__ import annotations

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.kinds import is_none
from coluber.misc.special import literal_unroll

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FunctionType
    from typing import Any


def _constant(argument: Any, name: str) -> int:
    """Return the value of an argument on which the result's type depends."""
    if isinstance(argument, int):
        return argument
    if isinstance(argument, types.IntegerLiteral):
        return int(argument.literal_value)
    raise errors.RequireLiteralValue(f"the argument '{name}' must be a constant: the length of the tuples depends on it")


# ------------------------------------------------------------------------------------------------- tuples of known length


def _nothing(*_):  # type: ignore[no-untyped-def]
    return ()


def _picker(count: int) -> Callable[..., Any]:
    """Return a function that gives the items of a list at so many indices as a tuple."""
    if count == 0:
        return _nothing
    shorter, last = _picker(count - 1), count - 1

    def pick(pool, indices):  # type: ignore[no-untyped-def]
        return (*shorter(pool, indices), pool[indices[last]])

    return pick


def _given(r, n):  # type: ignore[no-untyped-def]
    if r < 0:
        raise ValueError("r must be non-negative")
    return r


def _all(r, n):  # type: ignore[no-untyped-def]
    return n


def _long_pick(pool, indices, size):  # type: ignore[no-untyped-def]
    return tuple([pool[indices[k]] for k in range(size)])


def _choice(r: Any) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Return functions for tuples of ``r`` items: their length, of so many items, and one that picks the items at indices."""
    if not isinstance(r, (int, types.IntegerLiteral)):
        return (_all if is_none(r) else _given), _long_pick
    length = _constant(r, "r")
    if length < 0:
        raise ValueError("r must be non-negative")
    pick = _picker(length)
    return lambda r, n: length, lambda pool, indices, size: pick(pool, indices)


def _picker_of_each(count: int, pools: int) -> Callable[..., Any]:
    """Return a function that gives one item of each list of a tuple, which is gone through repeatedly."""
    if count == 0:
        return _nothing
    shorter, last, own = _picker_of_each(count - 1, pools), count - 1, (count - 1) % pools

    def pick(lists, indices):  # type: ignore[no-untyped-def]
        return (*shorter(lists, indices), lists[own][indices[last]])

    return pick


def _each(count: int, make: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that makes something of each item of a tuple."""
    if count == 0:
        return _nothing
    shorter, last = _each(count - 1, make), count - 1

    def made(items):  # type: ignore[no-untyped-def]
        return (*shorter(items), make(items[last]))

    return made


def _as_list(iterable):  # type: ignore[no-untyped-def]
    return [x for x in iterable]  # noqa: C416


def _length(items):  # type: ignore[no-untyped-def]
    return len(items)


def _as_iterator(iterable):  # type: ignore[no-untyped-def]
    source = iter(iterable)
    return source


# ---------------------------------------------------------------------------------------------------------- infinite ones


@implements("itertools.count")
def count(start: Any = 0, step: Any = 1) -> FunctionType:
    """Count without end."""

    def impl(start=0, step=1):
        n = start
        while True:
            yield n
            n += step

    return impl


@implements("itertools.cycle")
def cycle(iterable: Any) -> FunctionType:
    """Go over the items again and again."""

    def impl(iterable):
        saved = []
        for x in iterable:
            yield x
            saved.append(x)
        while len(saved) > 0:
            for x in saved:
                yield x

    return impl


@implements("itertools.repeat")
def repeat(object: Any, times: Any = None) -> FunctionType:  # noqa: A002
    """Give one object so many times, or without end."""

    def impl(object):  # noqa: A002
        while True:
            yield object

    def impl_times(object, times):  # noqa: A002
        for _ in range(times):
            yield object

    return impl if times is None else impl_times


# ------------------------------------------------------------------------------------------------------ those of one item


@implements("itertools.accumulate")
def accumulate(iterable: Any, func: Any = None, initial: Any = None) -> FunctionType:
    """Give what has been added up so far."""

    def impl(iterable, func=None, initial=None):
        started = False
        for x in iterable:
            total = total + x if started else x  # noqa: F821
            started = True
            yield total

    def impl_func(iterable, func, initial=None):
        started = False
        for x in iterable:
            total = func(total, x) if started else x  # noqa: F821
            started = True
            yield total

    def impl_initial(iterable, func=None, initial=None):
        total = initial
        yield total
        for x in iterable:
            total = total + x
            yield total

    def impl_func_initial(iterable, func=None, initial=None):
        total = initial
        yield total
        for x in iterable:
            total = func(total, x)
            yield total

    if is_none(initial):
        return impl if is_none(func) else impl_func
    return impl_initial if is_none(func) else impl_func_initial


@implements("itertools.batched")
def batched(iterable: Any, n: Any, strict: Any = False) -> FunctionType:
    """Give tuples of ``n`` items, which the last is shorter than where it may be."""
    is_strict = strict is True or (isinstance(strict, types.BooleanLiteral) and strict.literal_value)

    def impl_long(iterable, n, strict=False):
        if n < 1:
            raise ValueError("n must be at least one")
        batch = []
        for x in iterable:
            batch.append(x)
            if len(batch) == n:
                yield tuple(batch)
                batch = []
        if len(batch) > 0:
            if strict:
                raise ValueError("batched(): incomplete batch")
            yield tuple(batch)

    if not is_strict or not isinstance(n, (int, types.IntegerLiteral)):
        return impl_long
    length = _constant(n, "n")
    pick = _picker(length)

    def impl(iterable, n, strict=False):
        batch = []
        for x in iterable:
            batch.append(x)
            if len(batch) == length:
                yield pick(batch, range(length))
                batch.clear()
        if len(batch) > 0:
            raise ValueError("batched(): incomplete batch")

    def impl_short(iterable, n, strict=False):
        raise ValueError("n must be at least one")

    return impl if length > 0 else impl_short


@implements("itertools.chain.from_iterable", "spread:itertools.chain")
def from_iterable(iterable: Any) -> FunctionType:
    """Go over what each item gives."""

    def impl(iterable):
        for items in iterable:
            for x in items:  # noqa: UP028
                yield x

    return impl


@implements("itertools.chain")
def chain(*iterables: Any) -> FunctionType:
    """Go over one after the other."""

    def impl(*iterables):
        for items in iterables:
            for x in items:  # noqa: UP028
                yield x

    def impl_mixed(*iterables):
        for items in literal_unroll(iterables):
            for x in items:  # noqa: UP028
                yield x

    return impl if len(set(iterables)) == 1 else impl_mixed


@implements("itertools.compress")
def compress(data: Any, selectors: Any) -> FunctionType:
    """Give the items beside which something true stands."""

    def impl(data, selectors):
        for x, chosen in zip(data, selectors):  # noqa: B905
            if chosen:
                yield x

    return impl


@implements("itertools.dropwhile")
def dropwhile(predicate: Any, iterable: Any) -> FunctionType:
    """Leave out the first items for which a function is true."""

    def impl(predicate, iterable):
        dropping = True
        for x in iterable:
            if dropping and predicate(x):
                continue
            dropping = False
            yield x

    return impl


@implements("itertools.filterfalse")
def filterfalse(function: Any, iterable: Any) -> FunctionType:
    """Go over the items for which a function is not true."""

    def impl(function, iterable):
        for x in iterable:
            if not function(x):
                yield x

    def impl_false(function, iterable):
        for x in iterable:
            if not x:
                yield x

    return impl_false if is_none(function) else impl


def _group(items, turn, own):  # type: ignore[no-untyped-def]
    """Go over the items of a group until the next one begins."""
    for x in items:
        if turn[0] != own:
            return
        yield x


@implements("itertools.groupby")
def groupby(iterable: Any, key: Any = None) -> FunctionType:
    """Give runs of items with equal keys, each with its key."""

    def impl(iterable, key=None):
        turn = [0]
        run = []
        for x in iterable:
            if len(run) > 0 and run[0] != x:
                turn[0] += 1
                yield run[0], _group(run, turn, turn[0])
                run = []
            run.append(x)
        if len(run) > 0:
            turn[0] += 1
            yield run[0], _group(run, turn, turn[0])
            turn[0] += 1

    def impl_key(iterable, key):
        turn = [0]
        run = []
        for x in iterable:
            new = key(x)
            if len(run) > 0 and old != new:  # noqa: F821
                turn[0] += 1
                yield old, _group(run, turn, turn[0])  # noqa: F821
                run = []
            old = new
            run.append(x)
        if len(run) > 0:
            turn[0] += 1
            yield old, _group(run, turn, turn[0])
            turn[0] += 1

    return impl if is_none(key) else impl_key


@implements("itertools.islice")
def islice(iterable: Any, start: Any, stop: Any = "", step: Any = "") -> FunctionType:
    """Give the items from one position to another, with a step."""
    if stop == "":
        return _islice_end

    def impl(iterable, start, stop, step=1):
        first = 0 if start is None else start
        by = 1 if step is None else step
        if first < 0 or (stop is not None and stop < 0):
            raise ValueError("Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
        if by < 1:
            raise ValueError("Step for islice() must be a positive integer or None.")
        return _islice(iterable, first, stop, by)

    return impl


def _islice_end(iterable, start):  # type: ignore[no-untyped-def]
    if start is not None and start < 0:
        raise ValueError("Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    return _islice(iterable, 0, start, 1)


def _islice(iterable, start, stop, step):  # type: ignore[no-untyped-def]
    source = iter(iterable)
    position = 0
    wanted = start
    while stop is None or position < stop:
        for x in source:  # noqa: B007
            break
        else:
            return
        if position == wanted:
            wanted += step
            position += 1
            yield x
        else:
            position += 1


@implements("itertools.pairwise")
def pairwise(iterable: Any) -> FunctionType:
    """Give each item with the next."""

    def impl(iterable):
        started = False
        for x in iterable:
            if started:
                yield before, x  # noqa: F821
            before = x  # noqa: F841
            started = True

    return impl


@implements("itertools.starmap")
def starmap(function: Any, iterable: Any) -> FunctionType:
    """Call a function with the items of each tuple."""

    def impl(function, iterable):
        for items in iterable:
            yield function(*items)

    return impl


@implements("itertools.takewhile")
def takewhile(predicate: Any, iterable: Any) -> FunctionType:
    """Give items as long as a function is true."""

    def impl(predicate, iterable):
        for x in iterable:
            if not predicate(x):
                return
            yield x

    return impl


def _copy(source, buffer):  # type: ignore[no-untyped-def]
    """Go over what has been read and what is left."""
    position = 0
    while True:
        if position == len(buffer):
            for x in source:
                buffer.append(x)
                break
            else:
                return
        yield buffer[position]
        position += 1


def _copies(count: int) -> Callable[..., Any]:
    if count == 0:
        return _nothing
    shorter = _copies(count - 1)

    def made(source, buffer):  # type: ignore[no-untyped-def]
        return (*shorter(source, buffer), _copy(source, buffer))

    return made


@implements("itertools.tee")
def tee(iterable: Any, n: Any = 2) -> FunctionType:
    """Give several that go over the same items."""
    copies = _copies(_constant(n, "n"))

    def impl(iterable, n=2):
        source = iter(iterable)
        buffer = []
        if len(buffer) > 0:
            for x in source:
                buffer.append(x)
        return copies(source, buffer)

    return impl


def _next_or(source, alive, number, fillvalue):  # type: ignore[no-untyped-def]
    if alive[number]:
        for x in source:
            return x
        alive[number] = False
    return fillvalue


def _round(count: int) -> Callable[..., Any]:
    """Return a function that gives one item of each iterator that has any."""
    if count == 0:
        return _nothing
    shorter, last = _round(count - 1), count - 1

    def items(sources, alive, fillvalue):  # type: ignore[no-untyped-def]
        return (*shorter(sources, alive, fillvalue), _next_or(sources[last], alive, last, fillvalue))

    return items


@implements("itertools.zip_longest")
def zip_longest(*iterables: Any, fillvalue: Any = None) -> FunctionType:
    """Give tuples of one item of each until all have ended."""
    number = len(iterables)
    sources_of, items_of = _each(number, _as_iterator), _round(number)

    def impl(*iterables, fillvalue=None):
        sources = sources_of(iterables)
        alive = [True] * number
        while True:
            items = items_of(sources, alive, fillvalue)
            if True not in alive:
                return
            yield items

    return impl


# ---------------------------------------------------------------------------------------------------------- combinatorics


def _advanced(indices, sizes):
    """Go on to the next indices, the last of which changes fastest; return whether there are any."""
    for k in range(len(indices) - 1, -1, -1):
        indices[k] += 1
        if indices[k] < sizes[k]:
            return True
        indices[k] = 0
    return False


def _product_of_any(number: int) -> FunctionType:
    """Return a function that gives tuples whose length is known at run time only: all items have one type."""
    lists_of = _each(number, _as_list)

    def impl(*iterables, repeat=1):
        if repeat < 0:
            raise ValueError("repeat argument cannot be negative")
        pools = [pool for pool in lists_of(iterables)]  # noqa: C416
        indices = [0] * (number * repeat)
        sizes = [len(pools[k % number]) for k in range(len(indices))]
        if 0 in sizes:
            return
        while True:
            yield tuple([pools[k % number][indices[k]] for k in range(len(indices))])
            if not _advanced(indices, sizes):
                return

    def impl_empty(*iterables, repeat=1):
        if repeat < 0:
            raise ValueError("repeat argument cannot be negative")
        yield ()

    return impl if number > 0 else impl_empty


@implements("itertools.product")
def product(*iterables: Any, repeat: Any = 1) -> FunctionType:
    """Give all tuples of one item of each."""
    number = len(iterables)
    if not isinstance(repeat, (int, types.IntegerLiteral)) or _constant(repeat, "repeat") < 0:
        return _product_of_any(number)
    length = number * _constant(repeat, "repeat")
    lists_of, sizes_of, pick = _each(number, _as_list), _each(number, _length), _picker_of_each(length, max(number, 1))

    def impl(*iterables, repeat=1):
        lists = lists_of(iterables)
        sizes = [0] * length
        for k, size in enumerate(sizes_of(lists)):
            sizes[k] = size
        for k in range(number, length):
            sizes[k] = sizes[k - number]
        if 0 in sizes:
            return
        indices = [0] * length
        while True:
            yield pick(lists, indices)
            if not _advanced(indices, sizes):
                return

    def impl_empty(*iterables, repeat=1):
        yield ()

    return impl if length > 0 else impl_empty


@implements("spread:itertools.product")
def product_of_items(iterables: Any, repeat: Any = 1) -> FunctionType:
    """Give all tuples of one item of each, of iterables of which only the running program knows how many there are."""

    def impl(iterables, repeat=1):
        if repeat < 0:
            raise ValueError("repeat argument cannot be negative")
        pools = [[x for x in pool] for pool in iterables]  # noqa: C416
        indices = [0] * (len(pools) * repeat)
        sizes = [len(pools[k % len(pools)]) for k in range(len(indices))]
        if 0 in sizes:
            return
        while True:
            yield tuple([pools[k % len(pools)][indices[k]] for k in range(len(indices))])
            if not _advanced(indices, sizes):
                return

    return impl


@implements("itertools.combinations")
def combinations(iterable: Any, r: Any) -> FunctionType:
    """Give all tuples of ``r`` items in their order."""
    size_of, pick = _choice(r)

    def impl(iterable, r):
        pool = [x for x in iterable]  # noqa: C416
        n = len(pool)
        length = size_of(r, n)
        if length > n:
            return
        indices = [k for k in range(length)]  # noqa: C416
        while True:
            yield pick(pool, indices, length)
            k = length - 1
            while k >= 0 and indices[k] == k + n - length:
                k -= 1
            if k < 0:
                return
            indices[k] += 1
            for j in range(k + 1, length):
                indices[j] = indices[j - 1] + 1

    return impl


@implements("itertools.combinations_with_replacement")
def combinations_with_replacement(iterable: Any, r: Any) -> FunctionType:
    """Give all tuples of ``r`` items in their order, with repetitions."""
    size_of, pick = _choice(r)

    def impl(iterable, r):
        pool = [x for x in iterable]  # noqa: C416
        n = len(pool)
        length = size_of(r, n)
        if n == 0 and length > 0:
            return
        indices = [0] * length
        while True:
            yield pick(pool, indices, length)
            k = length - 1
            while k >= 0 and indices[k] == n - 1:
                k -= 1
            if k < 0:
                return
            new = indices[k] + 1
            for j in range(k, length):
                indices[j] = new

    return impl


@implements("itertools.permutations")
def permutations(iterable: Any, r: Any = None) -> FunctionType:
    """Give all tuples of ``r`` items in any order; without ``r`` of all items."""
    size_of, pick = _choice(len(iterable) if is_none(r) and isinstance(iterable, types.BaseTuple) else r)

    def impl(iterable, r=None):
        pool = [x for x in iterable]  # noqa: C416
        n = len(pool)
        length = size_of(r, n)
        if length > n:
            return
        indices = [k for k in range(n)]  # noqa: C416
        cycles = [n - k for k in range(length)]
        yield pick(pool, indices, length)
        k = length - 1
        while k >= 0:
            cycles[k] -= 1
            if cycles[k] == 0:
                first = indices[k]
                for j in range(k, n - 1):
                    indices[j] = indices[j + 1]
                indices[n - 1] = first
                cycles[k] = n - k
                k -= 1
            else:
                j = n - cycles[k]
                indices[k], indices[j] = indices[j], indices[k]
                yield pick(pool, indices, length)
                k = length - 1

    return impl

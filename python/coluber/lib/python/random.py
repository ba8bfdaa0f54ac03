"""The functions of the module ``random``, over the thread's second state of random numbers."""

from __future__ import annotations

import math
import sys
from functools import cache

import numpy as np

from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.intrinsics import draw, random_state
from coluber.lib.kinds import is_any_tuple, is_array, is_deque, is_integral, is_list, is_none, is_real

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

TWO_PI = 2.0 * math.pi
_LOG_4 = math.log(4.0)
_GAMMA = 1.0 + math.log(4.5)
_NORMAL = 4 * math.exp(-0.5) / math.sqrt(2.0)
_E = math.e


def uniform_number():
    """Return a float of at least 0 and less than 1."""
    return draw("random_legacy_uniform ->d", random_state(1))


def below(n):
    """Return an integer of at least 0 and less than a positive one."""
    return draw("random_below l->l", random_state(1), n)


# -------------------------------------------------------------------------------------------------------- seeds and integers


@implements("random.seed")
def seed(a: Any = None, version: Any = 2) -> FunctionType | None:
    """Seed the random numbers of the thread, by an integer, a text or bytes, by the hash of a float, or by the system."""
    if is_none(a):
        return lambda a=None, version=2: draw("random_seed_system ->", random_state(1))
    if isinstance(a, types.Float):
        return lambda a=None, version=2: draw("random_seed_python l->", random_state(1), hash(a))
    if types.unliteral(a) == types.unicode_type or isinstance(a, types.Bytes):
        return _seeded_by_text(version)
    if not is_integral(a):
        return None

    def impl(a=None, version=2):
        draw("random_seed_python l->", random_state(1), -a if a < 0 else a)

    return impl


def _seeded_by_text(version: Any) -> FunctionType | None:
    """Return the function that seeds by a text or bytes, as version 2 of CPython's seeds does."""
    from coluber.lib.python.random_texts import words

    if getattr(version, "literal_value", version) != 2:
        return None

    def impl(a=None, version=2):
        key = words(a)
        draw("random_seed_words pl->", random_state(1), key, key.size)

    return impl


@implements("random.random")
def random() -> FunctionType:
    """Return a float of at least 0 and less than 1."""
    return uniform_number


@implements("random.getrandbits")
def getrandbits(k: Any) -> FunctionType | None:
    """Return an integer of so many random bits, 64 at most."""
    if not is_integral(k):
        return None

    def impl(k):
        if k < 0:
            raise ValueError("number of bits must be non-negative")
        if k > 64:
            raise OverflowError("compiled code has random integers of 64 bits at most")
        return np.uint64(draw("random_bits i->l", random_state(1), k))

    return impl


_NAMES_RANGE = sys.version_info >= (3, 12)


@cache
def _in_range(stepped: bool) -> FunctionType:
    """Return ``(start, stop, step)``: an integer of a range."""

    def simple(start, stop, step):
        if stop <= start:
            if _NAMES_RANGE:
                raise ValueError(f"empty range in randrange({start}, {stop})")
            raise ValueError(f"empty range for randrange() ({start}, {stop}, {stop - start})")
        return start + below(stop - start)

    def with_step(start, stop, step):
        if step == 1:
            return simple(start, stop, step)
        if step == 0:
            raise ValueError("zero step for randrange()")
        width = stop - start
        count = (width + step - 1) // step if step > 0 else (width + step + 1) // step
        if count <= 0:
            if _NAMES_RANGE:
                raise ValueError(f"empty range in randrange({start}, {stop}, {step})")
            raise ValueError("empty range for randrange()")
        return start + step * below(count)

    return with_step if stepped else simple


@implements("random.randrange")
def randrange(start: Any, stop: Any = None, step: Any = 1) -> FunctionType | None:
    """Return an integer of a range."""
    if not is_integral(start) or not (is_none(stop) or is_integral(stop)) or not (step == 1 or is_integral(step)):
        return None
    if not is_none(stop):
        found = _in_range(step != 1)
        return lambda start, stop=None, step=1: found(np.int64(start), np.int64(stop), np.int64(step))

    def impl(start, stop=None, step=1):
        if start <= 0:
            raise ValueError("empty range for randrange()")
        return below(start)

    return impl


@implements("random.randint")
def randint(a: Any, b: Any) -> FunctionType | None:
    """Return an integer from one to another."""
    if not (is_integral(a) and is_integral(b)):
        return None
    found, named = _in_range(False), sys.version_info >= (3, 14)

    def impl(a, b):
        if named and b < a:
            raise ValueError(f"empty range in randint({a}, {b})")
        return found(np.int64(a), np.int64(b) + 1, 1)

    return impl


# ----------------------------------------------------------------------------------------------------------------- sequences


def _length(ty: Any) -> FunctionType | None:
    """Return the function that gives the length of a sequence; None for what is none."""
    is_tuple = isinstance(ty, types.BaseTuple) and len(ty) > 0
    is_other = isinstance(types.unliteral(ty), (types.RangeType, types.UnicodeType, types.Bytes))
    return len if is_array(ty) or is_tuple or is_list(ty) or is_deque(ty) or is_other else None


def _number_of(ty: Any) -> Any:
    """Return the class of the items of a sequence of numbers; None for others."""
    if is_array(ty, 1):
        item = ty.dtype
    elif isinstance(ty, types.BaseTuple):
        items = [types.unliteral(item) for item in ty.types]
        item = items[0] if len(set(items)) == 1 else types.float64 if all(map(is_real, items)) else types.none
    elif isinstance(ty, types.RangeType) or is_list(ty):
        item = ty.dtype
    else:
        return None
    return getattr(np, "bool_" if item.name == "bool" else item.name, None)


@implements("random.choice")
def choice(seq: Any) -> FunctionType | None:
    """Return an item of a sequence."""
    if _length(seq) is None:
        return None

    def impl(seq):
        if len(seq) == 0:
            raise IndexError("Cannot choose from an empty sequence")
        return seq[below(len(seq))]

    return impl


@implements("random.shuffle")
def shuffle(x: Any) -> FunctionType | None:
    """Bring the items of a vector into a random order."""
    if is_any_tuple(x):
        from coluber.lib.numpy.random_order import of_tuple

        return of_tuple(False)
    if not is_array(x, 1) and not is_list(x) and not is_deque(x):
        return None

    def impl(x):
        for i in range(len(x) - 1, 0, -1):
            j = below(i + 1)
            x[i], x[j] = x[j], x[i]

    return impl


def _sampled(n, k):
    """Return so many different positions below n."""
    if not 0 <= k <= n:
        raise ValueError("Sample larger than population or is negative")
    out = np.empty(k, np.int64)
    few = 21
    if k > 5:
        few += 4 ** math.ceil(math.log(k * 3) / math.log(4))
    if n <= few:
        left = np.arange(n)
        for i in range(k):
            j = below(n - i)
            out[i] = left[j]
            left[j] = left[n - i - 1]
        return out
    taken = np.zeros(n, np.bool_)
    for i in range(k):
        j = below(n)
        while taken[j]:
            j = below(n)
        taken[j] = True
        out[i] = j
    return out


@implements("random.sample")
def sample(population: Any, k: Any, counts: Any = None) -> FunctionType | None:
    """Return a list of items of a sequence, of which each is taken once at most, or as often as counts say."""
    if _length(population) is None or not is_integral(k):
        return None

    def impl(population, k, counts=None):
        return [population[place] for place in _sampled(len(population), k)]

    def impl_counts(population, k, counts=None):
        if len(counts) != len(population):
            raise ValueError("The number of counts does not match the population")
        ends = np.empty(len(counts), np.int64)
        total = 0
        for i in range(len(counts)):
            total += counts[i]
            ends[i] = total
        if total < 0:
            raise ValueError("Counts must be non-negative")
        return [population[np.searchsorted(ends, place, side="right")] for place in _sampled(total, k)]

    if is_none(counts):
        return impl
    return impl_counts if _length(counts) is not None and _number_of(counts) is np.int64 else None


@implements("random.choices")
def choices(population: Any, weights: Any = None, cum_weights: Any = None, k: Any = 1) -> FunctionType | None:
    """Return a list of items of a sequence, perhaps with weights."""
    if _length(population) is None or not (k == 1 or is_integral(k)):
        return None
    if not is_none(weights) and not is_none(cum_weights):
        from coluber.core.errors import NumbaTypeError

        raise NumbaTypeError("Cannot specify both weights and cumulative weights")
    if is_none(weights) and is_none(cum_weights):
        return _choices_equally
    given = cum_weights if is_none(weights) else weights
    item = _number_of(given)
    if item is None or _length(given) is None:
        return None
    places = _places_by(item, not is_none(weights))
    if is_none(cum_weights):

        def impl_weights(population, weights=None, cum_weights=None, k=1):
            return [population[place] for place in places(len(population), weights, k)]

        return impl_weights

    def impl(population, weights=None, cum_weights=None, k=1):
        return [population[place] for place in places(len(population), cum_weights, k)]

    return impl


def _choices_equally(population, weights=None, cum_weights=None, k=1):
    n = float(len(population))
    if k > 0 and n == 0:
        raise IndexError("list index out of range")
    return [population[math.floor(uniform_number() * n)] for _ in range(k)]


@cache
def _places_by(item: Any, sums: bool) -> FunctionType:
    """Return ``(n, weights, k)``: so many positions below n, by their weights, which are summed up first or have been."""

    def places(n, weights, k):
        if len(weights) != n:
            raise ValueError("The number of weights does not match the population")
        if n == 0:
            raise IndexError("list index out of range")
        limits = np.empty(n, item)
        for i in range(n):
            limits[i] = weights[i]
            if sums and i > 0:
                limits[i] += limits[i - 1]
        total = limits[n - 1] + 0.0
        if total <= 0.0:
            raise ValueError("Total of weights must be greater than zero")
        if not math.isfinite(total):
            raise ValueError("Total of weights must be finite")
        out = np.empty(max(k, 0), np.int64)
        for i in range(k):
            x = uniform_number() * total
            low, high = 0, n - 1
            while low < high:
                middle = (low + high) // 2
                if x < limits[middle]:
                    high = middle
                else:
                    low = middle + 1
            out[i] = low
        return out

    return places


# ------------------------------------------------------------------------------------------------------------- distributions


def _reals(*parameters: Any) -> bool:
    return all(is_real(ty) or isinstance(ty, float) for ty in parameters)


@implements("random.uniform")
def uniform(a: Any, b: Any) -> FunctionType | None:
    """Return a number between two."""
    return (lambda a, b: a + (b - a) * uniform_number()) if _reals(a, b) else None


@implements("random.triangular")
def triangular(low: Any = 0.0, high: Any = 1.0, mode: Any = None) -> FunctionType | None:
    """Return a number of a triangular distribution."""
    if not _reals(low, high) or not (is_none(mode) or is_real(mode)):
        return None
    if is_none(mode):
        return lambda low=0.0, high=1.0, mode=None: _triangular(float(low), float(high), 0.5)

    def impl(low=0.0, high=1.0, mode=None):
        if high == low:
            uniform_number()
            return float(low)
        return _triangular(float(low), float(high), (mode - low) / (high - low))

    return impl


def _triangular(low, high, c):
    u = uniform_number()
    if u > c:
        return high + (low - high) * math.sqrt((1.0 - u) * (1.0 - c))
    return low + (high - low) * math.sqrt(u * c)


def normal_number(mu, sigma):
    """Return a normal number, by the method of Kinderman and Monahan."""
    while True:
        u = uniform_number()
        v = 1.0 - uniform_number()
        z = _NORMAL * (u - 0.5) / v
        if z * z / 4.0 <= -math.log(v):
            return mu + z * sigma


@implements("random.normalvariate")
def normalvariate(mu: Any = 0.0, sigma: Any = 1.0) -> FunctionType | None:
    """Return a normal number."""
    return (lambda mu=0.0, sigma=1.0: normal_number(mu, sigma)) if _reals(mu, sigma) else None


@implements("random.lognormvariate")
def lognormvariate(mu: Any, sigma: Any) -> FunctionType | None:
    """Return a number whose logarithm is normal."""
    return (lambda mu, sigma: math.exp(normal_number(mu, sigma))) if _reals(mu, sigma) else None


@implements("random.gauss")
def gauss(mu: Any = 0.0, sigma: Any = 1.0) -> FunctionType | None:
    """Return a normal number; each second one is made with the one before."""
    if not _reals(mu, sigma):
        return None

    def impl(mu=0.0, sigma=1.0):
        state = random_state(1)
        z = draw("random_take_kept ->d", state)
        if math.isnan(z):
            angle = uniform_number() * TWO_PI
            radius = math.sqrt(-2.0 * math.log(1.0 - uniform_number()))
            z = math.cos(angle) * radius
            draw("random_keep d->", state, math.sin(angle) * radius)
        return mu + z * sigma

    return impl


def _expovariate(lambd=1.0):
    return -math.log(1.0 - uniform_number()) / lambd


if sys.version_info >= (3, 12):

    @implements("random.expovariate")
    def expovariate(lambd: Any = 1.0) -> FunctionType | None:
        """Return an exponential number."""
        return _expovariate if _reals(lambd) else None

else:

    @implements("random.expovariate")
    def expovariate(lambd: Any) -> FunctionType | None:
        """Return an exponential number."""
        return _expovariate if _reals(lambd) else None


def gamma_number(alpha, beta):
    """Return a gamma number: above 1 by the method of Cheng, below by that of Ahrens and Dieter."""
    if alpha <= 0.0 or beta <= 0.0:
        raise ValueError("gammavariate: alpha and beta must be > 0.0")
    if alpha > 1.0:
        return _large_gamma(alpha) * beta
    if alpha == 1.0:
        return -math.log(1.0 - uniform_number()) * beta
    return _small_gamma(alpha) * beta


def _large_gamma(alpha):
    root = math.sqrt(2.0 * alpha - 1.0)
    b, c = alpha - _LOG_4, alpha + root
    while True:
        u = uniform_number()
        if not 1e-7 < u < 0.9999999:
            continue
        w = 1.0 - uniform_number()
        v = math.log(u / (1.0 - u)) / root
        x = alpha * math.exp(v)
        z = u * u * w
        r = b + c * v - x
        if r + _GAMMA - 4.5 * z >= 0.0 or r >= math.log(z):
            return x


def _small_gamma(alpha):
    while True:
        b = (_E + alpha) / _E
        p = b * uniform_number()
        x = p ** (1.0 / alpha) if p <= 1.0 else -math.log((b - p) / alpha)
        u = uniform_number()
        if p > 1.0:
            if u <= x ** (alpha - 1.0):
                return x
        elif u <= math.exp(-x):
            return x


@implements("random.gammavariate")
def gammavariate(alpha: Any, beta: Any) -> FunctionType | None:
    """Return a gamma number."""
    return (lambda alpha, beta: gamma_number(float(alpha), float(beta))) if _reals(alpha, beta) else None


@implements("random.betavariate")
def betavariate(alpha: Any, beta: Any) -> FunctionType | None:
    """Return a beta number."""
    if not _reals(alpha, beta):
        return None

    def impl(alpha, beta):
        y = gamma_number(float(alpha), 1.0)
        return y / (y + gamma_number(float(beta), 1.0)) if y != 0.0 else 0.0

    return impl


@implements("random.paretovariate")
def paretovariate(alpha: Any) -> FunctionType | None:
    """Return a Pareto number."""
    return (lambda alpha: (1.0 - uniform_number()) ** (-1.0 / alpha)) if _reals(alpha) else None


@implements("random.weibullvariate")
def weibullvariate(alpha: Any, beta: Any) -> FunctionType | None:
    """Return a Weibull number."""
    return (lambda alpha, beta: alpha * (-math.log(1.0 - uniform_number())) ** (1.0 / beta)) if _reals(alpha, beta) else None


@implements("random.vonmisesvariate")
def vonmisesvariate(mu: Any, kappa: Any) -> FunctionType | None:
    """Return an angle of the von Mises distribution."""
    if not _reals(mu, kappa):
        return None

    def impl(mu, kappa):
        if kappa <= 1e-6:
            return TWO_PI * uniform_number()
        s = 0.5 / kappa
        r = s + math.sqrt(1.0 + s * s)
        while True:
            z = math.cos(math.pi * uniform_number())
            d = z / (r + z)
            u = uniform_number()
            if u < 1.0 - d * d or u <= (1.0 - d) * math.exp(d):
                break
        q = 1.0 / r
        f = (q + z) / (1.0 + q * z)
        return (mu + math.acos(f)) % TWO_PI if uniform_number() > 0.5 else (mu - math.acos(f)) % TWO_PI

    return impl

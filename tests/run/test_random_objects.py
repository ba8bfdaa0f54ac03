"""``random.Random`` objects as arguments, as results and made in compiled code, compared with Python draw by draw."""

import random
import sys

import pytest

from coluber import njit
from coluber.core.errors import TypingError

VALUES = [3, 1, 4, 1, 5, 9]


def integers(r):
    return r.randint(1, 6), r.randrange(10), r.randrange(3, 30, 3), r.getrandbits(12), r.random()


def sequences(r):
    values = [3, 1, 4, 1, 5, 9]
    r.shuffle(values)
    return values, r.choice(values), r.sample(values, 3), r.choices(values, k=2), r.choices(values, [1, 2, 3, 4, 5, 6], k=3)


def continuous(r):
    first = r.uniform(1, 2), r.triangular(0, 2, 1), r.gauss(0, 1), r.normalvariate(0, 1), r.lognormvariate(0, 1)
    return *first, r.expovariate(1.5), r.gammavariate(2, 3), r.betavariate(1, 2), r.paretovariate(3), r.weibullvariate(1, 2)


def octets(r):
    return r.randbytes(0), r.randbytes(1), r.randbytes(4), r.randbytes(11)


def counts(r):
    small = [r.binomialvariate(20, 0.1) for _ in range(20)]
    return small, [r.binomialvariate(100, 0.7) for _ in range(50)], r.binomialvariate(), r.binomialvariate(5, 1.0)


def angles(r):
    return r.vonmisesvariate(1, 2), r.gauss(mu=1, sigma=2), r.triangular()


NEWER = [counts] if sys.version_info >= (3, 12) else []


@pytest.mark.parametrize("function", [integers, sequences, continuous, angles, octets, *NEWER])
def test_draws(function):
    compiled = njit(function)
    given, same = random.Random(7), random.Random(7)
    for _ in range(3):
        assert compiled(given) == function(same)
        assert given.getstate() == same.getstate()


def made(seed):
    r, other = random.Random(seed), random.Random(seed + 1)
    r.gauss(0, 1)
    return r.random(), other.randint(0, 99), r.gauss(0, 1), random.Random(2**40).random()


def test_made_in_compiled_code():
    random.seed(5)
    assert njit(made)(3) == made(3)


@pytest.mark.parametrize("seed", [1.5, -1.5, 0.0, 1e300, float("inf"), 7, -7])
def test_seeds(seed):
    def drawn(seed):
        random.seed(seed)
        return random.random(), random.randint(0, 10**9)

    assert njit(drawn)(seed) == drawn(seed)


def test_objects_are_returned_with_their_state():
    @njit
    def drawn(r, seed):
        r.random()
        own = random.Random(seed)
        own.gauss(0, 1)
        return own, r

    given, same = random.Random(1), random.Random(8)
    own, again = drawn(given, 8)
    same.gauss(0, 1)
    assert again is given
    assert type(own) is random.Random
    assert own.getstate() == same.getstate()


def test_states_of_the_module_stay():
    @njit
    def between(r):
        random.seed(11)
        first = random.random()
        r.random()
        return first, random.random()

    plain = random.Random(11)
    assert between(random.Random(2)) == (plain.random(), plain.random())


class Walker:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.place = 0

    def step(self):
        self.place += self.rng.choice([-1, 1])
        return self.place


def walk(n):
    walker = Walker(4)
    return [walker.step() for _ in range(n)]


def test_in_fields():
    assert njit(walk)(50) == walk(50)


def test_subclasses_are_not_taken_for_it():
    class Odd(random.Random):
        def random(self):
            return 0.5

    with pytest.raises(TypingError):
        njit(lambda r: r.random())(Odd(1))

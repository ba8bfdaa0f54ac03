"""Seed sequences and bit generators of ``numpy.random`` in compiled code.

A seed sequence is the words of 32 bits that NumPy makes of its entropy and of its spawn key. A bit generator is known by the
generator over it, which Python makes of such words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from coluber import _native
from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.intrinsics import new_generator
from coluber.lib.kinds import is_array, is_integer, is_integral, is_list, is_none, refuse
from coluber.lib.numpy.seed_words import mixed_pool, words_of_pool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FunctionType

_BIT_GENERATORS = ("PCG64", "PCG64DXSM", "MT19937", "Philox", "SFC64")


def generator_of(kind: int, entropy: Sequence[int], spawn_key: Sequence[int]) -> np.random.Generator:
    """Return a generator over the bit generator with a number, which begins with these words."""
    sequence = np.random.SeedSequence(entropy, spawn_key=spawn_key)
    return np.random.Generator(getattr(np.random, _BIT_GENERATORS[kind])(sequence))


@dataclass(eq=False)
class SeedSequence:
    """A ``SeedSequence``.

    Parameters
    ----------
    words : array
        The words of its entropy.
    key : array
        The words of its spawn key.
    n_children_spawned : int
        How many it has spawned.
    """

    words: Any
    key: Any
    n_children_spawned: int

    def spawn(self, n_children):
        """Return new sequences, each with a number more in its spawn key."""
        children = []
        for _ in range(n_children):
            key = np.empty(self.key.size + 1, np.uint32)
            key[:-1] = self.key
            key[-1] = self.n_children_spawned
            children.append(SeedSequence(self.words, key, 0))
            self.n_children_spawned = self.n_children_spawned + 1
        return children

    def generate_state(self, n_words, dtype=np.uint32):
        """Return words for the state of a bit generator."""
        size = np.dtype(dtype).itemsize
        if size != 4 and size != 8:
            raise ValueError("only support uint32 or uint64")
        return words_of_pool(mixed_pool(self.words, self.key), n_words * (size // 4)).view(dtype)

    @property
    def pool(self):
        """The mixed words that all states are made of."""
        return mixed_pool(self.words, self.key)

    @property
    def pool_size(self):
        """How many these are."""
        return 4

    @property
    def spawn_key(self):
        """The words that tell it from others of the same entropy."""
        return tuple([np.int64(word) for word in self.key])


@dataclass(eq=False)
class BitGenerator:
    """A bit generator, by the generator over it."""

    generator: Any


# ----------------------------------------------------------------------------------------------------------- words of seeds


def add_words(words, seed):
    """Append the words of an integer, the lowest first."""
    if seed < 0:
        raise ValueError("expected non-negative integer")
    left = np.uint64(seed)
    words.append(np.uint32(left & np.uint64(0xFFFFFFFF)))
    left = left >> np.uint64(32)
    if left > 0:
        words.append(np.uint32(left))


def words_of_number(seed):
    """Return the words of an integer."""
    words = [np.uint32(0)]
    words.clear()
    add_words(words, seed)
    return np.array(words)


def words_of_items(seed):
    """Return the words of integers, one after the other."""
    words = [np.uint32(0)]
    words.clear()
    for item in seed:
        add_words(words, item)
    if len(words) == 0:
        return np.empty(0, np.uint32)
    return np.array(words)


def _words_function(seed: Any) -> FunctionType | None:
    """Return what makes words of a seed; None for what is no integer, list or vector of them."""
    if is_integral(seed):
        return words_of_number
    items = seed.dtype if is_list(seed) or is_array(seed, 1) else None
    if items is None and hasattr(seed, "types") and len(seed) > 0:
        return words_of_items if all(is_integral(item) for item in seed.types) else None
    return words_of_items if items is not None and is_integer(items) else None


def _key_function(key: Any) -> FunctionType | None:
    """Return what makes words of a spawn key."""
    if key == () or (isinstance(key, types.BaseTuple) and len(key) == 0):
        return lambda key: np.empty(0, np.uint32)
    return _words_function(key)


def seed_function(seed: Any, kind: int) -> FunctionType | None:
    """Return what makes a generator over a bit generator of a seed; None for what is no seed."""
    if _is(seed, SeedSequence):
        return lambda seed=None: new_generator(kind, seed.words, seed.key)
    words_of = _words_function(seed)
    if words_of is None:
        return None
    return lambda seed=None: new_generator(kind, words_of(seed), np.empty(0, np.uint32))


def is_bit_generator(ty: Any) -> bool:
    """Whether a type is that of bit generators."""
    return _is(ty, BitGenerator)


def _is(ty: Any, cls: type) -> bool:
    return getattr(ty, "instance_class", None) is cls


# ------------------------------------------------------------------------------------------------------------------ classes


@implements("numpy.random.bit_generator.SeedSequence")
def seed_sequence(
    entropy: Any = None, *, spawn_key: Any = (), pool_size: Any = 4, n_children_spawned: Any = 0
) -> FunctionType | None:
    """Make a seed sequence of an integer, or of several."""
    if getattr(pool_size, "literal_value", pool_size) != 4:
        refuse("pool_size", pool_size)
    words_of, key_of = _words_function(entropy), _key_function(spawn_key)
    if words_of is None or key_of is None:
        return None

    def impl(entropy=None, *, spawn_key=(), pool_size=4, n_children_spawned=0):
        return SeedSequence(words_of(entropy), key_of(spawn_key), n_children_spawned)

    return impl


def _bit_generator(kind: int) -> Any:
    def make(seed: Any = None) -> FunctionType | None:
        if is_none(seed):
            return (lambda seed=None: BitGenerator(new_generator())) if kind == 0 else None
        make_generator = seed_function(seed, kind)
        return make_generator and (lambda seed=None: BitGenerator(make_generator(seed)))

    return make


for _kind, _name in enumerate(_BIT_GENERATORS):
    _module = getattr(np.random, _name).__module__
    implements(f"{_module}.{_name}")(_bit_generator(_kind))


@implements("numpy.random._generator.Generator")
def generator(bit_generator: Any) -> FunctionType | None:
    """Return the generator over a bit generator."""
    return (lambda bit_generator: bit_generator.generator) if is_bit_generator(bit_generator) else None


# ----------------------------------------------------------------------------------------------------- objects of the program


def counterpart_of(value: Any) -> Any:
    """Return what an object is in compiled code."""
    if isinstance(value, np.random.SeedSequence):
        if value.entropy is None or value.pool_size != 4:
            raise TypeError("a SeedSequence with a pool of another size than 4 has no type in compiled code")
        return SeedSequence(_words(value.entropy), _words(value.spawn_key), value.n_children_spawned)
    return BitGenerator(np.random.Generator(value))


def _words(entropy: Any) -> Any:
    """Return the words that NumPy makes of entropy."""
    words: list[int] = []
    for number in [entropy] if isinstance(entropy, (int, np.integer)) else entropy:
        left = int(number)
        while True:
            words.append(left & 0xFFFFFFFF)
            left >>= 32
            if not left:
                break
    return np.array(words, np.uint32)


def write_back(value: Any, counterpart: Any) -> None:
    """Let a sequence know how many others were spawned; a bit generator shares its state."""
    if isinstance(counterpart, SeedSequence):
        value.spawn(counterpart.n_children_spawned - value.n_children_spawned)


def original_of(counterpart: Any) -> Any:
    """Return the object that a counterpart stands for."""
    if isinstance(counterpart, SeedSequence):
        return np.random.SeedSequence(
            counterpart.words.tolist(),
            spawn_key=tuple(counterpart.key.tolist()),
            n_children_spawned=counterpart.n_children_spawned,
        )
    return counterpart.generator.bit_generator


_native.register_counterpart(np.random.SeedSequence, SeedSequence, __name__)
for _name in _BIT_GENERATORS:
    _native.register_counterpart(getattr(np.random, _name), BitGenerator, __name__)

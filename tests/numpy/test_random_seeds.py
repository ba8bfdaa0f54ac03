"""Seed sequences and bit generators in compiled code: the generators over them draw what NumPy's draw."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import errors, njit


def made_of_seeds():
    first = np.random.default_rng([1, 2])
    second = np.random.default_rng(np.random.SeedSequence(5))
    third = np.random.Generator(np.random.PCG64(7))
    fourth = np.random.Generator(np.random.MT19937((1, 2**63 - 1)))
    fifth = np.random.Generator(np.random.SFC64(np.random.SeedSequence([3, 2**40])))
    sixth = np.random.Generator(np.random.Philox(np.array([0, 4])))
    seventh = np.random.default_rng(np.random.PCG64DXSM(0))
    eighth = np.random.default_rng(np.random.default_rng(np.uint64(2**63 + 5)))
    return (
        first.random(),
        second.normal(),
        third.integers(0, 1000),
        fourth.random(),
        fifth.random(),
        sixth.random(),
        seventh.random(),
        eighth.random(),
    )


def spawned(seed):
    sequence = np.random.SeedSequence(seed)
    out = np.empty((3, 2))
    k = 0
    for child in sequence.spawn(3):
        out[k] = np.random.default_rng(child).random(2)
        k += 1
    keyed = np.random.SeedSequence([seed], spawn_key=(3, 2**33), pool_size=4)
    out[2] += np.random.default_rng(keyed).random()
    generators = [np.random.default_rng(child) for child in sequence.spawn(2)]
    return out, generators[1].random(), sequence.n_children_spawned


def shared(sequence, bits):
    one, other = np.random.Generator(bits), np.random.Generator(bits)
    child = sequence.spawn(1)[0]
    return one.random(), other.random(), np.random.default_rng(child).random(), child, bits


def test_generators_of_seeds():
    assert njit(made_of_seeds)() == made_of_seeds()


def test_spawned_sequences():
    compiled = njit(spawned)
    for seed in [0, 5, 2**40]:
        mine, expected = compiled(seed), spawned(seed)
        np.testing.assert_array_equal(mine[0], expected[0])
        assert mine[1:] == expected[1:]
    with pytest.raises(ValueError, match="^expected non-negative integer$"):
        compiled(-1)


@pytest.mark.parametrize("kind", ["PCG64", "PCG64DXSM", "MT19937", "Philox", "SFC64"])
def test_objects_of_the_program(kind):
    sequences = [np.random.SeedSequence(2**70 + 1, spawn_key=(1,)) for _ in range(2)]
    bits = [getattr(np.random, kind)(3) for _ in range(2)]
    mine, expected = COMPILED(sequences[0], bits[0]), shared(sequences[1], bits[1])
    assert mine[:3] == expected[:3]
    np.testing.assert_array_equal(mine[3].generate_state(8), expected[3].generate_state(8))
    assert mine[4] is bits[0]
    assert sequences[0].n_children_spawned == 1
    np.testing.assert_equal(bits[0].state, bits[1].state)


COMPILED = njit(shared)


def test_what_is_no_seed_is_refused():
    with pytest.raises(errors.TypingError, match="default_rng"):
        njit(lambda: np.random.default_rng(0.5))()


def states(seed, n):
    sequence = np.random.SeedSequence(seed)
    child = sequence.spawn(2)[1]
    return (
        sequence.generate_state(n),
        sequence.generate_state(n, np.uint64),
        child.generate_state(n, "u8"),
        child.pool,
        sequence.pool_size,
        child.spawn_key,
    )


@pytest.mark.parametrize("seed", [0, 2**40 + 3, [1, 2, 3], [1, 2, 3, 4, 5, 6, 2**50], (2**33, 1, 2, 3)])
@pytest.mark.parametrize("n", [0, 1, 9])
def test_states_of_sequences(seed, n):
    for mine, expected in zip(njit(states)(seed, n), states(seed, n), strict=True):
        assert np.array_equal(mine, expected)
        assert getattr(mine, "dtype", None) == getattr(expected, "dtype", None)


def test_states_of_sequences_of_the_program():
    sequence = np.random.SeedSequence(2**127 + 5, spawn_key=(3, 4))
    words, key = njit(lambda s: (s.generate_state(5), s.spawn_key))(sequence)
    assert np.array_equal(words, sequence.generate_state(5))
    assert key == sequence.spawn_key


def test_states_of_other_types_are_refused():
    with pytest.raises(ValueError, match="only support uint32 or uint64"):
        njit(lambda: np.random.SeedSequence(1).generate_state(2, np.uint16))()

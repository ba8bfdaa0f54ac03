"""Random numbers in kernels: the generator xoroshiro128+ of Blackman and Vigna, one state for each thread.

A state is a record of two words. States made together begin 2**64 steps apart in one sequence, so that the numbers of
different threads do not overlap. The seed is spread by one step of SplitMix64.

The functions are compiled for kernels and for the processor, where simulated kernels call them too.
"""

from __future__ import annotations

import math

import numpy as np

from coluber.core.decorators import njit
from coluber.core.types import float32, float64, int64, uint64

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

xoroshiro128p_dtype = np.dtype([("s0", np.uint64), ("s1", np.uint64)], align=True)

_TWO_PI_32 = np.float32(2 * math.pi)
_TWO_PI_64 = np.float64(2 * math.pi)
# The polynomial by which a state is moved 2**64 steps on.
_JUMP = (uint64(0xBEAC0467EBA5FACB), uint64(0xD86B048B86AA9922))
_SPLITMIX_STEP = uint64(0x9E3779B97F4A7C15)
_SPLITMIX_FIRST = uint64(0xBF58476D1CE4E5B9)
_SPLITMIX_SECOND = uint64(0x94D049BB133111EB)


@njit
def _rotl(x, k):
    return (x << uint64(k)) | (x >> uint64(64 - k))


@njit
def init_xoroshiro128p_state(states, index, seed):
    """Set a state from a seed.

    Parameters
    ----------
    states : array of `xoroshiro128p_dtype`
        The states.
    index : int
        Which one.
    seed : uint64
        The seed.
    """
    z = uint64(seed) + _SPLITMIX_STEP
    z = (z ^ (z >> uint64(30))) * _SPLITMIX_FIRST
    z = (z ^ (z >> uint64(27))) * _SPLITMIX_SECOND
    z = z ^ (z >> uint64(31))
    states[index]["s0"] = z
    states[index]["s1"] = z


@njit
def xoroshiro128p_next(states, index):
    """Return the next 64 random bits of a state, as uint64, and advance it."""
    s0 = states[index]["s0"]
    s1 = states[index]["s1"]
    result = s0 + s1
    s1 = s1 ^ s0
    states[index]["s0"] = _rotl(s0, 55) ^ s1 ^ (s1 << uint64(14))
    states[index]["s1"] = _rotl(s1, 36)
    return result


@njit
def xoroshiro128p_jump(states, index):
    """Advance a state by 2**64 steps."""
    s0 = uint64(0)
    s1 = uint64(0)
    for k in range(2):
        for bit in range(64):
            if _JUMP[k] & (uint64(1) << uint64(bit)):
                s0 ^= states[index]["s0"]
                s1 ^= states[index]["s1"]
            xoroshiro128p_next(states, index)
    states[index]["s0"] = s0
    states[index]["s1"] = s1


@njit
def _unit_float64(bits):
    return float64(bits >> uint64(11)) * float64(2.0**-53)


@njit
def xoroshiro128p_uniform_float32(states, index):
    """Return a float32 in [0, 1), and advance the state."""
    return float32(_unit_float64(xoroshiro128p_next(states, int64(index))))


@njit
def xoroshiro128p_uniform_float64(states, index):
    """Return a float64 in [0, 1), and advance the state."""
    return _unit_float64(xoroshiro128p_next(states, int64(index)))


@njit
def xoroshiro128p_normal_float32(states, index):
    """Return a normally distributed float32 (mean 0, deviation 1), and advance the state by two steps."""
    u1 = xoroshiro128p_uniform_float32(states, index)
    u2 = xoroshiro128p_uniform_float32(states, index)
    return math.sqrt(float32(-2.0) * math.log(u1)) * math.cos(_TWO_PI_32 * u2)


@njit
def xoroshiro128p_normal_float64(states, index):
    """Return a normally distributed float64 (mean 0, deviation 1), and advance the state by two steps."""
    u1 = xoroshiro128p_uniform_float64(states, index)
    u2 = xoroshiro128p_uniform_float64(states, index)
    return math.sqrt(float64(-2.0) * math.log(u1)) * math.cos(_TWO_PI_64 * u2)


@njit
def _initialise(states, seed, subsequence_start):
    if states.size == 0:
        return
    init_xoroshiro128p_state(states, 0, seed)
    for _ in range(subsequence_start):
        xoroshiro128p_jump(states, 0)
    for k in range(1, states.size):
        states[k] = states[k - 1]
        xoroshiro128p_jump(states, k)


def init_xoroshiro128p_states(states: Any, seed: int, subsequence_start: int = 0, stream: Any = 0) -> None:
    """Set all states of an array on the device from one seed.

    Parameters
    ----------
    states : device array of `xoroshiro128p_dtype`
        The states. The first begins the sequence, each other one 2**64 steps behind the one before it.
    seed : int
        The seed, from 0 to 2**64 - 1.
    subsequence_start : int
        How many times 2**64 steps to leave out at first.
    stream : Stream, optional
        Where the copy to the device runs.
    """
    host = np.empty(states.shape, xoroshiro128p_dtype)
    _initialise(host, np.uint64(seed), int(subsequence_start))
    states.copy_to_device(host, stream=stream)


def create_xoroshiro128p_states(n: int, seed: int, subsequence_start: int = 0, stream: Any = 0) -> Any:
    """Return `n` states on the device, as `init_xoroshiro128p_states` sets them."""
    from coluber import cuda

    states = cuda.device_array(n, dtype=xoroshiro128p_dtype, stream=stream)
    init_xoroshiro128p_states(states, seed, subsequence_start, stream)
    return states

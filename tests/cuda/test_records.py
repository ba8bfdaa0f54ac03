"""Records in kernels: arrays of structured dtypes, on the host and the device."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import cuda

PARTICLE = np.dtype([("mass", np.float32), ("place", np.float64, (3,)), ("alive", np.bool_), ("id", np.int64)], align=True)
PACKED = np.dtype([("kind", np.int8), ("value", np.float64), ("pair", [("a", np.int16), ("b", np.float32)])])


def particles(count):
    a = np.zeros(count, PARTICLE)
    a["mass"] = np.arange(count)
    a["place"] = np.arange(3 * count).reshape(count, 3)
    a["id"] = -np.arange(count)
    return a


@cuda.jit
def advance(particles, step):
    i = cuda.grid(1)
    if i < particles.size:
        p = particles[i]
        for k in range(3):
            p.place[k] += step * (k + 1)
        p["mass"] *= 2
        particles[i].alive = p.id % 2 == 0


@pytest.mark.parametrize("on_device", [False, True])
def test_fields_of_elements(on_device):
    a = particles(100)
    argument = cuda.to_device(a) if on_device else a
    advance[4, 32](argument, 0.5)
    result = argument.copy_to_host() if on_device else a
    expected = particles(100)
    expected["place"] += [0.5, 1.0, 1.5]
    expected["mass"] *= 2
    expected["alive"] = expected["id"] % 2 == 0
    assert result.dtype == PARTICLE
    for name in PARTICLE.names:
        assert np.array_equal(result[name], expected[name])


@cuda.jit
def columns(a, out):
    values = a["value"]
    i = cuda.grid(1)
    if i < out.size:
        out[i] = values[i] + a.kind[i] + a[i].pair.a * a["pair"]["b"][i]
        a["pair"]["a"][i] = i


def test_columns_of_packed_records():
    a = np.zeros(50, PACKED)
    a["kind"] = np.arange(50)
    a["value"] = np.linspace(0, 1, 50)
    a["pair"]["a"] = 3
    a["pair"]["b"] = np.arange(50) / 4
    out = np.zeros(50)
    columns[2, 32](a, out)
    assert np.allclose(out, a["value"] + a["kind"] + 3 * a["pair"]["b"])
    assert np.array_equal(a["pair"]["a"], np.arange(50))


@cuda.jit
def reverse(a, out):
    part = cuda.shared.array(64, PARTICLE)
    mine = cuda.local.array(1, PARTICLE)
    t = cuda.threadIdx.x
    mine[0] = a[t]
    mine[0].id += 1000
    part[t] = mine[0]
    cuda.syncthreads()
    out[t] = part[63 - t]


def test_records_in_shared_and_local_memory():
    a, out = particles(64), np.zeros(64, PARTICLE)
    reverse[1, 64](a, out)
    expected = a[::-1].copy()
    expected["id"] += 1000
    for name in PARTICLE.names:
        assert np.array_equal(out[name], expected[name])


@cuda.jit(device=True)
def energy(p, scale):
    return p.mass * (p.place[0] ** 2 + p.place[1] ** 2 + p.place[2] ** 2) * scale.value


@cuda.jit
def energies(a, scale, out):
    i = cuda.grid(1)
    if i < a.shape[0]:
        out[i] = energy(a[i], scale)


def test_records_as_arguments_of_kernels_and_device_functions():
    a, out = particles(40), np.zeros(40)
    scale = np.zeros(1, PACKED)
    scale["value"] = 0.5
    energies[2, 32](a, scale[0], out)
    assert np.allclose(out, a["mass"] * (a["place"] ** 2).sum(1) * 0.5)

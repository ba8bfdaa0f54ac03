"""Records in kernels: arrays of structured dtypes, on the host and the device."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import cuda, float64
from coluber.core.errors import TypingError
from coluber.np.numpy_support import from_dtype

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


COUNTS = [
    ("kind", np.int8),
    ("count", np.int32),
    ("total", np.float64),
    ("best", np.float32, (2,)),
    ("inner", [("n", np.uint64)]),
]


@cuda.jit
def tally(a, values):
    i = cuda.grid(1)
    k = i % a.size
    cuda.atomic.add(a[k], "count", 1)
    cuda.atomic.add(a["total"], k, values[i])
    cuda.atomic.max(a["best"], (k, 0), values[i])
    cuda.atomic.min(a[k].best, 1, values[i])
    cuda.atomic.max(a["inner"]["n"], k, i)
    if i == 0:
        cuda.atomic.cas(a[1]["inner"], "n", 0, 7)


@pytest.mark.parametrize(
    "align", [True, pytest.param(False, marks=pytest.mark.emulated("a GPU's atomics need aligned addresses"))]
)
@pytest.mark.parametrize("on_device", [False, True])
def test_atomics_on_fields(align, on_device):
    a = np.zeros(3, np.dtype(COUNTS, align=align))
    a["best"] = 50, 50
    values = np.random.default_rng(0).permutation(96).astype(np.float32)
    argument = cuda.to_device(a) if on_device else a
    tally[3, 32](argument, values)
    a = argument.copy_to_host() if on_device else a
    for k in range(3):
        own = values[k::3]
        assert a["count"][k] == 32
        assert a["total"][k] == own.sum()
        assert a["best"][k].tolist() == [max(own.max(), 50), own.min()]
        assert a["inner"]["n"][k] == 93 + k


def test_atomics_on_other_fields_are_refused_by_name():
    @cuda.jit
    def kernel(a):
        cuda.atomic.add(a[0], "kind", 1)

    with pytest.raises(TypingError, match="cuda.atomic.add does not work on the field 'kind'"):
        kernel[1, 1](np.zeros(1, COUNTS))


INNER = np.dtype([("a", np.int16), ("b", np.float64), ("c", np.complex64)], align=True)
OUTER = np.dtype([("k", np.int8), ("one", INNER), ("many", INNER, (2,))])


@cuda.jit
def inner_parts(a, out):
    i = cuda.grid(1)
    if i < a.size:
        part = a[i].one
        part.b += i
        part["c"] *= 2
        a[i].many[1] = part
        a["many"][i, 0].a = a["one"]["a"][i] + 1
        out[i] = part.b + part.c.real


def test_aligned_records_in_packed_ones():
    a = np.zeros(40, OUTER)
    a["one"]["a"], a["one"]["b"], a["one"]["c"] = np.arange(40), 0.5, 1 + 2j
    out = np.zeros(40)
    inner_parts[2, 32](a, out)
    assert np.array_equal(a["one"]["b"], np.arange(40) + 0.5)
    assert np.array_equal(a["many"]["a"], np.stack([np.arange(40) + 1, np.arange(40)], 1))
    assert np.array_equal(a["many"][:, 1]["b"], a["one"]["b"])
    assert np.array_equal(a["many"][:, 1]["c"], np.full(40, 2 + 4j))
    assert np.array_equal(out, np.arange(40) + 2.5)


def test_ptx_reads_what_is_not_aligned_byte_by_byte():
    def kernel(a, out):
        out[0] = a[0].one.b

    signature = (from_dtype(OUTER)[:], float64[::1])
    ptx, _ = cuda.compile_ptx(kernel, signature, cc=(8, 0))
    assert ptx.count("ld.global.b8") == 8


TEXTS = np.dtype([("number", np.int32), ("text", "U5"), ("code", "S3")])


def test_constant_texts_are_written():
    @cuda.jit
    def name(texts, codes, records):
        i = cuda.grid(1)
        if i < texts.size:
            texts[i] = "aé\U0001f40dbcde"
            codes[i] = b"XYZ"
            records[i].number = i
            if i % 2:
                records[i]["text"] = "ab"
            else:
                records[i]["text"] = "longer"
            records[i].code = b"Q"

    texts, codes, records = np.full(5, "######"), np.full(5, b"####"), np.zeros(5, TEXTS)
    records["text"], records["code"] = "old", b"old"
    name[1, 8](texts, codes, records)
    assert texts.tolist() == ["aé\U0001f40dbcd"] * 5
    assert codes.tolist() == [b"XYZ"] * 5
    assert records.tolist() == [(i, "ab" if i % 2 else "longe", b"Q") for i in range(5)]

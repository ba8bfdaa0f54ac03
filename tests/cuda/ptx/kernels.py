"""Small kernels of which PTX and LLVM IR are kept as expected output.

The names ``cuda`` and ``types`` are put in by who runs this file, so that other compilers can be given the same source.
"""
# ruff: noqa: F821

import math

import numpy as np

KERNELS = {}


def kernel(signature, **options):
    """Add a function to the table."""

    def add(function):
        KERNELS[function.__name__] = (function, signature, options)
        return function

    return add


F1, F2 = "float32[::1]", "float32[:,::1]"
D1, D2 = "float64[::1]", "float64[:,::1]"
I1 = "int32[::1]"
TILE = 16
ROW = TILE + 1
BLOCK = 256
WEIGHTS = np.array([1.0, 4.0, 6.0, 4.0, 1.0], np.float32)


@kernel(f"void({F1}, {F1}, {F1})")
def vector_add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]


@kernel(f"void(float32, {F1}, {F1})")
def saxpy(k, x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = k * x[i] + y[i]


@kernel(f"void({D1}, {D1})")
def grid_stride(x, out):
    start = cuda.grid(1)
    stride = cuda.gridsize(1)
    for i in range(start, x.size, stride):
        out[i] = x[i] * x[i]


@kernel("void(float32[:], float32[:])")
def strided_copy(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i]


@kernel(f"void({F2}, {F2})")
def transpose_naive(a, out):
    x, y = cuda.grid(2)
    if x < a.shape[0] and y < a.shape[1]:
        out[y, x] = a[x, y]


@kernel(f"void({F2}, {F2})")
def transpose_tiled(a, out):
    tile = cuda.shared.array((TILE, ROW), types.float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    x = cuda.blockIdx.x * TILE + tx
    y = cuda.blockIdx.y * TILE + ty
    if y < a.shape[0] and x < a.shape[1]:
        tile[ty, tx] = a[y, x]
    cuda.syncthreads()
    x = cuda.blockIdx.y * TILE + tx
    y = cuda.blockIdx.x * TILE + ty
    if y < out.shape[0] and x < out.shape[1]:
        out[y, x] = tile[tx, ty]


@kernel(f"void({F2}, {F2}, {F2})")
def matmul_naive(a, b, c):
    i, j = cuda.grid(2)
    if i < c.shape[0] and j < c.shape[1]:
        total = types.float32(0)
        for k in range(a.shape[1]):
            total += a[i, k] * b[k, j]
        c[i, j] = total


@kernel(f"void({F2}, {F2}, {F2})")
def matmul_tiled(a, b, c):
    sa = cuda.shared.array((TILE, TILE), types.float32)
    sb = cuda.shared.array((TILE, TILE), types.float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    x, y = cuda.grid(2)
    total = types.float32(0)
    for step in range(a.shape[1] // TILE):
        sa[ty, tx] = a[y, step * TILE + tx]
        sb[ty, tx] = b[step * TILE + ty, x]
        cuda.syncthreads()
        for k in range(TILE):
            total += sa[ty, k] * sb[k, tx]
        cuda.syncthreads()
    c[y, x] = total


@kernel(f"void({F1}, {F1})")
def reduce_shared(a, out):
    part = cuda.shared.array(BLOCK, types.float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    part[t] = a[i] if i < a.size else types.float32(0)
    cuda.syncthreads()
    k = BLOCK // 2
    while k > 0:
        if t < k:
            part[t] += part[t + k]
        cuda.syncthreads()
        k //= 2
    if t == 0:
        cuda.atomic.add(out, 0, part[0])


@kernel(f"void({F1}, {F1})")
def reduce_warp(a, out):
    i = cuda.grid(1)
    value = a[i] if i < a.size else types.float32(0)
    step = 16
    while step > 0:
        value += cuda.shfl_down_sync(0xFFFFFFFF, value, step)
        step //= 2
    if cuda.laneid == 0:
        cuda.atomic.add(out, 0, value)


@kernel(f"void({I1}, {I1})")
def histogram(values, counts):
    i = cuda.grid(1)
    if i < values.size:
        cuda.atomic.add(counts, values[i] & 255, 1)


@kernel(f"void({I1}, {I1})")
def histogram_shared(values, counts):
    local = cuda.shared.array(256, types.int32)
    t = cuda.threadIdx.x
    local[t] = 0
    cuda.syncthreads()
    i = cuda.grid(1)
    if i < values.size:
        cuda.atomic.add(local, values[i] & 255, 1)
    cuda.syncthreads()
    cuda.atomic.add(counts, t, local[t])


@kernel(f"void({D1}, {D1})")
def atomic_extremes(values, out):
    i = cuda.grid(1)
    if i < values.size:
        cuda.atomic.max(out, 0, values[i])
        cuda.atomic.min(out, 1, values[i])


@kernel(f"void({I1})")
def atomic_integers(a):
    i = cuda.grid(1)
    cuda.atomic.max(a, 0, i)
    cuda.atomic.min(a, 1, i)
    cuda.atomic.and_(a, 2, i)
    cuda.atomic.or_(a, 3, i)
    cuda.atomic.xor(a, 4, i)
    cuda.atomic.exch(a, 5, i)
    cuda.atomic.sub(a, 6, i)


@kernel("void(uint32[::1], uint32)")
def atomic_counters(a, limit):
    cuda.atomic.inc(a, 0, limit)
    cuda.atomic.dec(a, 1, limit)


@kernel(f"void({I1}, {I1})")
def compare_and_swap(lock, out):
    i = cuda.grid(1)
    out[i] = cuda.atomic.cas(lock, 0, 0, i)


@kernel("void(int32[:,::1], int32)")
def mandelbrot(out, steps):
    x, y = cuda.grid(2)
    if x < out.shape[0] and y < out.shape[1]:
        c_re, c_im = x * 0.005 - 2.0, y * 0.005 - 1.0
        re, im = 0.0, 0.0
        n = 0
        while n < steps and re * re + im * im < 4.0:
            re, im = re * re - im * im + c_re, 2.0 * re * im + c_im
            n += 1
        out[x, y] = n


@kernel("void(complex64[::1], complex64[::1])")
def complex_square(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = a[i] * a[i] + a[i]


@kernel(f"void({F2}, {F2})")
def stencil_five(a, out):
    x, y = cuda.grid(2)
    if 0 < x < a.shape[0] - 1 and 0 < y < a.shape[1] - 1:
        out[x, y] = (a[x - 1, y] + a[x + 1, y] + a[x, y - 1] + a[x, y + 1]) * types.float32(0.25)


@kernel(f"void({F1}, {F1})")
def convolution_constant(a, out):
    i = cuda.grid(1)
    if 2 <= i < a.size - 2:
        total = types.float32(0)
        for k in range(5):
            total += WEIGHTS[k] * a[i + k - 2]
        out[i] = total


@kernel(f"void({F1}, {F1}, {F1})", libdevice=True)
def black_scholes(price, strike, out):
    i = cuda.grid(1)
    if i < price.size:
        s, x = price[i], strike[i]
        root = math.sqrt(types.float32(0.25))
        d = (math.log(s / x) + types.float32(0.05)) / root
        out[i] = s * math.exp(-d * d)


@kernel(f"void({F1}, {F1})", libdevice=True)
def exp_sin(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = math.exp(a[i]) + math.sin(a[i])


@kernel(f"void({F1}, {F1})", libdevice=True, fastmath=True)
def exp_sin_fast(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = math.exp(a[i]) + math.sin(a[i]) / a[i]


@kernel(f"void({D1}, {D1})", libdevice=True)
def power_double(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = math.pow(a[i], 1.5)


@kernel(f"void({D1}, {D1})")
def square_root_division(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = math.sqrt(a[i]) / (a[i] + 1.0)


@kernel(f"void({I1}, {I1})")
def integer_division(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = a[i] // 7 + a[i] % 7


@kernel(f"void({I1}, int32)")
def divergent_loop(a, limit):
    i = cuda.grid(1)
    n = a[i]
    steps = 0
    while n != 1 and steps < limit:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    a[i] = steps


@kernel(f"void({F1}, {F1})")
def local_array(a, out):
    last = cuda.local.array(4, types.float32)
    i = cuda.grid(1)
    for k in range(4):
        last[k] = a[i * 4 + k]
    out[i] = last[0] * last[3] - last[1] * last[2]


@kernel(f"void({F1}, {F1})")
def dynamic_shared(a, out):
    part = cuda.shared.array(0, types.float32)
    t = cuda.threadIdx.x
    part[t] = a[t]
    cuda.syncthreads()
    out[t] = part[cuda.blockDim.x - 1 - t]


@kernel(f"void({I1}, {I1})")
def ballot(a, out):
    i = cuda.grid(1)
    out[i] = cuda.ballot_sync(0xFFFFFFFF, a[i] > 0)


@kernel(f"void({I1}, {I1})")
def scan_warp(a, out):
    i = cuda.grid(1)
    value = a[i]
    lane = cuda.laneid
    step = 1
    while step < 32:
        other = cuda.shfl_up_sync(0xFFFFFFFF, value, step)
        if lane >= step:
            value += other
        step *= 2
    out[i] = value


@kernel(f"void({I1}, {I1})")
def votes(a, out):
    i = cuda.grid(1)
    if cuda.all_sync(0xFFFFFFFF, a[i] > 0):
        out[i] = 1
    if cuda.any_sync(0xFFFFFFFF, a[i] < 0):
        out[i] = 2
    cuda.syncwarp()


@kernel(f"void({I1}, {I1})")
def barrier_counts(a, out):
    i = cuda.grid(1)
    positive = 1 if a[i] > 0 else 0
    out[i] = cuda.syncthreads_count(positive) + cuda.syncthreads_and(positive) + cuda.syncthreads_or(positive)


@kernel(f"void({I1})")
def bits(a):
    i = cuda.grid(1)
    a[i] = cuda.popc(a[i]) + cuda.clz(a[i]) + cuda.ffs(a[i])


@kernel(f"void({D1}, {D1}, {D1})")
def fused(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] * b[i] + out[i]


@kernel("void(uint8[:,:,::1], uint8[:,::1])")
def grey(image, out):
    x, y = cuda.grid(2)
    if x < out.shape[0] and y < out.shape[1]:
        r, g, b = image[x, y, 0], image[x, y, 1], image[x, y, 2]
        out[x, y] = types.uint8((r * 77 + g * 150 + b * 29) >> 8)


@kernel("void(float32[:,::1], float32[:,::1], float32[::1])")
def distances(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        total = types.float32(0)
        for k in range(3):
            d = a[i, k] - b[i, k]
            total += d * d
        out[i] = math.sqrt(total)


@kernel(f"void({F2}, {F2})")
def nbody(position, force):
    i = cuda.grid(1)
    if i < position.shape[0]:
        fx = fy = fz = types.float32(0)
        for j in range(position.shape[0]):
            dx = position[j, 0] - position[i, 0]
            dy = position[j, 1] - position[i, 1]
            dz = position[j, 2] - position[i, 2]
            d2 = dx * dx + dy * dy + dz * dz + types.float32(1e-6)
            inverse = types.float32(1) / (d2 * math.sqrt(d2))
            fx += dx * inverse
            fy += dy * inverse
            fz += dz * inverse
        force[i, 0] = fx
        force[i, 1] = fy
        force[i, 2] = fz


@kernel(f"void({F1})", launch_bounds=(BLOCK, 2), max_registers=32)
def bounded(a):
    i = cuda.grid(1)
    a[i] *= types.float32(2)


@kernel(f"void({I1}, int32)", lineinfo=True)
def with_lines(a, k):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = i * k


@kernel(f"void({F1})")
def fences(a):
    i = cuda.grid(1)
    a[i] = 1
    cuda.threadfence()
    a[i] = 2
    cuda.threadfence_block()
    a[i] = 3
    cuda.threadfence_system()


@kernel("void(float32, int32)")
def prints(x, k):
    print("thread", cuda.threadIdx.x, x, k)


@kernel("void(float16[::1], float16[::1], float16[::1], float64[::1])")
def halves(a, b, out, wide):
    i = cuda.grid(1)
    x = cuda.fp16.hfma(a[i], b[i], a[i] + b[i]) / a[i]
    out[i] = x if x < b[i] else -math.sqrt(x) * 2 + types.float16(wide[i])
    wide[i] = out[i]
    cuda.atomic.add(out, 0, x)


@kernel("void(float32[::1], int64[::1], float64[::1])")
def brain_floats(a, n, wide):
    i = cuda.grid(1)
    kept = cuda.shared.array(32, cuda.bfloat16)
    x, y = cuda.bfloat16(a[i]), cuda.bfloat16(n[i])
    kept[i] = cuda.bf16.hfma(x, y, x) + y
    cuda.syncthreads()
    wide[i] = cuda.bfloat16(wide[i]) * kept[31 - i]


@kernel(f"void({I1})")
def stops(a):
    i = cuda.grid(1)
    if a[i] < 0:
        breakpoint()
    a[i] += 1


@kernel("void(float32[::1], int8[::1], int64, CPointer(float64), float16[:])")
def cache_hints(a, b, n, p, h):
    i = cuda.grid(1)
    cuda.stcs(a, i, cuda.ldcs(a, i + 1))
    cuda.stwt(b, i, cuda.ldcv(b, i + n))
    cuda.stcg(p, i, cuda.ldlu(p, n))
    cuda.stwb(h, i, cuda.ldca(h, n))
    a[i] += cuda.ldcg(a, n)


@kernel("void(int64[::1], int64)")
def random_steps(states, steps):
    i = cuda.grid(1)
    state, other = states[i], 0
    for _ in range(steps):
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        other ^= ((state << 7) - other * 69069) & 0xFFFF
    states[i] = state + other

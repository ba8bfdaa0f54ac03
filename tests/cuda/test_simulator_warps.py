"""Simulated kernels: operations of warps, against NumPy."""

import numpy as np
import pytest

from coluber import cuda

from .simulated import kernel

FULL = 0xFFFFFFFF
LANES = np.arange(32)
VALUES = np.random.default_rng(5).integers(0, 100, 32)


def run(each, lanes=32, blocks=1):
    """Run a function of the value and the lane in every thread; return what each gave."""

    @kernel
    def body(values, out):
        i = cuda.grid(1)
        out[i] = each(values[i % 32], cuda.laneid)

    out = np.zeros(lanes * blocks, np.int64)
    body[blocks, lanes](VALUES, out)
    return out


@pytest.mark.parametrize(
    ("each", "expected"),
    [
        (lambda v, lane: cuda.shfl_sync(FULL, v, 7), np.full(32, VALUES[7])),
        (lambda v, lane: cuda.shfl_sync(FULL, v, 39), np.full(32, VALUES[7])),
        (lambda v, lane: cuda.shfl_sync(FULL, v, lane + 1), np.roll(VALUES, -1)),
        (lambda v, lane: cuda.shfl_up_sync(FULL, v, 3), np.where(LANES < 3, VALUES, np.roll(VALUES, 3))),
        (lambda v, lane: cuda.shfl_down_sync(FULL, v, 5), np.where(LANES > 26, VALUES, np.roll(VALUES, -5))),
        (lambda v, lane: cuda.shfl_xor_sync(FULL, v, 6), VALUES[LANES ^ 6]),
    ],
)
def test_shuffles(each, expected):
    np.testing.assert_array_equal(run(each), expected)


def test_a_sum_by_shuffles():
    def total(v, lane):
        for step in (16, 8, 4, 2, 1):
            v += cuda.shfl_down_sync(FULL, v, step)
        return v

    assert run(total)[0] == VALUES.sum()


def bits(which):
    return int((which.astype(np.int64) << LANES[: len(which)]).sum())


def test_votes():
    odd = VALUES % 2 == 1
    assert (run(lambda v, lane: cuda.ballot_sync(FULL, v % 2)) == bits(odd)).all()
    assert (run(lambda v, lane: cuda.all_sync(FULL, v % 2)) == odd.all()).all()
    assert (run(lambda v, lane: cuda.any_sync(FULL, v % 2)) == odd.any()).all()
    assert (run(lambda v, lane: cuda.eq_sync(FULL, v >= 0)) == 1).all()
    assert (run(lambda v, lane: cuda.eq_sync(FULL, v % 2)) == 0).all()


def test_matches():
    small = VALUES % 4
    expected = np.array([bits(small == value) for value in small], np.uint32).view(np.int32)
    np.testing.assert_array_equal(run(lambda v, lane: cuda.match_any_sync(FULL, v % 4)), expected)
    assert (run(lambda v, lane: cuda.match_all_sync(FULL, v)[0]) == 0).all()
    assert (run(lambda v, lane: cuda.match_all_sync(FULL, 5) == (-1, True)) == 1).all()


def test_masks_name_those_who_take_part():
    def halves(v, lane):
        if lane < 16:
            return cuda.ballot_sync(0xFFFF, v % 2)
        return cuda.ballot_sync(0xFFFF0000, True)

    out = run(halves)
    assert (out[:16] == bits((VALUES % 2 == 1)[:16])).all()
    assert (out[16:] == -0x10000).all()


def test_a_warp_that_is_not_full():
    assert (run(lambda v, lane: cuda.ballot_sync(FULL, True), lanes=5) == 31).all()
    assert (run(lambda v, lane: cuda.activemask(), lanes=5) == 31).all()


def test_active_lanes_are_those_at_the_same_place():
    def halves(v, lane):
        if lane == 9:
            return 0
        mask = 0
        if lane < 20:
            mask = cuda.activemask()
            return mask | cuda.ballot_sync(mask, True)
        return cuda.activemask()

    low, high = bits((LANES < 20) & (LANES != 9)), bits(LANES >= 20)
    np.testing.assert_array_equal(run(halves), [low] * 9 + [0] + [low] * 10 + [high] * 12)


def test_each_warp_is_on_its_own():
    @kernel
    def totals(out):
        i = cuda.grid(1)
        total = i
        for step in (1, 2, 4, 8, 16):
            total += cuda.shfl_xor_sync(FULL, total, step)
        cuda.syncwarp()
        out[i] = total

    out = np.zeros(192, int)
    totals[2, 96](out)
    np.testing.assert_array_equal(out, np.repeat(np.arange(192).reshape(6, 32).sum(axis=1), 32))


def test_lanes_below():
    np.testing.assert_array_equal(run(lambda v, lane: cuda.lanemask_lt()), (1 << LANES) - 1)


def test_the_operations_below_the_words():
    # The clamp 0x1c1f makes segments of four lanes.
    shuffled = run(lambda v, lane: cuda.shfl_sync_intrinsic(FULL, 1, v, 1, 0x1C00)[0])
    np.testing.assert_array_equal(shuffled, np.where(LANES % 4 == 0, VALUES, np.roll(VALUES, 1)))
    inside = run(lambda v, lane: cuda.shfl_sync_intrinsic(FULL, 2, v, 1, 0x1C1F)[1])
    np.testing.assert_array_equal(inside, LANES % 4 != 3)
    assert (run(lambda v, lane: cuda.vote_sync_intrinsic(FULL, 3, lane < 4)[0]) == 15).all()
    assert (run(lambda v, lane: cuda.vote_sync_intrinsic(FULL, 0, lane < 4)[1]) == 0).all()


def test_the_caller_is_in_the_mask():
    with pytest.raises(ValueError, match="lane 1 calls it with the mask 0x00000001, which does not name that lane"):
        run(lambda v, lane: cuda.shfl_sync(1, v, 0))


def test_masks_are_words_of_32_bits():
    @kernel
    def words(out):
        mask = cuda.ballot_sync(FULL, True)
        out[0] = mask
        out[1] = cuda.popc(~mask), cuda.clz(cuda.lanemask_lt()), cuda.ffs(mask), cuda.popc(mask)

    out = np.zeros((2, 4), np.uint32)
    words[1, 32](out)
    assert out.tolist() == [[FULL] * 4, [0, 1, 1, 32]]

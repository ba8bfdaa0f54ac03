"""The module `colorsys`: as CPython, to the last bit."""

from __future__ import annotations

import colorsys
import itertools

import pytest

from tests.run.support import check

VALUES = (0.0, 0.1, 0.25, 0.5, 1 / 3, 0.77, 1.0, 1.5, -0.2)


@pytest.mark.parametrize("name", ["rgb_to_yiq", "yiq_to_rgb", "rgb_to_hls", "hls_to_rgb", "rgb_to_hsv", "hsv_to_rgb"])
def test_functions(name):
    convert = getattr(colorsys, name)

    def f(rows):
        return [convert(a, b, c) for a, b, c in rows]

    rows = list(itertools.product(VALUES, repeat=3))
    if name == "rgb_to_hls":
        rows = [row for row in rows if min(row) >= 0.0 and max(row) <= 1.0]
    if name == "rgb_to_hsv":
        rows = [row for row in rows if max(row) != 0.0]
    check(f, rows)


def test_arguments():
    def f(x):
        return tuple(round(i * 255) for i in colorsys.hsv_to_rgb(x, 1, 1)), colorsys.rgb_to_hsv(r=0.5, g=x, b=0.25)

    check(f, 0.3)

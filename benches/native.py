"""The kernels in C: build the library with clang, call it through ctypes."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

SOURCE = Path(__file__).resolve().parent / "kernels.c"
COMPILERS = ("clang-22", "clang")
# Without contraction, C rounds each product as Python does, so that both compute the same.
FLAGS = ("-O3", "-march=native", "-ffp-contract=off", "-shared", "-fPIC")


def find_compiler() -> str | None:
    """Path of the first C compiler that is installed."""
    return next((path for path in map(shutil.which, COMPILERS) if path), None)


@contextmanager
def built_library() -> Iterator[str | None]:
    """Build the kernels in a temporary folder; None where there is no compiler."""
    compiler = find_compiler()
    if compiler is None:
        yield None
        return
    with TemporaryDirectory(prefix="coluber-bench-") as folder:
        library = f"{folder}/kernels.so"
        subprocess.run([compiler, *FLAGS, str(SOURCE), "-o", library], check=True)
        yield library


@dataclass(frozen=True)
class Library:
    """The built library. Each kernel takes how often to run, and the arguments of the Python function of the same loop."""

    functions: Any

    @staticmethod
    def load(path: str) -> Library:
        """Open the library."""
        functions = ctypes.CDLL(path)
        for name in SIGNATURES:
            getattr(functions, name).restype = ctypes.c_double if name == "dot" else None
        return Library(functions)

    def bind(self, name: str, arguments: tuple[Any, ...]) -> Callable[[int], Any]:
        """The C function with its arguments converted, to be called with the number of runs."""
        function = getattr(self.functions, name)
        converted = SIGNATURES[name](*arguments)
        return lambda times: function(ctypes.c_int64(times), *converted)


def _pointer(array: Any) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


def _sizes(*values: int) -> list[ctypes.c_int64]:
    return [ctypes.c_int64(value) for value in values]


def _dot(a: Any, b: Any) -> list[Any]:
    return [_pointer(a), _pointer(b), *_sizes(*a.shape)]


def _saxpy(a: Any, x: Any, y: Any) -> list[Any]:
    return [ctypes.c_float(float(a)), _pointer(x), _pointer(y), *_sizes(*x.shape)]


def _matmul(a: Any, b: Any, c: Any) -> list[Any]:
    return [_pointer(a), _pointer(b), _pointer(c), *_sizes(*a.shape, b.shape[1])]


def _create_fractal(x0: float, x1: float, y0: float, y1: float, image: Any, iters: int) -> list[Any]:
    corners = [ctypes.c_double(value) for value in (x0, x1, y0, y1)]
    return [*corners, _pointer(image), *_sizes(*image.shape, iters)]


def _stencil_2d(a: Any, out: Any) -> list[Any]:
    return [_pointer(a), _pointer(out), *_sizes(*a.shape)]


SIGNATURES: dict[str, Callable[..., list[Any]]] = {
    "dot": _dot,
    "saxpy": _saxpy,
    "matmul": _matmul,
    "create_fractal": _create_fractal,
    "stencil_2d": _stencil_2d,
}

"""The Mandelbrot set, with CPython and compiled.

``make demo`` runs it. Without arguments it computes 1000 x 1500 points with up to 20 and up to 200 iterations, prints a table,
checks that all pictures are equal, and writes the last one to ``out/mandelbrot.png``. Where Numba is installed beside (its
Python in ``COLUBER_DEMO_NUMBA``, or in the same environment), it gets its lines too.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

HEIGHT, WIDTH = 1000, 1500
REGION = (-2.0, 1.0, -1.0, 1.0)
REPEATS = 3

# Each compiler runs in a process of its own; this variable says whose jit to use there. "python" leaves the functions alone.
MODULE = os.environ.get("COLUBER_DEMO_MODULE", "coluber")

_start = time.perf_counter()
jit = (lambda function: function) if MODULE == "python" else importlib.import_module(MODULE).jit


@jit
def mandelbrot(x, y, max_iters):
    c = complex(x, y)
    z = 0j
    for i in range(max_iters):
        z = z * z + c
        if z.real * z.real + z.imag * z.imag >= 4:
            return 255 * i // max_iters

    return 255


@jit
def create_fractal(min_x, max_x, min_y, max_y, image, iters):
    height = image.shape[0]
    width = image.shape[1]

    pixel_size_x = (max_x - min_x) / width
    pixel_size_y = (max_y - min_y) / height
    for x in range(width):
        real = min_x + x * pixel_size_x
        for y in range(height):
            imag = min_y + y * pixel_size_y
            color = mandelbrot(real, imag, iters)
            image[y, x] = color


SET_UP_SECONDS = time.perf_counter() - _start


def seconds(image: Any, iterations: int) -> float:
    start = time.perf_counter()
    create_fractal(*REGION, image, iterations)
    return time.perf_counter() - start


def measure(height: int, width: int, iterations: list[int]) -> tuple[dict[str, Any], list[Any]]:
    """Time `create_fractal`; return times and pictures."""
    rows, images = [], []
    for count in iterations:
        image = np.zeros((height, width), dtype=np.uint8)
        first = seconds(image, count)
        again = [seconds(image, count) for _ in range(0 if MODULE == "python" else REPEATS)]
        rows.append({"first": first, "next": min(again, default=first)})
        images.append(image)
    return {"set_up": SET_UP_SECONDS, "rows": rows}, images


def measure_in(python: str, module: str, arguments: argparse.Namespace) -> tuple[dict[str, Any], list[Any]]:
    """Do `measure` in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        target = os.path.join(folder, "result")
        shape = ["--height", str(arguments.height), "--width", str(arguments.width)]
        counts = ["--iterations", *map(str, arguments.iterations)]
        environment = {**os.environ, "COLUBER_DEMO_MODULE": module}
        subprocess.run([python, __file__, "--worker", target, *shape, *counts], check=True, env=environment)
        with open(target + ".json") as file:
            times = json.load(file)
        with np.load(target + ".npz") as stored:
            return times, [stored[f"image{k}"] for k in range(len(arguments.iterations))]


def worker(target: str, arguments: argparse.Namespace) -> None:
    times, images = measure(arguments.height, arguments.width, arguments.iterations)
    with open(target + ".json", "w") as file:
        json.dump(times, file)
    np.savez(target + ".npz", **{f"image{k}": image for k, image in enumerate(images)})


def numba_python() -> str | None:
    """Return the Python that has Numba, if there is one."""
    given = os.environ.get("COLUBER_DEMO_NUMBA")
    if given:
        return given
    return sys.executable if importlib.util.find_spec("numba") else None


def duration(value: float) -> str:
    return f"{value:.2f} s" if value >= 1 else f"{value * 1e3:.1f} ms"


def print_table(results: dict[str, dict[str, Any]], iterations: list[int]) -> None:
    print(f"{'iterations':>10}  {'':8}  {'first call':>11}  {'next calls':>11}  {'over CPython':>12}")
    for k, count in enumerate(iterations):
        plain = results["CPython"]["rows"][k]["next"]
        for name, result in results.items():
            row = result["rows"][k]
            speed_up = f"{plain / row['next']:.1f} x"
            print(f"{count:>10}  {name:8}  {duration(row['first']):>11}  {duration(row['next']):>11}  {speed_up:>12}")
    print()
    print("The first call of the first row includes compilation; next calls are the best of", REPEATS)
    for name, result in results.items():
        if name != "CPython":
            compile_time = result["rows"][0]["first"] - result["rows"][0]["next"]
            print(
                f"{name}: import and decorators took {duration(result['set_up'])}, compiling {duration(max(compile_time, 0.0))}"
            )


def write_png(path: Path, image: Any) -> None:
    """Write the picture: points in the set are black, the others go from blue to white."""
    from PIL import Image

    steps = np.arange(256) / 255
    palette = np.stack([steps**0.6, steps**0.8, 0.25 + 0.75 * steps**0.4], axis=1) * 255
    palette[255] = 0
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(palette.astype(np.uint8)[image]).save(path)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--height", type=int, default=HEIGHT)
    parser.add_argument("--width", type=int, default=WIDTH)
    parser.add_argument("--iterations", type=int, nargs="+", default=[20, 200])
    parser.add_argument("--output", type=Path, default=Path("out/mandelbrot.png"))
    parser.add_argument("--worker", metavar="FILE", help=argparse.SUPPRESS)
    return parser.parse_args()


def main() -> int:
    arguments = parse_arguments()
    if arguments.worker:
        worker(arguments.worker, arguments)
        return 0
    runs = [("Coluber", sys.executable, "coluber")]
    if numba := numba_python():
        runs.append(("Numba", numba, "numba"))
    runs.append(("CPython", sys.executable, "python"))

    print(f"The Mandelbrot set, {arguments.height} x {arguments.width} points. CPython takes a while.", flush=True)
    results, pictures = {}, {}
    for name, python, module in runs:
        results[name], pictures[name] = measure_in(python, module, arguments)
    print_table(dict(reversed(results.items())), arguments.iterations)

    for name in pictures:
        for count, image, expected in zip(arguments.iterations, pictures[name], pictures["CPython"], strict=True):
            if not np.array_equal(image, expected):
                print(f"{name}: the picture with {count} iterations differs from CPython's", file=sys.stderr)
                return 1
    print("All pictures are equal.")
    write_png(arguments.output, pictures["Coluber"][-1])
    print(f"Written: {arguments.output}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

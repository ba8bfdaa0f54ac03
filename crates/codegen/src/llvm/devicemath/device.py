"""Writes ``device.ll``: ``python device.py``. It needs clang 22 and no packages."""

import re
import subprocess
from pathlib import Path

BITS = 1600
HERE = Path(__file__).parent


def inverse_tangent_of_inverse(x: int) -> int:
    """Return arctan(1/x) times 2**BITS, by its series."""
    term = total = (1 << BITS) // x
    odd = 1
    while term:
        term //= -x * x
        odd += 2
        total += term // odd
    return total


def two_over_pi() -> str:
    """Return 20 words of 64 bits of 2/pi, as an initialiser of C."""
    pi = 4 * (4 * inverse_tangent_of_inverse(5) - inverse_tangent_of_inverse(239))
    value = (2 << (2 * BITS)) // pi
    words = [(value >> (BITS - 64 * (k + 1))) & (2**64 - 1) for k in range(20)]
    return ", ".join(f"{word:#018x}u" for word in words)


def main() -> None:
    """Compile, and take out what ties the code to one processor."""
    command = [
        "clang-22",
        "--target=nvptx64-nvidia-cuda",
        "-O1",
        "-ffreestanding",
        "-fno-builtin",
        "-fno-inline",
        "-ffp-contract=off",
    ]
    command += [f"-DTWO_OVER_PI={two_over_pi()}", "-S", "-emit-llvm", "-o", "-", str(HERE / "device.c")]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    text = re.sub(r"^(; ModuleID|source_filename|target |attributes |!|; Function Attrs).*\n", "", text, flags=re.M)
    text = re.sub(r" #\d+|, !\S+ !\d+| ![\w.]+ !\d+", "", text)
    text = re.sub(r"^(define .*?) local_unnamed_addr(.*?) \{$", r"\1\2 {", text, flags=re.M)
    text = re.sub(r"\n{3,}", "\n\n", text)
    (HERE / "device.ll").write_text("; Written by device.py from device.c.\n" + text.strip() + "\n")


if __name__ == "__main__":
    main()

"""Worker processes and the JSON lines that they speak.

A request is one line ``{"op": name, ...arguments}`` on the worker's standard input, the answer one line ``{"value": ...}`` or
``{"error": text}`` on its standard output. Nothing else may be printed by a worker.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parent.parent


class WorkerError(Exception):
    """A worker answered with an error, or ended."""


@dataclass(frozen=True)
class Implementation:
    """A compiler to measure: an interpreter, and the module that has ``njit``."""

    label: str
    python: str
    module: str
    # Where machine code is kept; nothing is where there is none.
    kept_in: str | None = None

    def environment(self) -> dict[str, str]:
        """Environment variables of every process of this implementation."""
        # Installed packages have their bytecode in files; the source tree is to have it, too.
        inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        kept = {"COLUBER_OBJECT_CACHE": "0"} if self.kept_in is None else {"XDG_CACHE_HOME": self.kept_in}
        return {**inherited, **kept, "COLUBER_BENCH_MODULE": self.module, "PYTHONHASHSEED": "0"}


def fresh_process(implementation: Implementation, *arguments: str) -> Any:
    """Run ``python -m benches.fresh`` with these arguments, and return what it measured."""
    command = [implementation.python, "-m", "benches.fresh", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=implementation.environment(), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise WorkerError(_last_line(done.stderr))
    return json.loads(done.stdout)


class Worker:
    """A process that times functions of one implementation on request."""

    def __init__(self, implementation: Implementation) -> None:
        self.implementation = implementation
        self._process = subprocess.Popen(
            [implementation.python, "-m", "benches.worker"],
            cwd=ROOT,
            env=implementation.environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def call(self, operation: str, **arguments: Any) -> Any:
        """Send one request and return its value."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps({"op": operation, **arguments}) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise WorkerError(f"{self.implementation.label}: the worker has ended") from None
        line = self._process.stdout.readline()
        if not line:
            raise WorkerError(f"{self.implementation.label}: the worker ended with status {self._process.wait()}")
        answer = json.loads(line)
        if "error" in answer:
            raise WorkerError(f"{self.implementation.label}: {answer['error']}")
        return answer["value"]

    def close(self) -> None:
        """End the process."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process.wait()

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def serve(operations: Mapping[str, Callable[..., Any]], requests: IO[str], answers: IO[str]) -> None:
    """Answer requests until the input ends."""
    for line in requests:
        request = json.loads(line)
        operation = operations[request.pop("op")]
        try:
            answer = {"value": operation(**request)}
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {_first_line(str(error))}"}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


def _first_line(text: str) -> str:
    return next((line.strip() for line in text.splitlines() if line.strip()), "")


def _last_line(text: str) -> str:
    return next((line.strip() for line in reversed(text.splitlines()) if line.strip()), "no output")

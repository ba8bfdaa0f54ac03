"""Calls of functions of libraries that are statements of their own: the interpreter runs them."""

from __future__ import annotations

import locale
import logging
import os
import subprocess
import sys
import warnings

import numpy as np
import pytest

from coluber import cuda, njit
from coluber.core.errors import NumbaError, TypingError

LOG = logging.getLogger("tests.statements")


def test_methods_of_loggers(caplog):
    @njit
    def total(x):
        LOG.info("sum %s of %d", x.sum(), x.size)
        logging.getLogger("tests.statements")
        LOG.debug("not shown")
        return x.sum()

    with caplog.at_level(logging.INFO):
        assert total(np.arange(3.0)) == 3.0
    assert [record.getMessage() for record in caplog.records] == ["sum 3.0 of 3"]


def test_files(tmp_path):
    @njit
    def write(folder, x):
        os.makedirs(folder + "/sub", exist_ok=True)
        np.save(folder + "/x.npy", x)
        np.savetxt(folder + "/sub/x.txt", x, fmt="%.1f", header="values")
        return x.size

    assert write(str(tmp_path), np.arange(2.0)) == 2
    assert np.load(tmp_path / "x.npy").tolist() == [0.0, 1.0]
    assert (tmp_path / "sub" / "x.txt").read_text() == "# values\n0.0\n1.0\n"


def test_warnings_are_for_the_line_that_calls():
    @njit
    def root(x):
        if x < 0:
            warnings.warn("negative", RuntimeWarning, stacklevel=1)
        return abs(x) ** 0.5

    with pytest.warns(RuntimeWarning, match="negative") as caught:
        assert root(-4.0) == 2.0
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert root(4.0) == 2.0
        with pytest.raises(RuntimeWarning, match="negative"):
            root(-4.0)


def test_filters_of_warnings():
    @njit
    def quiet(x):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            warnings.warn("inside", stacklevel=1)
        warnings.warn("behind", stacklevel=1)
        with warnings.catch_warnings(action="error"):
            try:
                warnings.warn("raised", stacklevel=1)
            except UserWarning:
                x += 1
        return x

    before = list(warnings.filters)
    with pytest.warns(UserWarning, match="behind") as caught:
        assert quiet(1) == 2
    assert [str(warning.message) for warning in caught] == ["behind"]
    assert warnings.filters == before


def test_what_they_raise_arrives():
    @njit
    def ended(x):
        try:
            if x > 0:
                sys.exit("over")
        finally:
            np.testing.assert_equal(x, 1)
        return x

    with pytest.raises(SystemExit, match="over"):
        ended(1)
    with pytest.raises(AssertionError, match="not equal"):
        ended(-2)


def test_containers_and_arrays_that_they_change():
    @njit
    def shuffled(x, items):
        np.put_along_axis(x, np.array([0]), 7.0, 0)
        np.testing.assert_equal(items, [1, 2])
        return x[0]

    assert shuffled(np.zeros(2), [1, 2]) == 7.0


def test_the_cache_keeps_such_functions(tmp_path):
    (tmp_path / "program.py").write_text(
        "import os, sys\nfrom coluber import njit\n\n"
        "@njit(cache=True)\ndef made(folder):\n    os.makedirs(folder, exist_ok=True)\n    return 1\n\n"
        "print(made(sys.argv[1]), sum(made.stats.cache_hits.values()))\n"
    )
    command = [sys.executable, str(tmp_path / "program.py")]
    environment = {**os.environ, "COLUBER_CACHE_DIR": str(tmp_path / "cache")}
    for name, printed in (("a", "1 0\n"), ("b", "1 1\n")):
        run = subprocess.run([*command, str(tmp_path / name)], capture_output=True, text=True, check=True, env=environment)
        assert run.stdout == printed
        assert (tmp_path / name).is_dir()


def test_results_that_are_used_have_no_type():
    with pytest.raises(TypingError, match="'locale.currency' is Python code of a library"):
        njit(lambda x: locale.currency(x))(1)
    with pytest.raises(TypingError, match="Untyped global name 'LOG'"):
        njit(lambda: LOG.isEnabledFor(10) or LOG.level)()


def test_kernels_have_no_interpreter():
    @cuda.jit
    def kernel(x):
        logging.warning("here")

    with pytest.raises(NumbaError):
        kernel[1, 1](np.zeros(1))

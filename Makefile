# Everything that a developer does. Each target sets up what it needs: LLVM 22 from Debian's packages where it is missing, and a
# virtual environment of its own in .venv. On a fresh Debian 12 with Rust and CPython 3.11:
#
#   make demo           compute the Mandelbrot picture with CPython and with compiled Python
#   make test           every check and every test
#   make lint           formatting, clippy, ruff, the order of the crates
#   make bench          compare with Numba
#   make test-pythons   the Python tests on every CPython of this machine, or on some: VERSIONS="3.13 3.14"
#   make fuzz           many random programs, functions and damaged code objects (FUZZ=N is how many thousands of the latter), and the library optimised
#   make memcheck       some tests under valgrind, which must be installed
#   make bless          write what comes out into the expected texts: PTX and LLVM IR of kernels, the page of CUDA's names
#   make docs           the user guide as HTML, in build/docs
#   make wheel          a wheel for this machine's system and one CPython, tried out: PYTHON=3.12
#   make test-gpu       the tests of CUDA that run on a GPU; status 2 where there is none
#   make bench-gpu      bandwidth, kernels and launches on a GPU, against numba-cuda; status 2 where there is none
#   make build          the extension module, in place
#   make clean

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.ONESHELL:
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

export PATH := $(HOME)/.cargo/bin:$(PATH)

# Tests start hundreds of Pythons: where none of them keeps bytecode, each compiles the package and the tests' modules again.
unexport PYTHONDONTWRITEBYTECODE

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := $(CURDIR)/.venv
PY := $(VENV)/bin/python
NUMBA_VENV := $(CURDIR)/build/numba-venv
CUDA_VENV := $(CURDIR)/build/cuda-venv
NUMBA_CUDA_VENV := $(CURDIR)/build/numba-cuda-venv
DOCS_VENV := $(CURDIR)/build/docs-venv
STAMPS := build/stamps

# The same values for cargo and maturin: with different ones they build PyO3 again, each after the other.
export PYO3_PYTHON := $(PY)
export PYO3_BUILD_EXTENSION_MODULE := 1
export LLVM_SYS_221_PREFIX ?= /usr/lib/llvm-22

CARGO_FLAGS ?=
PYTEST_FLAGS ?=
RUST_SOURCES := Cargo.toml Cargo.lock .cargo/config.toml \
	$(shell find crates -name '*.rs' -o -name Cargo.toml -o -name '*.cpp' -o -name build.rs -o -name function_order.txt)
PYTHON_PATHS := python $(wildcard tests benches examples tools)
VERSIONS ?=
FUZZ ?= 20
MEMCHECK ?= tests/run/test_lists.py tests/run/test_dicts.py tests/run/test_strings_lists.py tests/numpy/test_sorting.py
RANDOM_TESTS := tests/fuzz tests/run/test_fuzz_sources.py $(wildcard tests/run/test_*_random.py)

.PHONY: demo test lint bench test-pythons fuzz memcheck bless docs wheel test-gpu bench-gpu build clean test-rust test-python

demo: build
	COLUBER_DEMO_NUMBA="$${COLUBER_DEMO_NUMBA:-$(wildcard $(NUMBA_VENV)/bin/python)}" $(PY) examples/mandelbrot.py

# The extension is built beside the tests of Rust, as both end with what takes one core. Each cargo counts the cores itself.
test: lint
	$(MAKE) --jobs=2 --output-sync=target test-rust build
	$(MAKE) test-python

test-rust: $(STAMPS)/llvm $(STAMPS)/venv $(STAMPS)/cuda
	unset MAKEFLAGS
	cargo test --workspace --exclude coluber-python --tests $(CARGO_FLAGS) --quiet

# Tests start some hundred processes, each of which would compile the package where the environment keeps Python from writing what it compiles.
test-python: build
	$(PY) -m compileall -q python/coluber
	$(PY) -m pytest -q -n 2 $(PYTEST_FLAGS)

lint: $(STAMPS)/llvm $(STAMPS)/venv $(STAMPS)/rust
	cargo fmt --all --check
	$(PY) -m ruff check $(PYTHON_PATHS)
	$(PY) -m ruff format --check $(PYTHON_PATHS)
	cargo clippy --workspace --all-targets --quiet $(CARGO_FLAGS) -- -D warnings
	cargo test -p xtask --quiet $(CARGO_FLAGS)

bench: build $(STAMPS)/numba $(STAMPS)/numba-cuda $(STAMPS)/cuda
	$(PY) -m benches --numba $(NUMBA_VENV)/bin/python --numba-cuda $(NUMBA_CUDA_VENV)/bin/python

test-pythons: $(STAMPS)/llvm $(STAMPS)/venv
	.ci/test-pythons $(VERSIONS)

fuzz: build
	COLUBER_FUZZ=$(FUZZ) $(PY) -m pytest -q -n 2 $(RANDOM_TESTS) tests/cuda/test_ptx.py
	$(PY) tools/fuzz_bytecode.py --count $$(($(FUZZ) * 1000))
	COLUBER_OPT=3 $(PY) -m pytest -q -n 2 tests/numpy

# Tests under valgrind, some forty times slower: MEMCHECK says which.
memcheck: build
	PYTHONMALLOC=malloc COLUBER_POOL=0 valgrind --quiet --error-exitcode=9 --undef-value-errors=no --suppressions=.ci/valgrind.supp \
		$(PY) -m pytest -q -p no:cacheprovider -p no:xdist $(MEMCHECK)

bless: build $(STAMPS)/cuda
	COLUBER_UPDATE=1 $(PY) -m pytest -q -n 2 tests/cuda/test_ptx.py tests/cuda/test_names.py
	git diff --stat

docs: $(STAMPS)/docs
	$(DOCS_VENV)/bin/sphinx-build -q -W -b html docs build/docs

wheel: $(STAMPS)/llvm
	.ci/make-wheel $(PYTHON)

# PTX is made for the GPU that is there, and NVIDIA's driver assembles it: nothing else of CUDA is needed.
test-gpu: build
	COLUBER_CUDA=gpu $(PY) -m tests.gpu $(PYTEST_FLAGS)

bench-gpu: build
	$(PY) -m benches.gpu --check
	$(MAKE) $(STAMPS)/numba-cuda
	COLUBER_CUDA=gpu $(PY) -m benches.gpu --numba $(NUMBA_CUDA_VENV)/bin/python

build: $(STAMPS)/native

clean:
	rm -rf target .venv build out .pytest_cache .ruff_cache .hypothesis
	find python tests benches examples \( -name __pycache__ -o -name '*.so' \) -prune -exec rm -rf {} +

# ----------------------------------------------------------------------------------------------------------- set-up

$(STAMPS)/llvm: .ci/install-llvm
	.ci/install-llvm
	mkdir -p $(@D)
	touch $@

$(STAMPS)/rust:
	command -v cargo > /dev/null || { echo "Rust is missing: install it from https://rustup.rs" >&2; exit 1; }
	cargo clippy --version > /dev/null 2>&1 || rustup component add clippy
	cargo fmt --version > /dev/null 2>&1 || rustup component add rustfmt
	mkdir -p $(@D)
	touch $@

$(STAMPS)/venv: pyproject.toml .ci/make-venv
	.ci/make-venv $(PYTHON) $(VENV)
	mkdir -p $(@D)
	touch $@

$(STAMPS)/native: $(STAMPS)/llvm $(STAMPS)/venv $(RUST_SOURCES)
	mkdir -p $(@D)
	touch $@.begun # sources that change from now on are newer than what is built
	unset MAKEFLAGS
	VIRTUAL_ENV=$(VENV) $(VENV)/bin/maturin develop --release --quiet $(CARGO_FLAGS)
	mv $@.begun $@

# NVIDIA's assembler and libdevice, for tests of PTX. Without them those tests are left out, and say so.
$(STAMPS)/cuda:
	mkdir -p $(@D)
	$(PYTHON) -m venv $(CUDA_VENV)
	$(CUDA_VENV)/bin/python -m pip install --quiet nvidia-cuda-nvcc nvidia-nvvm && touch $@ || true

$(STAMPS)/docs:
	$(PYTHON) -m venv $(DOCS_VENV)
	$(DOCS_VENV)/bin/python -m pip install --quiet sphinx myst-parser furo
	mkdir -p $(@D)
	touch $@

# Real Numba, to compare with; never beside Coluber in one environment.
$(STAMPS)/numba:
	$(PYTHON) -m venv $(NUMBA_VENV)
	$(NUMBA_VENV)/bin/python -m pip install --quiet numba==0.68.1 numpy scipy
	mkdir -p $(@D)
	touch $@

# numba-cuda with NVIDIA's compiler, to compare PTX with, and kernels on a GPU. It takes the place of `numba.cuda` where it is installed:
# so not beside the Numba above. Where it can't be installed the tables have our numbers alone.
$(STAMPS)/numba-cuda:
	mkdir -p $(@D)
	$(PYTHON) -m venv $(NUMBA_CUDA_VENV)
	$(NUMBA_CUDA_VENV)/bin/python -m pip install --quiet numba==0.68.1 "numba-cuda[cu13]" numpy && touch $@ || true

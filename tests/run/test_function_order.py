"""The list of functions that stand side by side in the extension."""

from __future__ import annotations

from tools.function_order import ORDER, RUST, functions

PROFILE = """\
ob=(1) /lib/libc.so.6
fn=(1) malloc
ob=(2) /x/_native.cpython-311-x86_64-linux-gnu.so
fn=(2) _ZN4llvm5Value7getNameEv
cob=(1)
cfn=(1)
cfn=(3) _ZN4llvm5Value4dumpEv
fn=(4) _ZN13coluber_infer6engine17h88e6750628dc0bb4E
fn=(5) _RNvNtCs1_4core3fmt
fn=(3)
fn=(6) 0x00000000000a
fn=(7) mi_malloc
"""


def test_reads_profiles() -> None:
    """Functions of other libraries, Rust's and those without names are left out."""
    assert list(functions(PROFILE.splitlines())) == ["_ZN4llvm5Value7getNameEv", "_ZN4llvm5Value4dumpEv", "mi_malloc"]


def test_reads_numbers_of_names() -> None:
    """A name is written once, also where the function is called first."""
    lines = ["ob=(2) _native.so", "cfn=(3) _ZN4llvm5Value4dumpEv", "fn=(3)", "fn=(8) _ZN4llvm3runEv'2"]
    assert list(functions(lines)) == ["_ZN4llvm5Value4dumpEv", "_ZN4llvm3runEv"]


def test_list_has_names_of_llvm_only_once() -> None:
    """Names of Rust's functions have hashes that no later version has."""
    names = ORDER.read_text().split()
    assert len(set(names)) == len(names) > 10000
    assert not [name for name in names if RUST.match(name)]
    assert sum(name.startswith(("_ZN4llvm", "_ZNK4llvm")) for name in names) > len(names) // 2

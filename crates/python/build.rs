//! Flags of the link.

use std::path::Path;
use std::process::Command;

/// The first glibc that reads relative relocations in the packed form.
const READS_PACKED: (u32, u32) = (2, 36);

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let of_target = |name: &str| std::env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    if of_target("OS") == "linux" && of_target("ARCH") == "x86_64" {
        // lld mixes LLVM's six hundred static initialisers with its other code: the load would read most of the library's pages.
        println!("cargo::rustc-link-arg-cdylib=-Wl,-z,keep-text-section-prefix");
        order_functions();
        if glibc().is_some_and(|version| version >= READS_PACKED) {
            // Some 60000 relocations, of 24 bytes each, stay in memory otherwise.
            println!("cargo::rustc-link-arg-cdylib=-Wl,-z,pack-relative-relocs");
        }
    }
}

/// Puts the functions that first calls run beside each other (`tools/function_order.py`): two fifths of the code are in memory
/// then, where it would be four fifths.
fn order_functions() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/function_order.txt");
    println!("cargo::rerun-if-changed={file}");
    if links_by_lld() {
        println!("cargo::rustc-link-arg-cdylib=-Wl,--symbol-ordering-file={file},--no-warn-symbol-ordering");
    }
}

/// Whether the linker is the lld that comes with Rust, the default since 1.90. No other linker takes such a list.
fn links_by_lld() -> bool {
    println!("cargo::rerun-if-env-changed=CARGO_ENCODED_RUSTFLAGS");
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let flags = variable("CARGO_ENCODED_RUSTFLAGS");
    let is_other =
        ["fuse-ld", "linker"].iter().any(|word| flags.contains(word)) || !variable("RUSTC_LINKER").is_empty();
    !is_other && rustc(&["--version"]).is_some_and(|text| minor(&text) >= Some(90)) && has_lld()
}

/// Whether this installation of Rust has lld, which those of some distributions lack.
fn has_lld() -> bool {
    let host = std::env::var("HOST").unwrap_or_default();
    rustc(&["--print", "sysroot"])
        .is_some_and(|root| Path::new(root.trim()).join("lib/rustlib").join(host).join("bin/rust-lld").exists())
}

/// What the compiler prints for such options.
fn rustc(options: &[&str]) -> Option<String> {
    let output = Command::new(std::env::var_os("RUSTC")?).args(options).output().ok()?;
    String::from_utf8(output.stdout).ok()
}

/// The second number of a version such as `rustc 1.95.0 (...)`.
fn minor(version: &str) -> Option<u32> {
    version.split('.').nth(1)?.parse().ok()
}

/// The version of this machine's glibc, which the library is linked with; None where that can't be found out.
fn glibc() -> Option<(u32, u32)> {
    let output = Command::new("getconf").arg("GNU_LIBC_VERSION").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let (major, minor) = text.trim().strip_prefix("glibc ")?.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

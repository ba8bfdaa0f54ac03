//! Flags of the link.

use std::process::Command;

/// The first glibc that reads relative relocations in the packed form.
const READS_PACKED: (u32, u32) = (2, 36);

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let of_target = |name: &str| std::env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    if of_target("OS") == "linux" && of_target("ARCH") == "x86_64" {
        // lld mixes LLVM's six hundred static initialisers with its other code: the load would read most of the library's pages.
        println!("cargo::rustc-link-arg-cdylib=-Wl,-z,keep-text-section-prefix");
        if glibc().is_some_and(|version| version >= READS_PACKED) {
            // Some 60000 relocations, of 24 bytes each, stay in memory otherwise.
            println!("cargo::rustc-link-arg-cdylib=-Wl,-z,pack-relative-relocs");
        }
    }
}

/// The version of this machine's glibc, which the library is linked with; None where that can't be found out.
fn glibc() -> Option<(u32, u32)> {
    let output = Command::new("getconf").arg("GNU_LIBC_VERSION").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let (major, minor) = text.trim().strip_prefix("glibc ")?.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

//! Flags of the link.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let of_target = |name: &str| std::env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    if of_target("OS") == "linux" && of_target("ARCH") == "x86_64" {
        // lld mixes LLVM's six hundred static initialisers with its other code: the load would read most of the library's pages.
        println!("cargo::rustc-link-arg-cdylib=-Wl,-z,keep-text-section-prefix");
    }
}

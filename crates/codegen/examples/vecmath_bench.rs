//! Time per element of the inlined functions against those of the C library.
//!
//! `cargo run --release -p coluber-codegen --example vecmath_bench [function...]`

#![allow(missing_docs, dead_code)]

#[path = "../tests/vecmath_jit/mod.rs"]
mod vecmath_jit;

use std::time::Instant;

use coluber_codegen::llvm::vecmath::{FloatTy, VecMath, supports};
use vecmath_jit::{Job, compile};

const N: usize = 4096;

/// Nanoseconds per element, best of many runs.
fn measure(job: Job, x: &[f64], y: &[f64]) -> f64 {
    let compiled = compile(job);
    let (x32, y32): (Vec<f32>, Vec<f32>) =
        (x.iter().map(|v| *v as f32).collect(), y.iter().map(|v| *v as f32).collect());
    let mut out = vec![0.0f64; N];
    let mut best = f64::MAX;
    let start = Instant::now();
    while start.elapsed().as_millis() < 60 {
        let t = Instant::now();
        match job.ty {
            FloatTy::F64 => compiled.run_into(out.as_mut_ptr().cast(), x.as_ptr().cast(), y.as_ptr().cast(), N),
            FloatTy::F32 => compiled.run_into(out.as_mut_ptr().cast(), x32.as_ptr().cast(), y32.as_ptr().cast(), N),
        }
        best = best.min(t.elapsed().as_nanos() as f64);
    }
    best / N as f64
}

/// Arguments in the domain of `func`.
fn arguments(func: VecMath) -> (Vec<f64>, Vec<f64>) {
    let (low, high) = match func {
        VecMath::Asin | VecMath::Acos | VecMath::Atanh => (-0.999, 0.999),
        VecMath::Sin | VecMath::Cos | VecMath::Tan => (-20.0, 20.0),
        VecMath::Acosh => (1.0, 20.0),
        _ => (0.1, 12.4),
    };
    let x = (0..N).map(|i| low + (high - low) * ((i * 1531) % N) as f64 / N as f64).collect();
    let y = (0..N).map(|i| -2.0 + ((i * 877) % N) as f64 * 0.001).collect();
    (x, y)
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    println!("{:8} {:4} {:>8} {:>8} {:>8} {:>8}", "function", "type", "libm", "scalar", "256 bit", "512 bit");
    for func in VecMath::ALL {
        for ty in [FloatTy::F64, FloatTy::F32] {
            if !supports(func, ty) || !(wanted.is_empty() || wanted.iter().any(|w| w == func.name())) {
                continue;
            }
            let (x, y) = arguments(func);
            let job = Job::new(func, ty);
            let libm = measure(Job { inline: false, ..job }, &x, &y);
            let scalar = measure(Job { vector_width: ty.bits(), ..job }, &x, &y);
            let [narrow, wide] = [256, 512].map(|vector_width| measure(Job { vector_width, ..job }, &x, &y));
            println!(
                "{:8} {:4} {libm:8.3} {scalar:8.3} {narrow:8.3} {wide:8.3}   {:.1}x {:.1}x",
                func.name(),
                ty.name(),
                libm / narrow,
                libm / wide
            );
        }
    }
}

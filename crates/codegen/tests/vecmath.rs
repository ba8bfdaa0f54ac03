//! The vector variants of elementary functions against exact results, against the C library, and as vectorised loops.

mod vecmath_jit;

use coluber_codegen::llvm::vecmath::{FloatTy, SUPPORTED, VecMath, supports};
use vecmath_jit::{Job, Level, compile, has_avx512};

/// The promise of the module, in units in the last place.
const BOUND: f64 = 1.0;

/// Numbers at which something happens in some function.
const SPECIAL: [f64; 46] = [
    0.0,
    5e-324,
    1e-310,
    f64::MIN_POSITIVE,
    1e-45,
    1.1754943508222875e-38,
    1e-300,
    1e-30,
    0.25,
    0.5,
    std::f64::consts::FRAC_1_SQRT_2,
    0.75,
    0.9999999999999999,
    0.99999994,
    1.0,
    1.0000000000000002,
    1.0000001,
    std::f64::consts::SQRT_2,
    1.5,
    2.0,
    2.5,
    3.0,
    5.0,
    10.0,
    100.0,
    149.0,
    150.0,
    88.72284,
    103.97208,
    709.782712893384,
    709.7827128933841,
    745.1332191019411,
    745.1332191019412,
    1023.0,
    1024.0,
    1074.0,
    1075.0,
    65536.0,
    1073741824.0,
    16777217.0,
    4503599627370497.0,
    9007199254740993.0,
    1e22,
    f64::MAX,
    f64::INFINITY,
    f64::NAN,
];

/// A range of arguments: uniform, or with `exponents` a uniform exponent of two.
#[derive(Clone, Copy)]
struct Range {
    low: f64,
    high: f64,
    exponents: bool,
}

const fn flat(low: f64, high: f64) -> Range {
    Range { low, high, exponents: false }
}

const fn exponents(low: f64, high: f64) -> Range {
    Range { low, high, exponents: true }
}

/// The ranges of `data/vecmath_reference.py`, which must stay the same.
fn ranges(func: VecMath) -> (Vec<Range>, Vec<Range>) {
    let everywhere = exponents(-1022.0, 1023.0);
    let unit = flat(-1.0, 1.0);
    let near_one = flat(0.99, 1.01);
    let x = match func {
        VecMath::Exp => vec![flat(-745.0, 709.0), unit, exponents(-40.0, 9.0)],
        VecMath::Exp2 => vec![flat(-1074.0, 1023.0), unit, exponents(-40.0, 9.0)],
        VecMath::Expm1 => vec![flat(-40.0, 709.0), unit, exponents(-60.0, 9.0)],
        VecMath::Log | VecMath::Log2 | VecMath::Log10 => vec![flat(0.0, 4.0), near_one, everywhere],
        VecMath::Log1p => vec![flat(-1.0, 4.0), flat(-0.01, 0.01), everywhere],
        VecMath::Sin | VecMath::Cos | VecMath::Tan => {
            vec![flat(-100.0, 100.0), exponents(-20.0, 40.0), everywhere]
        }
        VecMath::Asin => vec![unit, exponents(-60.0, -1.0), flat(0.9, 1.0)],
        VecMath::Acos => vec![unit, exponents(-60.0, -1.0), flat(-1.0, -0.9)],
        VecMath::Atan => vec![flat(-4.0, 4.0), exponents(-60.0, 60.0), everywhere],
        VecMath::Atan2 => vec![flat(-4.0, 4.0), everywhere],
        VecMath::Sinh | VecMath::Cosh => vec![flat(-710.0, 710.0), unit, exponents(-60.0, 9.0)],
        VecMath::Tanh => vec![flat(-20.0, 20.0), unit, exponents(-60.0, 9.0)],
        VecMath::Asinh => vec![flat(-4.0, 4.0), exponents(-60.0, 60.0), everywhere],
        VecMath::Acosh => vec![flat(1.0, 1.1), flat(1.0, 4.0), exponents(0.0, 1023.0)],
        VecMath::Atanh => vec![unit, exponents(-60.0, -1.0), flat(-0.1, 0.1)],
        VecMath::Pow => vec![flat(0.0, 10.0), near_one, exponents(-500.0, 500.0)],
        VecMath::Cbrt => vec![flat(-4.0, 4.0), everywhere],
        VecMath::Hypot => vec![flat(-4.0, 4.0), exponents(-1000.0, 1000.0)],
        VecMath::Fmod => vec![flat(-1e6, 1e6), exponents(-10.0, 60.0), everywhere],
    };
    let y = match func {
        VecMath::Atan2 => vec![flat(-4.0, 4.0), exponents(-60.0, 60.0)],
        VecMath::Pow => vec![flat(-300.0, 300.0), flat(-4e4, 4e4), unit],
        VecMath::Hypot => vec![flat(-4.0, 4.0), exponents(-1000.0, 1000.0)],
        VecMath::Fmod => vec![flat(-10.0, 10.0), exponents(-10.0, 10.0), everywhere],
        _ => Vec::new(),
    };
    (x, y)
}

/// The generator splitmix64.
struct Generator(u64);

impl Generator {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 * 2f64.powi(-53)
    }

    fn draw(&mut self, range: Range, positive: bool) -> f64 {
        let Range { low, high, exponents } = range;
        if !exponents {
            return low + (high - low) * self.unit();
        }
        let exponent = (low + (high - low) * self.unit()).floor() as i32;
        let value = scale_up(1.0 + self.unit(), exponent);
        if self.next() & 1 == 1 && !positive { -value } else { value }
    }
}

/// `value * 2^exponent`, exact for the normal numbers drawn here.
fn scale_up(value: f64, exponent: i32) -> f64 {
    f64::from_bits(value.to_bits().wrapping_add_signed(i64::from(exponent) << 52))
}

/// The first `count` arguments of `func`.
fn arguments(func: VecMath, count: usize) -> (Vec<f64>, Vec<f64>) {
    let index = VecMath::ALL.iter().position(|&f| f == func).expect("in the list");
    let mut generator = Generator(index as u64);
    let (xs, ys) = ranges(func);
    let positive =
        matches!(func, VecMath::Log | VecMath::Log2 | VecMath::Log10 | VecMath::Log1p | VecMath::Acosh | VecMath::Pow);
    let (mut x, mut y) = (Vec::new(), Vec::new());
    for i in 0..count {
        x.push(generator.draw(xs[i % xs.len()], positive));
        y.push(if ys.is_empty() { 0.0 } else { generator.draw(ys[i % ys.len()], false) });
    }
    (x, y)
}

/// The unit in the last place of a finite number; `least` is the exponent of the smallest one of the format.
fn ulp(value: f64, precision: i32, least: i32) -> f64 {
    let exponent = ((value.to_bits() >> 52) & 0x7ff) as i32 - 1023;
    let exponent = (exponent - precision + 1).max(least);
    if exponent < -1022 { f64::from_bits(1 << (exponent + 1074)) } else { 2f64.powi(exponent) }
}

/// The error of `got` in units in the last place, where the exact result is `near + rest` units.
fn error_f64(got: f64, near: f64, rest: f64) -> f64 {
    if got.to_bits() == near.to_bits() || got.is_nan() && near.is_nan() {
        return rest.abs();
    }
    ((got - near) / ulp(near, 53, -1074) - rest).abs()
}

/// The error of `got` in units in the last place of binary32, where `exact` is precise enough to be taken as exact.
fn error_f32(got: f32, exact: f64) -> f64 {
    if got.is_nan() && exact.is_nan() || f64::from(got) == exact {
        return 0.0;
    }
    let unit = ulp(exact.clamp(-f64::from(f32::MAX), f64::from(f32::MAX)), 24, -149);
    // Infinity stands for the number after the largest one.
    let limit = 2f64.powi(128);
    let value = f64::from(got).clamp(-limit, limit);
    ((value - exact.clamp(-limit, limit)) / unit).abs()
}

/// Points in a block of the reference file, and bytes of a point.
const POINTS: usize = 1024;
const POINT_BYTES: usize = 9;

/// The exact results of `func`: the nearest number, and the rest in units in the last place.
fn reference(func: VecMath) -> Vec<(f64, f64)> {
    if func == VecMath::Fmod {
        let (x, y) = arguments(func, POINTS);
        return x.iter().zip(&y).map(|(x, y)| (x % y, 0.0)).collect();
    }
    let data = include_bytes!("data/vecmath_reference.bin");
    let index = VecMath::ALL.iter().position(|&f| f == func).expect("in the list");
    let size = POINTS * POINT_BYTES;
    let point = |p: &[u8]| {
        let near = f64::from_le_bytes(p[..8].try_into().expect("eight bytes"));
        (near, f64::from(p[8] as i8) / 254.0)
    };
    data[index * size..][..size].chunks_exact(POINT_BYTES).map(point).collect()
}

fn worst(errors: impl Iterator<Item = f64>) -> (f64, usize) {
    let larger = |a: (f64, usize), b: (f64, usize)| if b.0 > a.0 || b.0.is_nan() { b } else { a };
    errors.enumerate().map(|(i, e)| (e, i)).fold((0.0, 0), larger)
}

fn check_exact(level: Level) {
    for func in VecMath::ALL {
        let compiled = compile(Job { level, ..Job::new(func, FloatTy::F64) });
        let (x, y) = arguments(func, POINTS);
        let got = compiled.run_f64(&x, &y);
        let exact = reference(func);
        let (error, at) = worst(got.iter().zip(&exact).map(|(g, (near, rest))| error_f64(*g, *near, *rest)));
        println!("{:6} f64: {error:.3} ulp at {:e} {:e}", func.name(), x[at], y[at]);
        let bound = if func == VecMath::Fmod { 0.0 } else { BOUND };
        assert!(error <= bound, "{} of {:e}, {:e}: {:e}, error {error} ulp", func.name(), x[at], y[at], got[at]);
    }
}

#[test]
fn vecmath_f64_is_within_one_ulp() {
    check_exact(Level::Host);
}

#[test]
fn vecmath_f64_is_within_one_ulp_without_avx512() {
    check_exact(Level::Fma);
}

#[test]
fn vecmath_f64_is_within_one_ulp_without_fma() {
    check_exact(Level::Baseline);
}

/// What the C library's binary64 function may be off by, rounded up, from measurements published by the glibc project.
fn libm_error(func: VecMath) -> f64 {
    match func {
        VecMath::Cbrt => 4.0,
        VecMath::Acosh | VecMath::Atanh | VecMath::Tanh => 3.0,
        VecMath::Sinh | VecMath::Cosh | VecMath::Asinh | VecMath::Log10 => 2.0,
        VecMath::Fmod => 0.0,
        VecMath::Hypot | VecMath::Expm1 | VecMath::Log1p | VecMath::Atan2 => 1.0,
        _ => 0.55,
    }
}

#[test]
fn vecmath_f64_agrees_with_the_c_library() {
    const COUNT: usize = 100_000;
    for func in VecMath::ALL {
        let job = Job::new(func, FloatTy::F64);
        let (x, y) = arguments(func, COUNT);
        let got = compile(job).run_f64(&x, &y);
        let libm = compile(Job { inline: false, ..job }).run_f64(&x, &y);
        let (error, at) = worst(got.iter().zip(&libm).map(|(g, l)| error_f64(*g, *l, 0.0)));
        assert!(
            error <= BOUND + libm_error(func),
            "{} of {:e}, {:e}: {:e}, not {:e}",
            func.name(),
            x[at],
            y[at],
            got[at],
            libm[at]
        );
    }
}

/// binary32 arguments: half as for binary64, half random bits.
fn arguments_f32(func: VecMath, count: usize) -> (Vec<f32>, Vec<f32>) {
    let (x, y) = arguments(func, count / 2);
    let mut generator = Generator(99);
    let mut random = || f32::from_bits(generator.next() as u32);
    let narrow = |v: &[f64]| v.iter().map(|&v| v as f32).collect::<Vec<_>>();
    let (mut x, mut y) = (narrow(&x), narrow(&y));
    x.extend(std::iter::repeat_with(&mut random).take(count / 2));
    y.extend(std::iter::repeat_with(&mut random).take(count / 2));
    (x, y)
}

fn check_f32(level: Level, count: usize) {
    for func in VecMath::ALL {
        let job = Job { level, ..Job::new(func, FloatTy::F32) };
        let (x, y) = arguments_f32(func, count);
        let got = compile(job).run_f32(&x, &y);
        let wide = |v: &[f32]| v.iter().map(|&v| f64::from(v)).collect::<Vec<_>>();
        let libm = Job { inline: false, ..Job::new(func, FloatTy::F64) };
        let exact = compile(libm).run_f64(&wide(&x), &wide(&y));
        let (error, at) = worst(got.iter().zip(&exact).map(|(g, e)| error_f32(*g, *e)));
        println!("{:6} f32: {error:.3} ulp at {:e} {:e}", func.name(), x[at], y[at]);
        assert!(error <= BOUND, "{} of {:e}, {:e}: {:e}, not {:e}", func.name(), x[at], y[at], got[at], exact[at]);
    }
}

#[test]
fn vecmath_f32_is_within_one_ulp() {
    check_f32(Level::Host, 200_000);
}

#[test]
fn vecmath_f32_is_within_one_ulp_without_fma() {
    check_f32(Level::Baseline, 20_000);
}

/// All pairs of special numbers and their negatives.
fn special_arguments() -> (Vec<f64>, Vec<f64>) {
    let signed: Vec<f64> = SPECIAL.iter().flat_map(|&v| [v, -v]).collect();
    signed.iter().flat_map(|&x| signed.iter().map(move |&y| (x, y))).unzip()
}

/// The same kind of result: NaN, a zero or an infinity of the same sign, or some other number of the same sign.
fn same_kind(got: f64, expected: f64) -> bool {
    let kind = |v: f64| (v.is_nan(), v.is_infinite(), v == 0.0, v.is_sign_negative() && !v.is_nan());
    kind(got) == kind(expected)
}

#[test]
fn vecmath_special_values_are_those_of_the_c_library() {
    let (x, y) = special_arguments();
    let narrow = |v: &[f64]| v.iter().map(|&v| v as f32).collect::<Vec<_>>();
    let wide = |v: Vec<f32>| v.into_iter().map(f64::from).collect::<Vec<_>>();
    for (func, ty) in SUPPORTED {
        let run = |inline| {
            let compiled = compile(Job { inline, ..Job::new(func, ty) });
            match ty {
                FloatTy::F64 => compiled.run_f64(&x, &y),
                FloatTy::F32 => wide(compiled.run_f32(&narrow(&x), &narrow(&y))),
            }
        };
        for (i, (got, expected)) in run(true).into_iter().zip(run(false)).enumerate() {
            assert!(
                same_kind(got, expected),
                "{} {} of {:e}, {:e}: {got:e}, not {expected:e}",
                func.name(),
                ty.name(),
                x[i],
                y[i]
            );
        }
    }
}

#[test]
fn vecmath_loops_are_vectorised() {
    for (func, ty) in SUPPORTED {
        assert!(supports(func, ty));
        let job = Job::new(func, ty);
        for vector_width in [0, 128, 256, 512] {
            let compiled = compile(Job { vector_width, ..job });
            assert!(compiled.is_vectorised(), "{} {} {vector_width}\n{}", func.name(), ty.name(), compiled.ir);
        }
        assert!(!compile(Job { inline: false, ..job }).is_vectorised(), "the check can not fail");
    }
}

#[test]
fn vecmath_works_on_two_registers_of_512_bits_side_by_side() {
    if !has_avx512() {
        return;
    }
    let is_doubled = |level| {
        let job = Job { level, vector_width: 512, ..Job::new(VecMath::Exp, FloatTy::F64) };
        compile(job).ir.contains("@llvm.fma.v16f64(")
    };
    assert!(is_doubled(Level::Host));
    assert!(!is_doubled(Level::Fma));
}

/// Next to the borders between the intervals of tables, where results are small and rests large.
#[test]
fn vecmath_is_accurate_at_the_borders_of_tables() {
    let around = |middle: f64| (-500..500).map(move |k| middle * (1.0 + f64::from(k) * 1e-6));
    let borders = |func| match func {
        VecMath::Log => vec![1.0, 16.0 / 15.0, 17.0 / 15.0, 29.0 / 30.0, 28.0 / 30.0, 1.4999, 1.5001],
        VecMath::Tanh => {
            vec![0.317_863_954, -0.317_863_954, 0.635_727_908, 1.271_455_817, 3.814_367_451, 8.900_190_718, 19.0625]
        }
        _ => vec![0.021_660_849, -0.021_660_849, 0.064_98, -708.4, 709.7],
    };
    for func in [VecMath::Exp, VecMath::Log, VecMath::Tanh] {
        let x: Vec<f64> = borders(func).into_iter().flat_map(around).collect();
        let got = compile(Job::new(func, FloatTy::F64)).run_f64(&x, &x);
        let libm = compile(Job { inline: false, ..Job::new(func, FloatTy::F64) }).run_f64(&x, &x);
        let (error, at) = worst(got.iter().zip(&libm).map(|(g, l)| error_f64(*g, *l, 0.0)));
        // The C library's results are neighbours of the exact ones, but for tanh.
        let allowed = if func == VecMath::Tanh { 2.0 } else { 1.0 };
        assert!(error <= allowed, "{} of {:e}: {:e}, not {:e}", func.name(), x[at], got[at], libm[at]);
    }
}

#[test]
fn vecmath_loops_with_a_condition_are_vectorised() {
    for (func, ty) in SUPPORTED {
        let compiled = compile(Job { guarded: true, ..Job::new(func, ty) });
        assert!(compiled.is_vectorised(), "{} {}\n{}", func.name(), ty.name(), compiled.ir);
        if ty == FloatTy::F64 {
            let (x, y) = arguments(func, POINTS);
            let plain = compile(Job::new(func, ty)).run_f64(&x, &y);
            let guarded = compiled.run_f64(&x, &y);
            for (i, &x) in x.iter().enumerate() {
                let expected = if x > 0.0 { plain[i] } else { x };
                assert_eq!(guarded[i].to_bits(), expected.to_bits(), "{} of {x:e}", func.name());
            }
        }
    }
}

#[test]
fn vecmath_result_is_the_same_at_all_widths() {
    // A multiple of all widths, so that no element is left for scalar code.
    const COUNT: usize = 20_000;
    for (func, ty) in SUPPORTED {
        let wide = compile(Job { vector_width: 512, ..Job::new(func, ty) });
        let narrow = compile(Job { vector_width: 128, ..Job::new(func, ty) });
        assert!(narrow.is_vectorised(), "{} {}", func.name(), ty.name());
        let (x, y) = arguments_f32(func, COUNT);
        let differs = match ty {
            FloatTy::F32 => {
                let (a, b) = (wide.run_f32(&x, &y), narrow.run_f32(&x, &y));
                a.iter().zip(&b).position(|(a, b)| a.to_bits() != b.to_bits() && !(a.is_nan() && b.is_nan()))
            }
            FloatTy::F64 => {
                let (x, y) = arguments(func, COUNT);
                let (a, b) = (wide.run_f64(&x, &y), narrow.run_f64(&x, &y));
                a.iter().zip(&b).position(|(a, b)| a.to_bits() != b.to_bits() && !(a.is_nan() && b.is_nan()))
            }
        };
        assert_eq!(differs, None, "{} {}", func.name(), ty.name());
    }
}

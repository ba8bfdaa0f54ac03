//! The distributions of `numpy.random` that are not those of NumPy's generators: the streams that programs have relied on since
//! the first versions of NumPy. The others are the functions of [`super::numpy`].

use super::numpy;
use super::state::State;
use std::f64::consts::PI;

macro_rules! distributions {
    ($($(#[$doc:meta])* $name:ident($($arg:ident: $ty:ty),*) -> $ret:ty = $draw:path;)*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        /// The first argument is the address of a state that nothing else uses.
        pub unsafe extern "C" fn $name(state: *mut u8 $(, $arg: $ty)*) -> $ret {
            // SAFETY: promised by the caller.
            $draw(unsafe { &mut *state.cast::<State>() } $(, $arg)*)
        }
    )*};
}

distributions! {
    /// A float of at least 0 and less than 1.
    random_legacy_uniform() -> f64 = State::uniform;
    /// A normal number.
    random_legacy_normal(loc: f64, scale: f64) -> f64 = normal;
    /// A normal number around 0 with deviation 1.
    random_legacy_gauss() -> f64 = gauss;
    /// An exponential number of scale 1.
    random_legacy_standard_exponential() -> f64 = exponential;
    /// An exponential number.
    random_legacy_exponential(scale: f64) -> f64 = scaled_exponential;
    /// A gamma number.
    random_legacy_gamma(shape: f64, scale: f64) -> f64 = scaled_gamma;
    /// A gamma number of scale 1.
    random_legacy_standard_gamma(shape: f64) -> f64 = gamma;
    /// A beta number.
    random_legacy_beta(a: f64, b: f64) -> f64 = beta;
    /// A chi-square number.
    random_legacy_chisquare(df: f64) -> f64 = chisquare;
    /// A number of the F distribution.
    random_legacy_f(dfnum: f64, dfden: f64) -> f64 = f_ratio;
    /// A chi-square number off the centre.
    random_legacy_noncentral_chisquare(df: f64, nonc: f64) -> f64 = noncentral_chisquare;
    /// A number of the F distribution off the centre.
    random_legacy_noncentral_f(dfnum: f64, dfden: f64, nonc: f64) -> f64 = noncentral_f;
    /// A log-normal number.
    random_legacy_lognormal(mean: f64, sigma: f64) -> f64 = lognormal;
    /// A Pareto number.
    random_legacy_pareto(a: f64) -> f64 = pareto;
    /// A Weibull number.
    random_legacy_weibull(a: f64) -> f64 = weibull;
    /// A number of the power distribution.
    random_legacy_power(a: f64) -> f64 = power;
    /// A Rayleigh number.
    random_legacy_rayleigh(mode: f64) -> f64 = rayleigh;
    /// A Cauchy number.
    random_legacy_standard_cauchy() -> f64 = cauchy;
    /// A number of Student's t distribution.
    random_legacy_standard_t(df: f64) -> f64 = student;
    /// An inverse Gaussian number.
    random_legacy_wald(mean: f64, scale: f64) -> f64 = wald;
    /// An angle of the von Mises distribution.
    random_legacy_vonmises(mu: f64, kappa: f64) -> f64 = vonmises;
    /// A geometric number.
    random_legacy_geometric(p: f64) -> i64 = geometric;
    /// A number of the logarithmic series.
    random_legacy_logseries(p: f64) -> i64 = logseries;
    /// A negative binomial number.
    random_legacy_negative_binomial(n: f64, p: f64) -> i64 = negative_binomial;
    /// A binomial number.
    random_legacy_binomial(n: i64, p: f64) -> i64 = binomial;
    /// An integer from an offset to the offset and a range.
    random_legacy_bounded(offset: i64, range: i64) -> i64 = bounded;
    /// A hypergeometric number.
    random_legacy_hypergeometric(good: i64, bad: i64, sample: i64) -> i64 = hypergeometric;
    /// A Zipf number.
    random_legacy_zipf(a: f64) -> i64 = zipf;
}

/// Marsaglia's polar method: two numbers at once, of which one is kept.
fn gauss(s: &mut State) -> f64 {
    if let Some(kept) = s.kept.take() {
        return kept;
    }
    loop {
        let (x, y) = (2.0 * s.uniform() - 1.0, 2.0 * s.uniform() - 1.0);
        let square = x * x + y * y;
        if square < 1.0 && square != 0.0 {
            let factor = (-2.0 * square.ln() / square).sqrt();
            s.kept = Some(factor * x);
            return factor * y;
        }
    }
}

fn normal(s: &mut State, loc: f64, scale: f64) -> f64 {
    loc + scale * gauss(s)
}

fn exponential(s: &mut State) -> f64 {
    -(1.0 - s.uniform()).ln()
}

fn scaled_exponential(s: &mut State, scale: f64) -> f64 {
    scale * exponential(s)
}

fn scaled_gamma(s: &mut State, shape: f64, scale: f64) -> f64 {
    scale * gamma(s, shape)
}

/// Below 1 the rejection of Ahrens and Dieter, above that of Marsaglia and Tsang.
fn gamma(s: &mut State, shape: f64) -> f64 {
    if shape == 1.0 {
        exponential(s)
    } else if shape == 0.0 {
        0.0
    } else if shape < 1.0 {
        small_gamma(s, shape)
    } else {
        large_gamma(s, shape)
    }
}

fn small_gamma(s: &mut State, shape: f64) -> f64 {
    loop {
        let (u, v) = (s.uniform(), exponential(s));
        if u <= 1.0 - shape {
            let x = u.powf(1.0 / shape);
            if x <= v {
                return x;
            }
        } else {
            let y = -((1.0 - u) / shape).ln();
            let x = (1.0 - shape + shape * y).powf(1.0 / shape);
            if x <= v + y {
                return x;
            }
        }
    }
}

fn large_gamma(s: &mut State, shape: f64) -> f64 {
    let b = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * b).sqrt();
    loop {
        let (mut x, mut v);
        loop {
            x = gauss(s);
            v = 1.0 + c * x;
            // A shape that is not a number must end here.
            if v > 0.0 || v.is_nan() {
                break;
            }
        }
        v = v * v * v;
        let u = s.uniform();
        if u < 1.0 - 0.0331 * (x * x) * (x * x) || u.ln() < 0.5 * x * x + b * (1.0 - v + v.ln()) {
            return b * v;
        }
    }
}

fn beta(s: &mut State, a: f64, b: f64) -> f64 {
    if !(a <= 1.0 && b <= 1.0) {
        let (x, y) = (gamma(s, a), gamma(s, b));
        return x / (x + y);
    }
    // Johnk's rejection.
    loop {
        let (u, v) = (s.uniform(), s.uniform());
        let (x, y) = (u.powf(1.0 / a), v.powf(1.0 / b));
        let sum = x + y;
        if sum <= 1.0 && u + v > 0.0 {
            if sum > 0.0 {
                return x / sum;
            }
            let (log_x, log_y) = (u.ln() / a, v.ln() / b);
            let larger = if log_x > log_y { log_x } else { log_y };
            let (log_x, log_y) = (log_x - larger, log_y - larger);
            return (log_x - (log_x.exp() + log_y.exp()).ln()).exp();
        }
    }
}

fn chisquare(s: &mut State, df: f64) -> f64 {
    2.0 * gamma(s, df / 2.0)
}

fn f_ratio(s: &mut State, dfnum: f64, dfden: f64) -> f64 {
    let above = chisquare(s, dfnum) * dfden;
    above / (chisquare(s, dfden) * dfnum)
}

fn noncentral_chisquare(s: &mut State, df: f64, nonc: f64) -> f64 {
    if nonc == 0.0 {
        return chisquare(s, df);
    }
    if df > 1.0 {
        let central = chisquare(s, df - 1.0);
        let n = gauss(s) + nonc.sqrt();
        return central + n * n;
    }
    let more = poisson(s, nonc / 2.0);
    let central = chisquare(s, df + 2.0 * more as f64);
    if nonc.is_nan() { nonc } else { central }
}

fn noncentral_f(s: &mut State, dfnum: f64, dfden: f64, nonc: f64) -> f64 {
    let above = noncentral_chisquare(s, dfnum, nonc) * dfden;
    above / (chisquare(s, dfden) * dfnum)
}

fn lognormal(s: &mut State, mean: f64, sigma: f64) -> f64 {
    normal(s, mean, sigma).exp()
}

fn pareto(s: &mut State, a: f64) -> f64 {
    (exponential(s) / a).exp() - 1.0
}

fn weibull(s: &mut State, a: f64) -> f64 {
    if a == 0.0 { 0.0 } else { exponential(s).powf(1.0 / a) }
}

fn power(s: &mut State, a: f64) -> f64 {
    (1.0 - (-exponential(s)).exp()).powf(1.0 / a)
}

fn rayleigh(s: &mut State, mode: f64) -> f64 {
    mode * (-2.0 * (-s.uniform()).ln_1p()).sqrt()
}

fn cauchy(s: &mut State) -> f64 {
    let above = gauss(s);
    above / gauss(s)
}

fn student(s: &mut State, df: f64) -> f64 {
    let above = gauss(s);
    let below = gamma(s, df / 2.0);
    (df / 2.0).sqrt() * above / below.sqrt()
}

/// The method of Michael, Schucany and Haas.
fn wald(s: &mut State, mean: f64, scale: f64) -> f64 {
    let half = mean / (2.0 * scale);
    let y = gauss(s);
    let y = mean * y * y;
    let x = mean + half * (y - (4.0 * scale * y + y * y).sqrt());
    if s.uniform() <= mean / (mean + x) { x } else { mean * mean / x }
}

/// Best and Fisher's rejection.
fn vonmises(s: &mut State, mu: f64, kappa: f64) -> f64 {
    if kappa.is_nan() {
        return kappa;
    }
    if kappa < 1e-8 {
        return PI * (2.0 * s.uniform() - 1.0);
    }
    let w = vonmises_cosine(s, kappa);
    let angle = if s.uniform() < 0.5 { -w.acos() } else { w.acos() };
    let turned = angle + mu;
    let within = (turned.abs() + PI) % (2.0 * PI) - PI;
    if turned < 0.0 { -within } else { within }
}

fn vonmises_cosine(s: &mut State, kappa: f64) -> f64 {
    let spread = if kappa < 1e-5 {
        1.0 / kappa + kappa
    } else {
        let r = 1.0 + (1.0 + 4.0 * kappa * kappa).sqrt();
        let rho = (r - (2.0 * r).sqrt()) / (2.0 * kappa);
        (1.0 + rho * rho) / (2.0 * rho)
    };
    loop {
        let z = (PI * s.uniform()).cos();
        let w = (1.0 + spread * z) / (spread + z);
        let y = kappa * (spread - w);
        let v = s.uniform();
        if y * (2.0 - y) - v >= 0.0 || (y / v).ln() + 1.0 - y >= 0.0 {
            return w;
        }
    }
}

fn poisson(s: &mut State, lam: f64) -> i64 {
    // SAFETY: the state begins with a `bitgen_t`, and this function alone uses it.
    unsafe { numpy::random_poisson(s.bit_generator(), lam) }
}

/// Takes as few bits as can hold the range until they are not above it.
fn bounded(s: &mut State, offset: i64, range: i64) -> i64 {
    let range = range as u64;
    let mask = u64::MAX.checked_shr(range.leading_zeros()).unwrap_or(0);
    let found = if range == 0 {
        0
    } else if let Ok(short) = u32::try_from(range) {
        loop {
            let bits = s.next_word() & mask as u32;
            if bits <= short {
                break u64::from(bits);
            }
        }
    } else {
        loop {
            let high = u64::from(s.next_word()) << 32;
            let bits = (high | u64::from(s.next_word())) & mask;
            if bits <= range {
                break bits;
            }
        }
    };
    offset.wrapping_add(found as i64)
}

/// Draws also where the number of successes is certain.
fn binomial(s: &mut State, n: i64, p: f64) -> i64 {
    let (rarer, rejected) = (p.min(1.0 - p), p.min(1.0 - p) * n as f64 > 30.0);
    let method = if rejected { numpy::binomial_by_rejection } else { numpy::binomial_by_inversion };
    // SAFETY: the state begins with a `bitgen_t`, and this function alone uses it.
    let found = unsafe { method(s.bit_generator(), n, rarer) };
    if p <= 0.5 { found } else { n - found }
}

fn negative_binomial(s: &mut State, n: f64, p: f64) -> i64 {
    let lam = (1.0 - p) / p * gamma(s, n);
    poisson(s, lam)
}

fn geometric(s: &mut State, p: f64) -> i64 {
    if p < 1.0 / 3.0 {
        return ((-s.uniform()).ln_1p() / (1.0 - p).ln()).ceil() as i64;
    }
    let (mut count, mut sum, mut product) = (1, p, p);
    let u = s.uniform();
    while u > sum {
        product *= 1.0 - p;
        sum += product;
        count += 1;
    }
    count
}

/// Kemp's method.
fn logseries(s: &mut State, p: f64) -> i64 {
    let r = (-p).ln_1p();
    loop {
        let v = s.uniform();
        if v >= p {
            return 1;
        }
        let q = -(r * s.uniform()).exp_m1();
        if v <= q * q {
            let number = (1.0 + v.ln() / q.ln()).floor() as i64;
            if number >= 1 && v != 0.0 {
                return number;
            }
        } else {
            return if v >= q { 1 } else { 2 };
        }
    }
}

/// Devroye's rejection.
fn zipf(s: &mut State, a: f64) -> i64 {
    let b = 2f64.powf(a - 1.0);
    loop {
        let u = 1.0 - s.uniform();
        let v = s.uniform();
        let x = u.powf(-1.0 / (a - 1.0)).floor();
        if !(1.0..=i64::MAX as f64).contains(&x) {
            continue;
        }
        let t = (1.0 + 1.0 / x).powf(a - 1.0);
        if v * x * (t - 1.0) / (b - 1.0) <= t / b {
            return x as i64;
        }
    }
}

fn hypergeometric(s: &mut State, good: i64, bad: i64, sample: i64) -> i64 {
    match sample {
        ..=0 => 0,
        1..=10 => drawn_one_by_one(s, good, bad, sample),
        _ => drawn_by_rejection(s, good, bad, sample),
    }
}

fn drawn_one_by_one(s: &mut State, good: i64, bad: i64, sample: i64) -> i64 {
    let others = bad + good - sample;
    let fewer = bad.min(good);
    let (mut left, mut draws) = (fewer as f64, sample);
    while left > 0.0 {
        left -= (s.uniform() + left / (others + draws) as f64).floor();
        draws -= 1;
        if draws == 0 {
            break;
        }
    }
    let found = fewer - left as i64;
    if good > bad { sample - found } else { found }
}

/// Stadlober's ratio of uniforms.
fn drawn_by_rejection(s: &mut State, good: i64, bad: i64, sample: i64) -> i64 {
    const D1: f64 = 1.715_527_769_921_413_5;
    const D2: f64 = 0.898_916_162_058_898_8;
    let (fewer, more, total) = (good.min(bad), good.max(bad), good + bad);
    let m = sample.min(total - sample);
    let share = fewer as f64 / total as f64;
    let centre = m as f64 * share + 0.5;
    let width = ((total - m) as f64 * sample as f64 * share * (1.0 - share) / (total - 1) as f64 + 0.5).sqrt();
    let scale = D1 * width + D2;
    let weight = |z: f64| {
        numpy::log_gamma(z + 1.0)
            + numpy::log_gamma(fewer as f64 - z + 1.0)
            + numpy::log_gamma(m as f64 - z + 1.0)
            + numpy::log_gamma((more - m) as f64 + z + 1.0)
    };
    let mode = ((m + 1) as f64 * (fewer + 1) as f64 / (total + 2) as f64).floor();
    let top = weight(mode);
    let limit = ((m.min(fewer)) as f64 + 1.0).min((centre + 16.0 * width).floor());
    let found = loop {
        let (x, y) = (s.uniform(), s.uniform());
        let w = centre + scale * (y - 0.5) / x;
        if w < 0.0 || w >= limit {
            continue;
        }
        let z = w.floor();
        let t = top - weight(z);
        if x * (4.0 - x) - 3.0 <= t {
            break z;
        }
        if x * (x - t) < 1.0 && 2.0 * x.ln() <= t {
            break z;
        }
    } as i64;
    let found = if good > bad { m - found } else { found };
    if m < sample { good - found } else { found }
}

// The error functions and the gamma functions, part of `device.c`. Coefficients, first that of the highest power, are those of
// polynomials that interpolate at Chebyshev's points, computed with 60 digits.

#define LN2_HI 0x1.62e42fefa3800p-1
#define LN2_LO 0x1.ef35793c76730p-45
#define PI_HI 0x1.921fb54442d18p+1
#define PI_LO 0x1.1a62633145c07p-53

static double polynomial(const double *coefficients, int count, double x) {
    double p = coefficients[0];
    for (int k = 1; k < count; ++k) p = __builtin_fma(p, x, coefficients[k]);
    return p;
}

// exp(hi + lo) = m * 2^k with m between 0.7 and 1.5, for |hi| < 1100 and a small lo: a series after the reduction.
static double exp_parts(double hi, double lo, int *k) {
    static const double series[12] = {1 / 6227020800.0, 1 / 479001600.0, 1 / 39916800.0, 1 / 3628800.0, 1 / 362880.0, 1 / 40320.0,
                                      1 / 5040.0,       1 / 720.0,       1 / 120.0,      1 / 24.0,      1 / 6.0,      0.5};
    double n = __builtin_rint(hi * 0x1.71547652b82fep+0);
    double r = __builtin_fma(-n, LN2_HI, hi), s = __builtin_fma(-n, LN2_LO, lo);
    double x = r + s, rest = (r - x) + s;
    *k = (int)n;
    return 1 + (x + (rest + x * x * polynomial(series, 12, x)));
}

// m * 2^k, rounded once where it is subnormal.
static double scaled(double m, int k) {
    int half = k / 2;
    return m * number((u64)(1023 + half) << 52) * number((u64)(1023 + k - half) << 52);
}

// log(x) = result + lo for positive finite x: 2 artanh(s) with s = (m - 1) / (m + 1) for x = m * 2^k, the first term in two parts.
static double log_parts(double x, double *lo) {
    static const double series[11] = {2 / 23.0, 2 / 21.0, 2 / 19.0, 2 / 17.0, 2 / 15.0, 2 / 13.0,
                                      2 / 11.0, 2 / 9.0,  2 / 7.0,  2 / 5.0,  2 / 3.0};
    int k = 0;
    if (x < 0x1p-1022) {
        x *= 0x1p+54;
        k = -54;
    }
    u64 raw = bits(x) + (0x3ff0000000000000u - 0x3fe6a09e667f3bcdu);
    k += (int)(raw >> 52) - 1023;
    double m = number(bits(x) - (raw & 0xfff0000000000000u) + 0x3ff0000000000000u);
    double f = m - 1, d = 1 + m, below = m - (d - 1);
    double s = f / d, t = (__builtin_fma(-s, d, f) - s * below) / d, z = s * s;
    double high = k * LN2_HI, sum = high + 2 * s;
    // Without a power of two the sum is 2s itself.
    double small = (high - sum) + 2 * s + (k * LN2_LO + (2 * t + s * z * polynomial(series, 11, z)));
    double result = sum + small;
    *lo = (sum - result) + small;
    return result;
}

// erf(x) / x as a polynomial of x^2, for |x| <= 1.
static const double error_series[13] = {
    0x1.05ffd737fb32ep-34, -0x1.389d4f2641625p-30, 0x1.f7b4bf3b13964p-27, -0x1.5f1ecb6f0764cp-23,
    0x1.b9df224ca4b97p-20, -0x1.f4d1e3183f7aep-17, 0x1.f9a321d5b8e1ep-14, -0x1.c02db3dac435fp-11,
    0x1.565bcd0dbaa38p-8, -0x1.b82ce31284e00p-6, 0x1.ce2f21a042b30p-4, -0x1.812746b0379e6p-2,
    0x1.20dd750429b6dp+0,
};

// (1 + 2x) exp(x^2) erfc(x) for x >= 0.5 as a polynomial of (x - 3.75) / (x + 3.75): M. M. Shepherd and J. G. Laframboise, Chebyshev
// approximation of (1 + 2x) exp(x^2) erfc x in 0 <= x < infinity, Mathematics of Computation 36 (1981).
static const double error_tail[24] = {
    0x1.7fe5fb4bcf95ep-30, -0x1.3515a8386f704p-28, -0x1.fa4eb80af00efp-28, 0x1.5012af4d68d9dp-25,
    0x1.eaa730456a1c4p-26, -0x1.17df95e5519e6p-22, -0x1.08ea8d61d5582p-24, 0x1.d6cb62a97f57dp-20,
    -0x1.04b1818b22f2fp-20, -0x1.800be2acef05ep-17, 0x1.7787dded97ac0p-16, 0x1.b144a664ad1b1p-15,
    -0x1.303f96234b200p-12, 0x1.33fb2186ff09bp-12, 0x1.cc3a0de679605p-10, -0x1.3f603c3065b8fp-7,
    0x1.d0b0037e11b4cp-6, -0x1.e0d0fa6e119fcp-5, 0x1.7a14188a9912dp-4, -0x1.bda9309a28332p-4,
    0x1.510169d096824p-4, 0x1.d5f2948159a74p-9, -0x1.1f367683f89a7p-3, 0x1.3ccda0b5d5dc2p+0,
};

static double erfc_tail(double x) {
    if (x > 27.3) return 0;
    double square = x * x, below = __builtin_fma(x, x, -square);
    int k;
    double m = exp_parts(-square, -below, &k);
    double p = polynomial(error_tail, 24, (x - 3.75) / (x + 3.75));
    return scaled(m * (p / (1 + 2 * x)), k);
}

static double erf_near(double x) { return x * polynomial(error_series, 13, x * x); }

double erf(double x) {
    double a = number(bits(x) & ~SIGN);
    if (x != x) return x + x;
    if (a < 1) return erf_near(x);
    double value = a < 6 ? 1 - erfc_tail(a) : 1;
    return x < 0 ? -value : value;
}

double erfc(double x) {
    if (x != x) return x + x;
    if (x >= 0.5) return erfc_tail(x);
    if (x > -1) return 1 - erf_near(x);
    return x > -6 ? 2 - erfc_tail(-x) : 2;
}

// sin(pi x) for x >= 0.
static double sin_pi(double x) {
    double n = __builtin_rint(x), f = x - n, a = number(bits(f) & ~SIGN);
    int odd = n - 2 * __builtin_floor(0.5 * n) == 1;
    double value;
    if (a <= 0.25) {
        double r = a * PI_HI;
        value = sine(r, __builtin_fma(a, PI_HI, -r) + a * PI_LO);
    } else {
        double b = 0.5 - a, r = b * PI_HI;
        value = cosine(r, __builtin_fma(b, PI_HI, -r) + b * PI_LO);
    }
    return (f < 0) != odd ? -value : value;
}

// log(gamma(x)) = result + lo for 9 <= x <= 1e17, by Stirling's series.
static double stirling(double x, double *lo) {
    static const double series[9] = {43867 / 244188.0, -3617 / 122400.0, 7 / 1092.0, -691 / 360360.0, 5 / 5940.0,
                                     -1 / 1680.0,      1 / 1260.0,       -1 / 360.0, 1 / 12.0};
    double below, l = log_parts(x, &below), a = x - 0.5, inverse = 1 / x;
    double p = a * l, q = __builtin_fma(a, l, -p) + a * below;
    double sum = p - x, rest = (p - sum) - x;
    rest += q + inverse * polynomial(series, 9, inverse * inverse) + 0x1.d67f1c864beb5p-1;
    double result = sum + rest;
    *lo = (sum - result) + rest;
    return result;
}

// gamma(2.5 + u) for |u| <= 0.5.
static const double gamma_poly[18] = {
    -0x1.61678760e530bp-24, 0x1.ba42dbab2658fp-23, -0x1.c189aebb2619bp-22, 0x1.1e01a1e36520ap-20,
    -0x1.57dc4d9963c13p-19, 0x1.e716924cc6e9dp-18, -0x1.ad8b2d371d88ep-17, 0x1.013bdfc057f7bp-14,
    0x1.0886fa7157a6ep-18, 0x1.8b8fcf944edc5p-11, 0x1.a55ed2133d31ep-10, 0x1.5489cc6a2c406p-7,
    0x1.d0a9bc49334e7p-6, 0x1.c138b89493ef9p-4, 0x1.03f6d2fa4f4fdp-2, 0x1.4f224d4b7e016p-1,
    0x1.de9585f1a7093p-1, 0x1.544fa6d47b390p+0,
};

// gamma(x) = m * 2^k for -5 < x < 172 that is no pole, by gamma(x + 1) = x gamma(x) or Stirling's series.
static double gamma_parts(double x, int *k) {
    if (x >= 9) {
        double lo, hi = stirling(x, &lo);
        return exp_parts(hi, lo, k);
    }
    double above = 1, below = 1;
    while (x >= 3) above *= x -= 1;
    while (x < 2) {
        below *= x;
        x += 1;
    }
    *k = 0;
    return above * polynomial(gamma_poly, 18, x - 2.5) / below;
}

double tgamma(double x) {
    double a = number(bits(x) & ~SIGN);
    if (x != x || x == number(INFINITE)) return x + x;
    if (a < 0x1p-60) return 1 / x;
    if (x < 0 && x == __builtin_floor(x)) return (x - x) / (x - x);
    if (x > 172) return number(INFINITE);
    int k;
    if (x > -5) {
        double m = gamma_parts(x, &k);
        return scaled(m, k);
    }
    // gamma(-a) = -pi / (a sin(pi a) gamma(a))
    double s = sin_pi(a);
    if (a > 185) return s < 0 ? 0.0 : -0.0;
    double m;
    if (a < 172) {
        m = gamma_parts(a, &k);
    } else {
        double lo, hi = stirling(a, &lo);
        m = exp_parts(hi, lo, &k);
    }
    return scaled(-PI_HI / (a * s * m), -k);
}

// log(gamma(2 + u)) / u for -0.75 <= u <= 0.5.
static const double log_gamma_poly[23] = {
    -0x1.54dbe5bddb045p-25, -0x1.0e95d7eef3df6p-25, -0x1.534da987b9e68p-29, 0x1.b740faf5996cep-24,
    -0x1.94b869176bb9bp-24, 0x1.89961b02049f1p-23, -0x1.ec5e300766236p-22, 0x1.029cd8cc2ec09p-20,
    -0x1.11318fc0858b8p-19, 0x1.257f6559ccb9ap-18, -0x1.3cc385a8b2155p-17, 0x1.580e6fdb05720p-16,
    -0x1.78de2374e9d04p-15, 0x1.a127ae73ddd88p-14, -0x1.d3fd4d898d79cp-13, 0x1.0b36af89061a2p-11,
    -0x1.38ac5c2a7a03fp-10, 0x1.7add6eadb36ddp-9, -0x1.e404fc21917d7p-8, 0x1.51322ac7d8494p-6,
    -0x1.13e001a557602p-4, 0x1.4a34cc4a60fa6p-2, 0x1.b0ee6072093cep-2,
};

static double log_sum(double x) {
    double lo, hi = log_parts(x, &lo);
    return hi + lo;
}

static double lgamma_positive(double x) {
    if (x >= 9) {
        double lo;
        if (x > 0x1.754d9278b51a6p+1014) return number(INFINITE);
        if (x < 1e17) return stirling(x, &lo);
        return x * (log_parts(x, &lo) - 1);
    }
    // log(gamma(2 + u)) is added to the log of what is between.
    double u = x - 2, factor = 1;
    if (x > 2.5) {
        while (u > 0.5) {
            factor *= u + 1;
            u -= 1;
        }
        return u * polynomial(log_gamma_poly, 23, u) + log_sum(factor);
    }
    if (x >= 1.25) return u * polynomial(log_gamma_poly, 23, u);
    u = x < 0.5 ? x : x - 1;
    factor = x < 0.5 ? x * (1 + x) : x;
    double lo, hi = log_parts(factor, &lo);
    return __builtin_fma(u, polynomial(log_gamma_poly, 23, u), -hi) - lo;
}

double lgamma(double x) {
    double a = number(bits(x) & ~SIGN);
    if (x != x) return x + x;
    if (a >= number(INFINITE) || x == 0) return number(INFINITE);
    if (a < 0x1p-60) return -log_sum(a);
    if (x > 0) return lgamma_positive(x);
    double s = sin_pi(a);
    if (s == 0) return number(INFINITE);
    double lo, hi = log_parts(PI_HI / (a * (s < 0 ? -s : s)), &lo);
    return hi + (lo - lgamma_positive(a));
}

float erff(float x) { return (float)erf((double)x); }
float erfcf(float x) { return (float)erfc((double)x); }
float tgammaf(float x) { return (float)tgamma((double)x); }
float lgammaf(float x) { return (float)lgamma((double)x); }

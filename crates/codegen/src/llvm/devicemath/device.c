// What GPUs need besides the bodies of `vecmath` where there is no libdevice: sin, cos and tan of large arguments, remainders, the
// next number; the functions of `special.c` and `bessel.c`. `device.py` makes `device.ll` of it, which is linked function by function.

typedef unsigned long long u64;
typedef unsigned u32;
typedef unsigned __int128 u128;

static u64 bits(double x) { return __builtin_bit_cast(u64, x); }
static double number(u64 x) { return __builtin_bit_cast(double, x); }
static u32 bits_f(float x) { return __builtin_bit_cast(u32, x); }
static float number_f(u32 x) { return __builtin_bit_cast(float, x); }

#define SIGN 0x8000000000000000u
#define INFINITE 0x7ff0000000000000u
#define HIDDEN 0x10000000000000u

// 64 bits of zero, then 2/pi.
static const u64 two_over_pi[21] = {0, TWO_OVER_PI};

static u64 table_bits(u32 from) {
    u32 word = from / 64, shift = from % 64;
    u64 high = two_over_pi[word] << shift;
    return shift == 0 ? high : high | two_over_pi[word + 1] >> (64 - shift);
}

// |x| = k * 2 pi + quadrant * pi/2 + hi + lo for |x| >= 2^16, after Payne and Hanek. x is an integer m times 2^p; the bits of 2/pi that
// count are the 192 from bit p - 2 on, as those before give multiples of four.
static u32 reduce(double x, double *hi, double *lo) {
    u64 raw = bits(x) & ~SIGN;
    int power = (int)(raw >> 52) - 1075;
    u64 m = (raw & (HIDDEN - 1)) | HIDDEN;
    u32 from = (u32)(power + 62);
    u128 low = (u128)m * table_bits(from + 128);
    u128 middle = (u128)m * table_bits(from + 64) + (u64)(low >> 64);
    u64 top = m * table_bits(from) + (u64)(middle >> 64);
    u32 quadrant = (u32)(top >> 62);
    u128 fraction = ((u128)top << 64 | (u64)middle) << 2 | (u64)low >> 62;
    int negative = (int)(fraction >> 127);
    if (negative) {
        fraction = -fraction;
        quadrant += 1;
    }
    u64 high = (u64)(fraction >> 64);
    int zeros = high ? __builtin_clzll(high) : 64;
    fraction <<= zeros;
    high = (u64)(fraction >> 64);
    double scale = number((u64)(1023 - 53 - zeros) << 52);
    double a = (double)(high >> 11) * scale;
    double b = (double)((high & 2047) << 53 | (u64)fraction >> 11) * scale * 0x1p-64;
    double p1 = 0x1.921fb54442d18p+0, p2 = 0x1.1a62633145c07p-54;
    double r = a * p1;
    double s = __builtin_fma(a, p1, -r) + __builtin_fma(a, p2, b * p1);
    *hi = negative ? -r : r;
    *lo = negative ? -s : s;
    return quadrant;
}

// sin(r + lo) for |r| <= pi/4, by its series.
static double sine(double r, double lo) {
    double z = r * r;
    double p = 1 / 355687428096000.0;
    p = __builtin_fma(p, z, -1 / 1307674368000.0);
    p = __builtin_fma(p, z, 1 / 6227020800.0);
    p = __builtin_fma(p, z, -1 / 39916800.0);
    p = __builtin_fma(p, z, 1 / 362880.0);
    p = __builtin_fma(p, z, -1 / 5040.0);
    p = __builtin_fma(p, z, 1 / 120.0);
    p = __builtin_fma(p, z, -1 / 6.0);
    return r + __builtin_fma(r * z, p, lo * __builtin_fma(z, -0.5, 1.0));
}

// cos(r + lo) for |r| <= pi/4, by its series.
static double cosine(double r, double lo) {
    double z = r * r;
    double p = -1 / 6402373705728000.0;
    p = __builtin_fma(p, z, 1 / 20922789888000.0);
    p = __builtin_fma(p, z, -1 / 87178291200.0);
    p = __builtin_fma(p, z, 1 / 479001600.0);
    p = __builtin_fma(p, z, -1 / 3628800.0);
    p = __builtin_fma(p, z, 1 / 40320.0);
    p = __builtin_fma(p, z, -1 / 720.0);
    p = __builtin_fma(p, z, 1 / 24.0);
    double half = 0.5 * z, w = 1 - half;
    return w + ((1 - w - half) + __builtin_fma(z * z, p, -r * lo));
}

static double of_quadrant(u32 quadrant, double r, double lo) {
    double value = quadrant & 1 ? cosine(r, lo) : sine(r, lo);
    return quadrant & 2 ? -value : value;
}

static int is_finite(double x) { return (bits(x) & ~SIGN) < INFINITE; }

double sin(double x) {
    if (!is_finite(x)) return x - x;
    double r, lo;
    u32 quadrant = reduce(x, &r, &lo);
    double value = of_quadrant(quadrant, r, lo);
    return x < 0 ? -value : value;
}

double cos(double x) {
    if (!is_finite(x)) return x - x;
    double r, lo;
    u32 quadrant = reduce(x, &r, &lo);
    return of_quadrant(quadrant + 1, r, lo);
}

double tan(double x) {
    if (!is_finite(x)) return x - x;
    double r, lo;
    u32 quadrant = reduce(x, &r, &lo);
    double s = sine(r, lo), c = cosine(r, lo);
    double value = quadrant & 1 ? -c / s : s / c;
    return x < 0 ? -value : value;
}

float sinf(float x) { return (float)sin((double)x); }
float cosf(float x) { return (float)cos((double)x); }
float tanf(float x) { return (float)tan((double)x); }

// x = mantissa * 2^(exponent - 1075) for x that is not 0 or infinite.
static u64 split(u64 raw, int *exponent) {
    int e = (int)(raw >> 52);
    if (e == 0) {
        int zeros = __builtin_clzll(raw) - 11;
        *exponent = 1 - zeros;
        return raw << zeros;
    }
    *exponent = e;
    return (raw & (HIDDEN - 1)) | HIDDEN;
}

// The remainder of the division of integers, eleven bits of the quotient at a time.
double fmod(double x, double y) {
    u64 a = bits(x) & ~SIGN, b = bits(y) & ~SIGN, sign = bits(x) & SIGN;
    if (b == 0 || b > INFINITE || a >= INFINITE) return (x * y) / (x * y);
    if (a < b) return x;
    int ea, eb;
    u64 ma = split(a, &ea), mb = split(b, &eb);
    u64 rest = ma % mb;
    for (int left = ea - eb; left > 0;) {
        int step = left < 11 ? left : 11;
        rest = (rest << step) % mb;
        left -= step;
    }
    if (rest == 0) return number(sign);
    int zeros = __builtin_clzll(rest) - 11;
    int e = eb - zeros;
    if (e > 0) return number(sign | ((rest << zeros) & (HIDDEN - 1)) | (u64)e << 52);
    return number(sign | (eb > 0 ? rest << (eb - 1) : rest >> (1 - eb)));
}

double remainder(double x, double y) {
    double a = number(bits(x) & ~SIGN), b = number(bits(y) & ~SIGN);
    u64 sign = bits(x) & SIGN;
    if (b == 0 || b != b || !is_finite(x)) return (x * y) / (x * y);
    if (b <= 0x1p+1022) a = fmod(a, b + b);
    // Twice a tiny number is exact, and half of one is not.
    if (b < 0x1p-1021) {
        if (a + a > b) {
            a -= b;
            if (a + a >= b) a -= b;
        }
    } else {
        double half = 0.5 * b;
        if (a > half) {
            a -= b;
            if (a >= half) a -= b;
        }
    }
    return number(bits(a) ^ sign);
}

// The remainder of two float32 numbers is one.
float fmodf(float x, float y) { return (float)fmod((double)x, (double)y); }
float remainderf(float x, float y) { return (float)remainder((double)x, (double)y); }

double nextafter(double x, double y) {
    if (x != x || y != y) return x + y;
    if (x == y) return y;
    u64 raw = bits(x);
    if (x == 0) return number((bits(y) & SIGN) | 1);
    return number((y > x) == (x > 0) ? raw + 1 : raw - 1);
}

float nextafterf(float x, float y) {
    if (x != x || y != y) return x + y;
    if (x == y) return y;
    u32 raw = bits_f(x);
    if (x == 0) return number_f((bits_f(y) & 0x80000000u) | 1);
    return number_f((y > x) == (x > 0) ? raw + 1 : raw - 1);
}

#include "special.c"
#include "bessel.c"

// The Bessel functions of the orders 0 and 1, part of `device.c`. Below 8 they are polynomials times the distances from their zeros, which
// have two parts, so that the error is some units in the last place; from 8 on Hankel's form with the amplitudes as polynomials of (8/x)^2,
// whose error is 3e-16 in absolute terms. Coefficients, first that of the highest power, are those of polynomials that interpolate at
// Chebyshev's points, computed with 60 digits.

#define J0_1_HI 0x1.33d152e971b40p+1
#define J0_1_LO -0x1.0f539d7da258ep-53
#define J0_2_HI 0x1.6148f5b2c2e45p+2
#define J0_2_LO 0x1.75054cd60a517p-54
#define J1_1_HI 0x1.ea75575af6f09p+1
#define J1_1_LO -0x1.60155a9d1b256p-53
#define J1_2_HI 0x1.c0ff5f3b47250p+2
#define J1_2_LO -0x1.b226d9d243827p-54
#define Y0_1_HI 0x1.c982eb8d417eap-1
#define Y0_1_LO 0x1.ea9d270347f83p-56
#define Y0_2_HI 0x1.fa9534d98569cp+1
#define Y0_2_LO -0x1.f06ae7804384ep-54
#define Y0_3_HI 0x1.c581dc4e72103p+2
#define Y0_3_LO -0x1.9774a495f56cfp-54
#define Y1_1_HI 0x1.193bed4dff243p+1
#define Y1_1_LO -0x1.bd1e50d219bfdp-55
#define Y1_2_HI 0x1.5b7fe4e87b02ep+2
#define Y1_2_LO 0x1.dfe7bac228e8cp-52
static const double j0_1_4[14] = {
    0x1.17078ec29d56cp-62, -0x1.a7599375e929dp-56, 0x1.146a1fcf8a7e8p-49, -0x1.331d43b76f489p-43,
    0x1.1e14059c5f4fbp-37, -0x1.b72e65761156cp-32, 0x1.0fff1f802cd5ap-26, -0x1.08c62125cd7ccp-21,
    0x1.87a4ac4403eadp-17, -0x1.a4b2380ccc27cp-13, 0x1.33fa04134f0abp-9, -0x1.17057235d9c2bp-6,
    0x1.08d902d0bf620p-4, -0x1.6b2948e843e2bp-4,
};
static const double j1_1_4[13] = {
    -0x1.e3376a82c24bep-61, 0x1.53d84f3e7cf78p-54, -0x1.98d057f2db91cp-48, 0x1.9f4d1fcaddc0ap-42,
    -0x1.5e84009254544p-36, 0x1.e2249b115d29bp-31, -0x1.07cd7fb34a0fap-25, 0x1.bd76179b299b6p-21,
    -0x1.16aa83736c816p-16, 0x1.e84c1e7be0354p-13, -0x1.13333a854ed90p-9, 0x1.5910c675e079ap-7,
    -0x1.5aeded077f525p-6,
};
static const double j0_4_8[20] = {
    0x1.22efa7b352ae1p-45, -0x1.66a7d45edcca7p-43, -0x1.d4262c2624b46p-39, 0x1.1074d64243ccdp-36,
    0x1.242417aafc7cep-32, -0x1.3f29a2938ea35p-30, -0x1.1e6c090855c4bp-26, 0x1.2469e594d231bp-24,
    0x1.aab890018e5e8p-21, -0x1.950ff5b9f52c7p-19, -0x1.cd44e15c884b3p-16, 0x1.949f159a1a382p-14,
    0x1.52a757fc0475dp-11, -0x1.104aed84763d8p-9, -0x1.307fa1bf6f4f5p-7, 0x1.bb360f4dac2d6p-6,
    0x1.15618767e6bd5p-4, -0x1.63c76276a6e68p-3, -0x1.3d97028754e56p-3, 0x1.416dc96e57c0ep-2,
};
static const double j1_4_8[20] = {
    0x1.a4288c0897083p-50, -0x1.1b91600dad18ap-47, -0x1.725a4ba521352p-43, 0x1.da002b03dce2fp-41,
    0x1.0095e02849d0bp-36, -0x1.35c36048e3de6p-34, -0x1.1ade89eac416ap-30, 0x1.40e1f5c42f19cp-28,
    0x1.e1a1967a976e1p-25, -0x1.ff20b3e842122p-23, -0x1.301068e15d833p-19, 0x1.2c4be27be41a5p-17,
    0x1.0d056ad64f1e4p-14, -0x1.eb42fd3004032p-13, -0x1.322433164d103p-10, 0x1.0023b7cf16136p-8,
    0x1.825e9758431d0p-7, -0x1.2437e5d903d34p-5, -0x1.82575a3f0583cp-5, 0x1.0152b042403aep-3,
};
static const double y0_low[12] = {
    -0x1.487a52d9cf2b0p-70, 0x1.6730b616ec455p-62, -0x1.48d657aec4226p-54, 0x1.ef60270b66718p-47,
    -0x1.2c7d0a7178f76p-39, 0x1.1dd70c94f39c9p-32, -0x1.9c023b1483a42p-26, 0x1.adc2b9e6acb2cp-20,
    -0x1.301fb6a1ea96ap-14, 0x1.08bd219281f76p-9, -0x1.ded5786ed8496p-6, 0x1.34e38fcbadbc9p-3,
};
static const double y1_low[12] = {
    0x1.d505344974a6bp-66, -0x1.d4cfd608024ccp-58, 0x1.84d59dbac152bp-50, -0x1.067592534903cp-42,
    0x1.1977a96f18470p-35, -0x1.d11b6e99fead7p-29, 0x1.1c5c0278e6a82p-22, -0x1.e6c3e85ac9d56p-17,
    0x1.0ca4d1fbc157fp-11, -0x1.4e0be4a5e58e5p-7, 0x1.632c5e3f1511bp-4, -0x1.93f61feec6100p-4,
};
static const double y0_2_4[22] = {
    -0x1.610f90729d363p-40, 0x1.14a0180709385p-38, -0x1.7f303be265c28p-38, 0x1.2f0452e91a343p-36,
    -0x1.3856fa7b7a8b5p-34, 0x1.ef232fd44fb01p-33, -0x1.7d942bb6b6466p-31, 0x1.309c242523d68p-29,
    -0x1.e96bbd1ae51e6p-28, 0x1.893820d516341p-26, -0x1.3dfe8d27de510p-24, 0x1.08e5a24062fccp-22,
    -0x1.adf4e225b092ap-21, 0x1.009f91295e444p-19, -0x1.ea4228c4d0adfp-18, 0x1.5df99c37d18e1p-14,
    -0x1.84a4e000b89f6p-13, -0x1.2a9dc4eae1441p-9, 0x1.2a058a0c0a3c3p-9, 0x1.0b103d54624e4p-4,
    -0x1.26622ea2e19b8p-4, -0x1.92f2a2e3bc7d7p-2,
};
static const double y0_4_8[22] = {
    0x1.6c66477c89820p-43, -0x1.1c1a3895250a0p-41, 0x1.8337b03790e4dp-41, -0x1.30733e1d43e69p-39,
    0x1.32f41bf521205p-37, -0x1.dcc4cd956ad58p-36, 0x1.b8d7783f0af55p-34, -0x1.773ba68e27a27p-32,
    -0x1.c4c5d0d3759b0p-33, 0x1.1f02eb664f8a8p-29, 0x1.1ddd94391c9d2p-24, -0x1.25ae92c18193cp-22,
    -0x1.2f63b325a26e0p-19, 0x1.2f476ea51e6ddp-17, 0x1.1b7d7752c28f2p-14, -0x1.05511a3f64907p-12,
    -0x1.3c4d990657176p-10, 0x1.0e89645f5df75p-8, 0x1.935623713518fp-7, -0x1.3d23e13004ff0p-5,
    -0x1.76f4ab3769427p-5, 0x1.0a191400bd248p-3,
};
static const double y1_2_4[22] = {
    -0x1.30f1337564731p-36, 0x1.c90eb60904a1ep-35, -0x1.09ae1431ccce0p-34, 0x1.8df4628266bc3p-33,
    -0x1.a67287aa0ce8dp-31, 0x1.3c5290c295197p-29, -0x1.c4b026478fbc8p-28, 0x1.52b59298d969fp-26,
    -0x1.fccb80ed01486p-25, 0x1.7c41b2ba5eb1fp-23, -0x1.1b9f591cc1307p-21, 0x1.a6f27b3ec3aa7p-20,
    -0x1.3f5a3c8574dabp-18, 0x1.dc32980b4bb51p-17, -0x1.29d58d17d0d06p-15, 0x1.aa2115d2cca23p-14,
    -0x1.76ab700f94fa3p-11, 0x1.1bc95040ee31ap-9, 0x1.1f3b822557314p-7, -0x1.974db4bbc5e1dp-6,
    -0x1.5a573911b9cb2p-3, 0x1.9e1a80f14796cp-2,
};
static const double y1_4_8[22] = {
    -0x1.e16f94eb9e737p-39, 0x1.67facc60c7d8ep-37, -0x1.9f8dabce2bc52p-37, 0x1.369145872be44p-35,
    -0x1.418b041a9ca13p-33, 0x1.d997e937e231cp-32, -0x1.a3c3c0dcd4c00p-30, 0x1.50238f0decb31p-28,
    0x1.55fc9dfa8f7e7p-28, -0x1.1243cf4bba904p-25, -0x1.d368c4f2da926p-21, 0x1.a8742ac415f67p-19,
    0x1.b0fa0ea54bea6p-16, -0x1.72fed34aa8a3fp-14, -0x1.4c0230a68a180p-11, 0x1.005abac2c9de2p-9,
    0x1.266b1555b4109p-7, -0x1.94a78f4d6f6acp-6, -0x1.155cf697f3ad2p-4, 0x1.4739eeba02f84p-3,
    0x1.579152b20729fp-3, -0x1.3a3a8cefc7efcp-2,
};
static const double p0_far[16] = {
    -0x1.f1270e181149fp-50, 0x1.420871ad65d39p-48, -0x1.801beee89914bp-48, 0x1.3fcce8bf4bfffp-46,
    -0x1.4cb3236e5f54ap-44, 0x1.2c6b4c14be94cp-42, -0x1.29503e0760042p-40, 0x1.4fd2ac4222e9cp-38,
    -0x1.b5cb66423ff8ep-36, 0x1.54df50d4037c8p-33, -0x1.4d2f30ef6ca83p-30, 0x1.b7ef11b353c63p-27,
    -0x1.b8d2d6f78975cp-23, 0x1.9be00160e8efap-18, -0x1.193600c1deb24p-11, 0x1.ffb8dd328503dp-1,
};
static const double q0_far[16] = {
    0x1.24f4798680cd2p-49, -0x1.6c7842f8c83a8p-48, 0x1.6ff999ac45e36p-48, -0x1.28b12201b3229p-46,
    0x1.36c36974db323p-44, -0x1.079e2dd2743a5p-42, 0x1.e444704637c15p-41, -0x1.f9076155db4a3p-39,
    0x1.2ba595b6cc591p-36, -0x1.a0835af0753aap-34, 0x1.61a55ba63fdeep-31, -0x1.858d1b7cadd6fp-28,
    0x1.3135a89eac43cp-24, -0x1.8c8435284bfffp-20, 0x1.1e9a6138fee37p-14, -0x1.fdb5c0b2f3d5bp-7,
};
static const double p1_far[16] = {
    0x1.05da5f02213e4p-49, -0x1.53f6709baa104p-48, 0x1.98ec74eefdf04p-48, -0x1.553dc071127c9p-46,
    0x1.6332811268259p-44, -0x1.42141714a6d88p-42, 0x1.406f1c02c3513p-40, -0x1.6c34b40168bd4p-38,
    0x1.dea2a18d66de7p-36, -0x1.78ba6da33b5f4p-33, 0x1.75eaf6c410f68p-30, -0x1.f96170c79bbadp-27,
    0x1.07762641d0205p-22, -0x1.0b1541bfc3f6ap-17, 0x1.d73b8ea3c1238p-11, 0x1.003b716033732p+0,
};
static const double q1_far[16] = {
    -0x1.341b3ac36783ap-49, 0x1.801439c284428p-48, -0x1.8745d51c238afp-48, 0x1.3c11a5323ea94p-46,
    -0x1.4aeae364097ddp-44, 0x1.19c832637c619p-42, -0x1.0411351bfc4ddp-40, 0x1.10b6d80edd55dp-38,
    -0x1.45e2ecc3da930p-36, 0x1.c92e5da63f5ffp-34, -0x1.8922dd989b9cbp-31, 0x1.b9302a5483622p-28,
    -0x1.6423127936b6bp-24, 0x1.e8e009ca92529p-20, -0x1.938da0a0a698fp-14, 0x1.7f323705062fbp-5,
};

#define TWO_PI_HI 0x1.45f306dc9c883p-1
#define TWO_PI_LO -0x1.6b01ec5417056p-55
// log(Y0_1)
#define LOG_Y0_1_HI -0x1.cce4b73e6f025p-4
#define LOG_Y0_1_LO -0x1.4297c34fad727p-58

// The number of quarters of a turn in |x|, and what is left.
static u32 reduce_any(double x, double *hi, double *lo) {
    if (x >= 0x1p+16) return reduce(x, hi, lo);
    double n = __builtin_rint(x * 0x1.45f306dc9c883p-1);
    // 33 bits each, so that the products are exact.
    double a = __builtin_fma(-n, 0x1.921fb54400000p+0, x), b = n * 0x1.0b4611a600000p-34;
    *hi = a - b;
    *lo = ((a - *hi) - b) - n * 0x1.3198a2e037073p-69;
    return (u32)(int)n;
}

// x^2 - zero^2, where it is small, too.
static double between(double x, double hi, double lo) { return ((x - hi) - lo) * (x + hi); }

// 1 / sqrt(pi x) times what Hankel's amplitudes make of cos(x) + sin(x) and sin(x) - cos(x); `turned` swaps these.
static double far(double x, const double *p, const double *q, int turned) {
    if (!is_finite(x)) return 0;
    double hi, lo, i = 8 / x, t = __builtin_fma(2 * i, i, -1);
    u32 quadrant = reduce_any(x, &hi, &lo);
    double s = of_quadrant(quadrant, hi, lo), c = of_quadrant(quadrant + 1, hi, lo);
    double sum = c + s, difference = s - c, amplitude = polynomial(p, 16, t), other = i * polynomial(q, 16, t);
    double value = turned ? amplitude * difference + other * sum : amplitude * sum - other * difference;
    return value * 0x1.20dd750429b6dp-1 / __builtin_elementwise_sqrt(x);
}

// The sum over k of (-x^2/4)^k / (k! (k + order)!) for x <= 1, times `order`!.
static double near(double x, int order) {
    double u = -0.25 * x * x, sum = 0;
    for (int k = 9; k >= 1; --k) sum = u / (k * (k + order)) * (1 + sum);
    return sum;
}

static double j0_positive(double x) {
    if (x <= 1) return 1 + near(x, 0);
    if (x >= 8) return far(x, p0_far, q0_far, 0);
    if (x < 4) return between(x, J0_1_HI, J0_1_LO) * polynomial(j0_1_4, 14, __builtin_fma(x * x, 0.125, -1));
    return ((x - J0_2_HI) - J0_2_LO) * polynomial(j0_4_8, 20, 0.5 * x - 3);
}

static double j1_positive(double x) {
    if (x <= 1) return 0.5 * x * (1 + near(x, 1));
    if (x >= 8) return far(x, p1_far, q1_far, 1);
    if (x < 4) return x * (between(x, J1_1_HI, J1_1_LO) * polynomial(j1_1_4, 13, __builtin_fma(x * x, 0.125, -1)));
    return ((x - J1_1_HI) - J1_1_LO) * ((x - J1_2_HI) - J1_2_LO) * polynomial(j1_4_8, 20, 0.5 * x - 3);
}

double j0(double x) {
    if (x != x) return x + x;
    return j0_positive(number(bits(x) & ~SIGN));
}

double j1(double x) {
    if (x != x) return x + x;
    double value = j1_positive(number(bits(x) & ~SIGN));
    return bits(x) & SIGN ? -value : value;
}

// log(x / Y0_1)
static double log_of_part(double x) {
    static const double series[9] = {2 / 19.0, 2 / 17.0, 2 / 15.0, 2 / 13.0, 2 / 11.0, 2 / 9.0, 2 / 7.0, 2 / 5.0, 2 / 3.0};
    if (x < 0.7 || x > 1.2) {
        double lo, hi = log_parts(x, &lo);
        return (hi - LOG_Y0_1_HI) + (lo - LOG_Y0_1_LO);
    }
    double s = ((x - Y0_1_HI) - Y0_1_LO) / (x + Y0_1_HI), z = s * s;
    return 2 * s + s * z * polynomial(series, 9, z);
}

// Outside of the numbers above 0: the poles, and NaN for negative ones.
static double of_second_kind_end(double x) { return x != x ? x + x : x < 0 ? (x - x) / (x - x) : -number(INFINITE); }

double y0(double x) {
    if (!(x > 0)) return of_second_kind_end(x);
    if (x < 2) {
        double rest = between(x, Y0_1_HI, Y0_1_LO) * polynomial(y0_low, 12, __builtin_fma(x * x, 0.5, -1));
        return __builtin_fma(TWO_PI_HI * log_of_part(x), j0_positive(x), rest);
    }
    if (x >= 8) return far(x, p0_far, q0_far, 1);
    double second = (x - Y0_2_HI) - Y0_2_LO;
    if (x < 4) return second * polynomial(y0_2_4, 22, x - 3);
    return second * ((x - Y0_3_HI) - Y0_3_LO) * polynomial(y0_4_8, 22, 0.5 * x - 3);
}

double y1(double x) {
    if (!(x > 0)) return of_second_kind_end(x);
    if (x < 2) {
        double lo, hi = log_parts(x, &lo), inverse = TWO_PI_HI / x;
        double below = (__builtin_fma(-inverse, x, TWO_PI_HI) + TWO_PI_LO) / x;
        if (inverse > 0x1p+900) return -inverse;
        double rest = __builtin_fma(x, polynomial(y1_low, 12, __builtin_fma(x * x, 0.5, -1)), -below);
        return __builtin_fma(TWO_PI_HI * (hi + lo), j1_positive(x), rest) - inverse;
    }
    if (x >= 8) return -far(x, p1_far, q1_far, 0);
    if (x < 4) return ((x - Y1_1_HI) - Y1_1_LO) * polynomial(y1_2_4, 22, x - 3);
    return ((x - Y1_2_HI) - Y1_2_LO) * polynomial(y1_4_8, 22, 0.5 * x - 3);
}

float j0f(float x) { return (float)j0((double)x); }
float j1f(float x) { return (float)j1((double)x); }
float y0f(float x) { return (float)y0((double)x); }
float y1f(float x) { return (float)y1((double)x); }

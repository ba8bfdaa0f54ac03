/* The same loops as in benches/kernels, for comparison with a C compiler.
 * Arrays are C-contiguous; `restrict` is not used, as nothing in Python says that arrays do not overlap.
 * Each function runs its loop `times` times; a barrier keeps the compiler from joining the runs. */
#include <stdint.h>

static inline int64_t next_run(int64_t run) {
    __asm__ volatile("" ::: "memory");
    return run + 1;
}

#define REPEAT(times) for (int64_t run = 0; run < (times); run = next_run(run))

double dot(int64_t times, const double *a, const double *b, int64_t n) {
    double s = 0.0;
    REPEAT(times) {
        s = 0.0;
        for (int64_t i = 0; i < n; i++)
            s += a[i] * b[i];
    }
    return s;
}

void saxpy(int64_t times, float a, const float *x, float *y, int64_t n) {
    REPEAT(times)
    for (int64_t i = 0; i < n; i++)
        y[i] = a * x[i] + y[i];
}

void stencil_2d(int64_t times, const double *a, double *out, int64_t height, int64_t width) {
    REPEAT(times)
    for (int64_t i = 1; i < height - 1; i++)
        for (int64_t j = 1; j < width - 1; j++) {
            const double *c = a + i * width + j;
            out[i * width + j] = 0.2 * (c[0] + c[-width] + c[width] + c[-1] + c[1]);
        }
}

void matmul(int64_t times, const double *a, const double *b, double *c, int64_t n, int64_t inner, int64_t m) {
    REPEAT(times)
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < m; j++) {
            double s = 0.0;
            for (int64_t k = 0; k < inner; k++)
                s += a[i * inner + k] * b[k * m + j];
            c[i * m + j] = s;
        }
}

static int64_t mandelbrot(double x, double y, int64_t max_iters) {
    double re = 0.0, im = 0.0;
    for (int64_t i = 0; i < max_iters; i++) {
        double next = re * re - im * im + x;
        im = re * im + im * re + y;
        re = next;
        if (re * re + im * im >= 4)
            return 255 * i / max_iters;
    }
    return 255;
}

void create_fractal(int64_t times, double min_x, double max_x, double min_y, double max_y, uint8_t *image, int64_t height,
                    int64_t width, int64_t iters) {
    double pixel_size_x = (max_x - min_x) / (double)width;
    double pixel_size_y = (max_y - min_y) / (double)height;
    REPEAT(times)
    for (int64_t x = 0; x < width; x++) {
        double real = min_x + (double)x * pixel_size_x;
        for (int64_t y = 0; y < height; y++)
            image[y * width + x] = (uint8_t)mandelbrot(real, min_y + (double)y * pixel_size_y, iters);
    }
}

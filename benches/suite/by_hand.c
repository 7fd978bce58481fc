/* The kernels of kernels.py as one writes them by hand: an extension module with METH_FASTCALL, buffers of NumPy arrays, the
 * GIL released, OpenMP over the outer loop where its iterations are independent. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <math.h>
#include <stddef.h>

#define FOR(i, from, to) for (ptrdiff_t i = (from); i < (to); i++)
#define PARALLEL _Pragma("omp parallel for")
#define TWO(A, n, i, j) A[(i) * (n) + (j)]
#define THREE(A, n, m, i, j, k) A[((i) * (n) + (j)) * (m) + (k)]

/* The arrays among the arguments, and the numbers after them: 0, or -1 with an exception. */
static int given(PyObject *const *args, Py_ssize_t count, int arrays, int numbers, Py_buffer *views, double *values)
{
    if (count != arrays + numbers) {
        PyErr_SetString(PyExc_TypeError, "wrong number of arguments");
        return -1;
    }
    for (int k = 0; k < arrays; k++) {
        if (PyObject_GetBuffer(args[k], &views[k], PyBUF_STRIDED | PyBUF_FORMAT | PyBUF_WRITABLE) < 0) {
            while (k-- > 0)
                PyBuffer_Release(&views[k]);
            return -1;
        }
    }
    for (int k = 0; k < numbers; k++) {
        values[k] = PyFloat_AsDouble(args[arrays + k]);
        if (values[k] == -1 && PyErr_Occurred()) {
            for (int view = 0; view < arrays; view++)
                PyBuffer_Release(&views[view]);
            return -1;
        }
    }
    return 0;
}

#define N(k, axis) (v[k].shape[axis])
#define D(k) ((double *)v[k].buf)
#define F(k) ((float *)v[k].buf)
#define I(k) ((int *)v[k].buf)
#define B(k) ((unsigned char *)v[k].buf)

/* A function of the module: `CALL` computes, with the arrays in `v` and the numbers in `s`; `RESULT` is an object. */
#define FUNCTION(NAME, ARRAYS, NUMBERS, CALL, RESULT)                                                                  \
    static PyObject *NAME##_py(PyObject *module, PyObject *const *args, Py_ssize_t count)                             \
    {                                                                                                                  \
        (void)module;                                                                                                  \
        Py_buffer v[ARRAYS];                                                                                           \
        double s[NUMBERS + 1], total = 0;                                                                              \
        if (given(args, count, ARRAYS, NUMBERS, v, s) < 0)                                                             \
            return NULL;                                                                                               \
        Py_BEGIN_ALLOW_THREADS                                                                                         \
        CALL;                                                                                                          \
        Py_END_ALLOW_THREADS                                                                                           \
        (void)total;                                                                                                   \
        for (int k = 0; k < ARRAYS; k++)                                                                               \
            PyBuffer_Release(&v[k]);                                                                                   \
        return RESULT;                                                                                                 \
    }

#define R restrict
typedef ptrdiff_t size;
typedef const double in;

static void triad(size n, double *R a, in *R b, in *R c, double s)
{
    PARALLEL FOR(i, 0, n) a[i] = b[i] + s * c[i];
}
FUNCTION(triad, 3, 1, triad(N(0, 0), D(0), D(1), D(2), s[0]), Py_NewRef(Py_None))

static void triad_float(size n, float *R a, const float *R b, const float *R c, float s)
{
    PARALLEL FOR(i, 0, n) a[i] = b[i] + s * c[i];
}
FUNCTION(triad_float, 3, 1, triad_float(N(0, 0), F(0), F(1), F(2), (float)s[0]), Py_NewRef(Py_None))

static void triad_strided(size n, double *R a, in *R b, in *R c, size sa, size sb, size sc, double s)
{
    PARALLEL FOR(i, 0, n) a[i * sa] = b[i * sb] + s * c[i * sc];
}
FUNCTION(triad_strided, 3, 1,
         triad_strided(N(0, 0), D(0), D(1), D(2), v[0].strides[0] / 8, v[1].strides[0] / 8, v[2].strides[0] / 8, s[0]),
         Py_NewRef(Py_None))

static void axpy(size n, double *R y, in *R x, double s)
{
    PARALLEL FOR(i, 0, n) y[i] += s * x[i];
}
FUNCTION(axpy, 2, 1, axpy(N(0, 0), D(0), D(1), s[0]), Py_NewRef(Py_None))

static double dot(size n, in *R x, in *R y)
{
    double total = 0;
#pragma omp parallel for simd reduction(+ : total)
    FOR(i, 0, n) total += x[i] * y[i];
    return total;
}
FUNCTION(dot, 2, 0, total = dot(N(0, 0), D(0), D(1)), PyFloat_FromDouble(total))

static float sum_float(size n, const float *R x)
{
    float total = 0;
#pragma omp parallel for simd reduction(+ : total)
    FOR(i, 0, n) total += x[i];
    return total;
}
FUNCTION(sum_float, 1, 0, total = sum_float(N(0, 0), F(0)), PyFloat_FromDouble(total))

static long long sum_int(size n, const int *R x)
{
    long long total = 0;
#pragma omp parallel for simd reduction(+ : total)
    FOR(i, 0, n) total += x[i];
    return total;
}
FUNCTION(sum_int, 1, 0, total = (double)sum_int(N(0, 0), I(0)), PyLong_FromDouble(total))

static void threshold(size n, size m, unsigned char *R out, const unsigned char *R image, int limit)
{
    PARALLEL FOR(i, 0, n) FOR(j, 0, m) TWO(out, m, i, j) = TWO(image, m, i, j) > limit ? 255 : 0;
}
FUNCTION(threshold, 2, 1, threshold(N(1, 0), N(1, 1), B(0), B(1), (int)s[0]), Py_NewRef(Py_None))

static void pairwise(size n, size width, double *R distances, in *R points)
{
    PARALLEL FOR(i, 0, n) FOR(j, 0, n)
    {
        double total = 0;
        FOR(k, 0, width)
        {
            const double difference = TWO(points, width, i, k) - TWO(points, width, j, k);
            total += difference * difference;
        }
        TWO(distances, n, i, j) = sqrt(total);
    }
}
FUNCTION(pairwise, 2, 0, pairwise(N(1, 0), N(1, 1), D(0), D(1)), Py_NewRef(Py_None))

static void jacobi_1d(size n, double *R a, double *R b)
{
    PARALLEL FOR(i, 1, n - 1) b[i] = 0.33333 * (a[i - 1] + a[i] + a[i + 1]);
    PARALLEL FOR(i, 1, n - 1) a[i] = 0.33333 * (b[i - 1] + b[i] + b[i + 1]);
}
FUNCTION(jacobi_1d, 2, 0, jacobi_1d(N(0, 0), D(0), D(1)), Py_NewRef(Py_None))

#define CROSS(A, n, i, j)                                                                                              \
    (TWO(A, n, i, j) + TWO(A, n, i, (j) - 1) + TWO(A, n, i, (j) + 1) + TWO(A, n, (i) + 1, j) + TWO(A, n, (i) - 1, j))

static void jacobi_2d(size n, size m, double *R a, double *R b)
{
    PARALLEL FOR(i, 1, n - 1) FOR(j, 1, m - 1) TWO(b, m, i, j) = 0.2 * CROSS(a, m, i, j);
    PARALLEL FOR(i, 1, n - 1) FOR(j, 1, m - 1) TWO(a, m, i, j) = 0.2 * CROSS(b, m, i, j);
}
FUNCTION(jacobi_2d, 2, 0, jacobi_2d(N(0, 0), N(0, 1), D(0), D(1)), Py_NewRef(Py_None))

static void jacobi_float(size n, size m, const float *R a, float *R b, float fifth)
{
    PARALLEL FOR(i, 1, n - 1) FOR(j, 1, m - 1) TWO(b, m, i, j) = fifth * CROSS(a, m, i, j);
}
FUNCTION(jacobi_float, 2, 1, jacobi_float(N(0, 0), N(0, 1), F(0), F(1), (float)s[0]), Py_NewRef(Py_None))

static void jacobi_once(size n, size m, in *R a, double *R b)
{
    PARALLEL FOR(i, 1, n - 1) FOR(j, 1, m - 1) TWO(b, m, i, j) = 0.2 * CROSS(a, m, i, j);
}
FUNCTION(jacobi_strided, 2, 0, jacobi_once(N(0, 0), N(0, 1), D(0), D(1)), Py_NewRef(Py_None))

static void heat_3d(size n, size m, size l, in *R a, double *R b)
{
#define A(i, j, k) THREE(a, m, l, i, j, k)
    PARALLEL FOR(i, 1, n - 1) FOR(j, 1, m - 1) FOR(k, 1, l - 1)
        THREE(b, m, l, i, j, k) = 0.125 * (A(i + 1, j, k) - 2.0 * A(i, j, k) + A(i - 1, j, k)) +
                                  0.125 * (A(i, j + 1, k) - 2.0 * A(i, j, k) + A(i, j - 1, k)) +
                                  0.125 * (A(i, j, k + 1) - 2.0 * A(i, j, k) + A(i, j, k - 1)) + A(i, j, k);
#undef A
}
FUNCTION(heat_3d, 2, 0, heat_3d(N(0, 0), N(0, 1), N(0, 2), D(0), D(1)), Py_NewRef(Py_None))

static void seidel_2d(size n, size m, double *a)
{
#define A(i, j) TWO(a, m, i, j)
    FOR(i, 1, n - 1) FOR(j, 1, m - 1)
        A(i, j) = (A(i - 1, j - 1) + A(i - 1, j) + A(i - 1, j + 1) + A(i, j - 1) + A(i, j) + A(i, j + 1) +
                   A(i + 1, j - 1) + A(i + 1, j) + A(i + 1, j + 1)) / 9.0;
#undef A
}
FUNCTION(seidel_2d, 1, 0, seidel_2d(N(0, 0), N(0, 1), D(0)), Py_NewRef(Py_None))

static void fdtd_2d(size n, size m, double *R ex, double *R ey, double *R hz, double source)
{
    FOR(j, 0, m) ey[j] = source;
    PARALLEL FOR(i, 1, n) FOR(j, 0, m) TWO(ey, m, i, j) -= 0.5 * (TWO(hz, m, i, j) - TWO(hz, m, i - 1, j));
    PARALLEL FOR(i, 0, n) FOR(j, 1, m) TWO(ex, m, i, j) -= 0.5 * (TWO(hz, m, i, j) - TWO(hz, m, i, j - 1));
    PARALLEL FOR(i, 0, n - 1) FOR(j, 0, m - 1)
        TWO(hz, m, i, j) -= 0.7 * (TWO(ex, m, i, j + 1) - TWO(ex, m, i, j) + TWO(ey, m, i + 1, j) - TWO(ey, m, i, j));
}
FUNCTION(fdtd_2d, 3, 1, fdtd_2d(N(0, 0), N(0, 1), D(0), D(1), D(2), s[0]), Py_NewRef(Py_None))

static void gemm(size n, size m, size l, double *R c, in *R a, in *R b, double alpha, double beta)
{
    PARALLEL FOR(i, 0, n)
    {
        FOR(j, 0, m) TWO(c, m, i, j) *= beta;
        FOR(k, 0, l) FOR(j, 0, m) TWO(c, m, i, j) += alpha * TWO(a, l, i, k) * TWO(b, m, k, j);
    }
}
FUNCTION(gemm, 3, 2, gemm(N(0, 0), N(0, 1), N(1, 1), D(0), D(1), D(2), s[0], s[1]), Py_NewRef(Py_None))

static void atax(size n, size m, in *R a, in *R x, double *R between, double *R out)
{
    PARALLEL FOR(i, 0, n)
    {
        double total = 0;
        FOR(j, 0, m) total += TWO(a, m, i, j) * x[j];
        between[i] = total;
    }
    FOR(j, 0, m) out[j] = 0;
    FOR(i, 0, n) FOR(j, 0, m) out[j] += TWO(a, m, i, j) * between[i];
}
FUNCTION(atax, 4, 0, atax(N(0, 0), N(0, 1), D(0), D(1), D(2), D(3)), Py_NewRef(Py_None))

static void mvt(size n, double *R x1, in *R y1, double *R x2, in *R y2, in *R a)
{
    PARALLEL FOR(i, 0, n)
    {
        double total = x1[i];
        FOR(j, 0, n) total += TWO(a, n, i, j) * y1[j];
        x1[i] = total;
    }
    PARALLEL FOR(i, 0, n)
    {
        double total = x2[i];
        FOR(j, 0, n) total += TWO(a, n, j, i) * y2[j];
        x2[i] = total;
    }
}
FUNCTION(mvt, 5, 0, mvt(N(0, 0), D(0), D(1), D(2), D(3), D(4)), Py_NewRef(Py_None))

static void gesummv(size n, size m, in *R a, in *R b, in *R x, double *R y, double alpha, double beta)
{
    PARALLEL FOR(i, 0, n)
    {
        double first = 0, second = 0;
        FOR(j, 0, m)
        {
            first += TWO(a, m, i, j) * x[j];
            second += TWO(b, m, i, j) * x[j];
        }
        y[i] = alpha * first + beta * second;
    }
}
FUNCTION(gesummv, 4, 2, gesummv(N(0, 0), N(0, 1), D(0), D(1), D(2), D(3), s[0], s[1]), Py_NewRef(Py_None))

static void doitgen(size n, size m, size l, size q, in *R a, in *R c, double *R out)
{
    PARALLEL FOR(i, 0, n) FOR(j, 0, m) FOR(k, 0, q)
    {
        double total = 0;
        FOR(s, 0, l) total += THREE(a, m, l, i, j, s) * TWO(c, q, s, k);
        THREE(out, m, q, i, j, k) = total;
    }
}
FUNCTION(doitgen, 3, 0, doitgen(N(0, 0), N(0, 1), N(0, 2), N(1, 1), D(0), D(1), D(2)), Py_NewRef(Py_None))

static void covariance(size n, size m, in *R data, double *R mean, double *R out)
{
    PARALLEL FOR(j, 0, m)
    {
        double total = 0;
        FOR(i, 0, n) total += TWO(data, m, i, j);
        mean[j] = total / (double)n;
    }
    PARALLEL FOR(i, 0, m) FOR(j, 0, m)
    {
        double total = 0;
        FOR(k, 0, n) total += (TWO(data, m, k, i) - mean[i]) * (TWO(data, m, k, j) - mean[j]);
        TWO(out, m, i, j) = total / (double)n;
    }
}
FUNCTION(covariance, 3, 0, covariance(N(0, 0), N(0, 1), D(0), D(1), D(2)), Py_NewRef(Py_None))

static void nbody(size n, double *R force, in *R position, in *R mass)
{
    PARALLEL FOR(i, 0, n)
    {
        double fx = 0, fy = 0, fz = 0;
        FOR(j, 0, n)
        {
            const double x = TWO(position, 3, j, 0) - TWO(position, 3, i, 0);
            const double y = TWO(position, 3, j, 1) - TWO(position, 3, i, 1);
            const double z = TWO(position, 3, j, 2) - TWO(position, 3, i, 2);
            const double squared = x * x + y * y + z * z + 1e-9;
            const double weight = mass[j] / (squared * sqrt(squared));
            fx += weight * x;
            fy += weight * y;
            fz += weight * z;
        }
        TWO(force, 3, i, 0) = fx;
        TWO(force, 3, i, 1) = fy;
        TWO(force, 3, i, 2) = fz;
    }
}
FUNCTION(nbody, 3, 0, nbody(N(2, 0), D(0), D(1), D(2)), Py_NewRef(Py_None))

static void mandelbrot(size n, size m, int *R counts, int limit)
{
    PARALLEL FOR(i, 0, n) FOR(j, 0, m)
    {
        const double x0 = -2.0 + 3.0 * (double)j / (double)m, y0 = -1.5 + 3.0 * (double)i / (double)n;
        double x = 0, y = 0;
        int number = 0;
        while (x * x + y * y <= 4.0 && number < limit) {
            const double next = x * x - y * y + x0;
            y = 2.0 * x * y + y0;
            x = next;
            number++;
        }
        TWO(counts, m, i, j) = number;
    }
}
FUNCTION(mandelbrot, 1, 1, mandelbrot(N(0, 0), N(0, 1), I(0), (int)s[0]), Py_NewRef(Py_None))

static void spmv(size n, double *R y, in *R values, const int *R columns, const int *R starts, in *R x)
{
    PARALLEL FOR(i, 0, n)
    {
        double total = 0;
        FOR(k, starts[i], starts[i + 1]) total += values[k] * x[columns[k]];
        y[i] = total;
    }
}
FUNCTION(spmv, 5, 0, spmv(N(0, 0), D(0), D(1), I(2), I(3), D(4)), Py_NewRef(Py_None))

static void black_scholes(size n, double *R call, double *R put, in *R price, in *R strike, in *R years, double rate,
                          double volatility)
{
    PARALLEL FOR(i, 0, n)
    {
        const double root = volatility * sqrt(years[i]);
        const double d1 = (log(price[i] / strike[i]) + (rate + 0.5 * volatility * volatility) * years[i]) / root;
        const double n1 = 0.5 * (1.0 + erf(d1 * 0.7071067811865476));
        const double n2 = 0.5 * (1.0 + erf((d1 - root) * 0.7071067811865476));
        const double discounted = strike[i] * exp(-rate * years[i]);
        call[i] = price[i] * n1 - discounted * n2;
        put[i] = discounted * (1.0 - n2) - price[i] * (1.0 - n1);
    }
}
FUNCTION(black_scholes, 5, 2, black_scholes(N(2, 0), D(0), D(1), D(2), D(3), D(4), s[0], s[1]), Py_NewRef(Py_None))

static void histogram(size bins, size n, int *R counts, in *R x)
{
    FOR(i, 0, n) counts[(int)(x[i] * (double)bins)]++;
}
FUNCTION(histogram, 2, 0, histogram(N(0, 0), N(1, 0), I(0), D(1)), Py_NewRef(Py_None))

static void azimint(size bins, size n, double *R sums, double *R counts, in *R radius, in *R data)
{
    FOR(i, 0, bins) sums[i] = counts[i] = 0;
    FOR(i, 0, n)
    {
        const int bin = (int)(radius[i] * (double)bins);
        sums[bin] += data[i];
        counts[bin] += 1;
    }
    FOR(i, 0, bins) if (counts[i] > 0) sums[i] /= counts[i];
}
FUNCTION(azimint, 4, 0, azimint(N(0, 0), N(2, 0), D(0), D(1), D(2), D(3)), Py_NewRef(Py_None))

static void floyd_warshall(size n, double *R distance)
{
    FOR(k, 0, n)
    {
        PARALLEL FOR(i, 0, n) FOR(j, 0, n)
        {
            const double through = TWO(distance, n, i, k) + TWO(distance, n, k, j);
            if (through < TWO(distance, n, i, j))
                TWO(distance, n, i, j) = through;
        }
    }
}
FUNCTION(floyd_warshall, 1, 0, floyd_warshall(N(0, 0), D(0)), Py_NewRef(Py_None))

static void inside_polygon(size n, size count, int *R inside, in *R points, in *R corners)
{
    PARALLEL FOR(i, 0, n)
    {
        const double x = TWO(points, 2, i, 0), y = TWO(points, 2, i, 1);
        int crossings = 0;
        size last = count - 1;
        FOR(j, 0, count)
        {
            const double yj = TWO(corners, 2, j, 1), yl = TWO(corners, 2, last, 1);
            if ((yj > y) != (yl > y)) {
                const double slope = (TWO(corners, 2, last, 0) - TWO(corners, 2, j, 0)) / (yl - yj);
                if (x < slope * (y - yj) + TWO(corners, 2, j, 0))
                    crossings++;
            }
            last = j;
        }
        inside[i] = crossings % 2;
    }
}
FUNCTION(inside_polygon, 3, 0, inside_polygon(N(1, 0), N(2, 0), I(0), D(1), D(2)), Py_NewRef(Py_None))

static void nearest(size n, size width, size clusters, int *R labels, in *R points, in *R centres)
{
    PARALLEL FOR(i, 0, n)
    {
        double best = 1e300;
        int label = 0;
        FOR(c, 0, clusters)
        {
            double total = 0;
            FOR(j, 0, width)
            {
                const double difference = TWO(points, width, i, j) - TWO(centres, width, c, j);
                total += difference * difference;
            }
            if (total < best) {
                best = total;
                label = (int)c;
            }
        }
        labels[i] = label;
    }
}
FUNCTION(nearest, 3, 0, nearest(N(1, 0), N(1, 1), N(2, 0), I(0), D(1), D(2)), Py_NewRef(Py_None))

static void conv2d(size n, size m, size rows, size columns, double *R out, in *R image, in *R weights)
{
    PARALLEL FOR(i, 0, n) FOR(j, 0, m)
    {
        double total = 0;
        FOR(k, 0, rows) FOR(l, 0, columns)
            total += TWO(weights, columns, k, l) * TWO(image, m + columns - 1, i + k, j + l);
        TWO(out, m, i, j) = total;
    }
}
FUNCTION(conv2d, 3, 0, conv2d(N(0, 0), N(0, 1), N(2, 0), N(2, 1), D(0), D(1), D(2)), Py_NewRef(Py_None))

static void bilateral(size n, size m, double *R out, in *R image, double near, double alike)
{
    PARALLEL FOR(i, 2, n - 2) FOR(j, 2, m - 2)
    {
        double total = 0, weights = 0;
        FOR(k, -2, 3) FOR(l, -2, 3)
        {
            const double difference = TWO(image, m, i + k, j + l) - TWO(image, m, i, j);
            const double weight = exp((double)-(k * k + l * l) * near - difference * difference * alike);
            total += weight * TWO(image, m, i + k, j + l);
            weights += weight;
        }
        TWO(out, m, i, j) = total / weights;
    }
}
FUNCTION(bilateral, 2, 2, bilateral(N(1, 0), N(1, 1), D(0), D(1), s[0], s[1]), Py_NewRef(Py_None))

static void hdiff(size n, size m, size l, double *R out, in *R image, in *R coefficient)
{
#define A(i, j) THREE(image, m + 2, l, i, j, k)
    PARALLEL FOR(i, 0, n) FOR(j, 0, m) FOR(k, 0, l)
    {
        const double here =
            4.0 * A(i + 1, j + 1) - (A(i + 2, j + 1) + A(i, j + 1) + A(i + 1, j + 2) + A(i + 1, j));
        double flux = here * (A(i + 2, j + 1) - A(i, j + 1));
        if (flux > 0)
            flux = 0;
        THREE(out, m, l, i, j, k) = A(i + 1, j + 1) - THREE(coefficient, m, l, i, j, k) * flux;
    }
#undef A
}
FUNCTION(hdiff, 3, 0, hdiff(N(0, 0), N(0, 1), N(0, 2), D(0), D(1), D(2)), Py_NewRef(Py_None))

static void vadv(size n, size m, double *R x, in *R right, in *R lower, in *R upper, double *R work)
{
    PARALLEL FOR(i, 0, n)
    {
        TWO(work, m, i, 0) = TWO(upper, m, i, 0) * 0.25;
        TWO(x, m, i, 0) = TWO(right, m, i, 0) * 0.25;
        FOR(k, 1, m)
        {
            const double factor = 1.0 / (4.0 - TWO(lower, m, i, k) * TWO(work, m, i, k - 1));
            TWO(work, m, i, k) = TWO(upper, m, i, k) * factor;
            TWO(x, m, i, k) = (TWO(right, m, i, k) - TWO(lower, m, i, k) * TWO(x, m, i, k - 1)) * factor;
        }
        for (size k = m - 2; k >= 0; k--)
            TWO(x, m, i, k) -= TWO(work, m, i, k) * TWO(x, m, i, k + 1);
    }
}
FUNCTION(vadv, 5, 0, vadv(N(0, 0), N(0, 1), D(0), D(1), D(2), D(3), D(4)), Py_NewRef(Py_None))

static void nussinov(size n, int *R table, const int *R sequence)
{
    const size m = n + 1;
    for (size i = n - 1; i >= 0; i--) {
        FOR(j, i + 1, n)
        {
            int best = TWO(table, m, i, j - 1);
            if (TWO(table, m, i + 1, j) > best)
                best = TWO(table, m, i + 1, j);
            int here = TWO(table, m, i + 1, j - 1) + (i < j - 1 && sequence[i] + sequence[j] == 3);
            if (here > best)
                best = here;
            FOR(k, i + 1, j)
            {
                here = TWO(table, m, i, k) + TWO(table, m, k + 1, j);
                if (here > best)
                    best = here;
            }
            TWO(table, m, i, j) = best;
        }
    }
}
FUNCTION(nussinov, 2, 0, nussinov(N(1, 0), I(0), I(1)), Py_NewRef(Py_None))

static void clip(size n, double *R out, in *R x, double low, double high)
{
    PARALLEL FOR(i, 0, n) out[i] = x[i] < low ? low : x[i] > high ? high : x[i];
}
FUNCTION(clip, 2, 2, clip(N(1, 0), D(0), D(1), s[0], s[1]), Py_NewRef(Py_None))

static void quotients(size n, double *R out, in *R near, in *R red)
{
    PARALLEL FOR(i, 0, n) out[i] = (near[i] - red[i]) / (near[i] + red[i]);
}
FUNCTION(quotients, 3, 0, quotients(N(0, 0), D(0), D(1), D(2)), Py_NewRef(Py_None))

static void softmax(size n, size m, double *R out, in *R x)
{
    PARALLEL FOR(i, 0, n)
    {
        double largest = TWO(x, m, i, 0), total = 0;
        FOR(j, 1, m) if (TWO(x, m, i, j) > largest) largest = TWO(x, m, i, j);
        FOR(j, 0, m)
        {
            const double here = exp(TWO(x, m, i, j) - largest);
            TWO(out, m, i, j) = here;
            total += here;
        }
        FOR(j, 0, m) TWO(out, m, i, j) /= total;
    }
}
FUNCTION(softmax, 2, 0, softmax(N(1, 0), N(1, 1), D(0), D(1)), Py_NewRef(Py_None))

static size largest_at(size n, in *R x)
{
    double best = x[0];
    size at = 0;
    FOR(i, 1, n)
    {
        if (x[i] > best) {
            best = x[i];
            at = i;
        }
    }
    return at;
}
FUNCTION(largest_at, 1, 0, total = largest_at(N(0, 0), D(0)), PyLong_FromSsize_t((Py_ssize_t)total))

static size place_of(size n, const int *R x, int value)
{
    FOR(i, 0, n) if (x[i] == value) return i;
    return -1;
}
FUNCTION(place_of, 1, 1, total = place_of(N(0, 0), I(0), (int)s[0]), PyLong_FromSsize_t((Py_ssize_t)total))

static void bisect(size n, size m, int *R places, in *R edges, in *R x)
{
    PARALLEL FOR(i, 0, n)
    {
        size low = 0, high = m;
        while (low < high) {
            const size middle = (low + high) / 2;
            if (edges[middle] < x[i])
                low = middle + 1;
            else
                high = middle;
        }
        places[i] = low;
    }
}
FUNCTION(bisect, 3, 0, bisect(N(2, 0), N(1, 0), I(0), D(1), D(2)), Py_NewRef(Py_None))

static void levenshtein(size n, size m, int *R table, const int *R one, const int *R other)
{
    const size width = m + 1;
    FOR(i, 0, n + 1) TWO(table, width, i, 0) = i;
    FOR(j, 0, m + 1) table[j] = j;
    FOR(i, 0, n)
    {
        FOR(j, 0, m)
        {
            int best = TWO(table, width, i, j) + (one[i] != other[j]);
            const int above = TWO(table, width, i, j + 1) + 1, before = TWO(table, width, i + 1, j) + 1;
            if (above < best)
                best = above;
            if (before < best)
                best = before;
            TWO(table, width, i + 1, j + 1) = best;
        }
    }
}
FUNCTION(levenshtein, 3, 0, levenshtein(N(1, 0), N(2, 0), I(0), I(1), I(2)), Py_NewRef(Py_None))

static void elimination(size n, double *out, in *R a)
{
    FOR(i, 0, n * n) out[i] = a[i];
    FOR(k, 0, n)
    {
        in *R pivot = out + k * n;
        PARALLEL FOR(i, k + 1, n)
        {
            double *R row = out + i * n;
            row[k] /= pivot[k];
            const double factor = row[k];
            FOR(j, k + 1, n) row[j] -= factor * pivot[j];
        }
    }
}
FUNCTION(elimination, 2, 0, elimination(N(0, 0), D(0), D(1)), Py_NewRef(Py_None))

#define METHOD(NAME) {#NAME, (PyCFunction)(void (*)(void))NAME##_py, METH_FASTCALL, NULL}
static PyMethodDef methods[] = {
    METHOD(triad), METHOD(triad_float), METHOD(triad_strided), METHOD(axpy), METHOD(dot), METHOD(sum_float),
    METHOD(sum_int), METHOD(threshold), METHOD(pairwise), METHOD(jacobi_1d), METHOD(jacobi_2d), METHOD(jacobi_float),
    METHOD(jacobi_strided), METHOD(heat_3d), METHOD(seidel_2d), METHOD(fdtd_2d), METHOD(gemm), METHOD(atax),
    METHOD(mvt), METHOD(gesummv), METHOD(doitgen), METHOD(covariance), METHOD(nbody), METHOD(mandelbrot), METHOD(spmv),
    METHOD(black_scholes), METHOD(histogram), METHOD(azimint), METHOD(floyd_warshall), METHOD(inside_polygon),
    METHOD(nearest), METHOD(conv2d), METHOD(bilateral), METHOD(hdiff), METHOD(vadv), METHOD(nussinov),
    METHOD(clip), METHOD(quotients), METHOD(softmax), METHOD(largest_at), METHOD(place_of), METHOD(bisect),
    METHOD(levenshtein), METHOD(elimination),
    {NULL, NULL, 0, NULL}};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "suite", .m_methods = methods};

PyMODINIT_FUNC PyInit_suite(void)
{
    return PyModule_Create(&definition);
}

/* The kernels of npbench.pyx as one writes them by hand in CUDA; see kernels.cu. */

#include "by_hand.cuh"

#define LAYER ((ptrdiff_t)blockIdx.z)

static dim3 boxes(ptrdiff_t layers, ptrdiff_t rows, ptrdiff_t columns)
{
    const dim3 within = tiles(rows, columns);
    return dim3(within.x, within.y, (unsigned)layers);
}

__global__ void gemm_kernel(ptrdiff_t n, ptrdiff_t m, ptrdiff_t inner, double *__restrict__ c, const double *__restrict__ a,
                            const double *__restrict__ b, double alpha, double beta)
{
    const ptrdiff_t i = ROW, j = COLUMN;
    if (i >= n || j >= m)
        return;
    double total = 0;
    for (ptrdiff_t k = 0; k < inner; k++)
        total += a[i * inner + k] * b[k * m + j];
    c[i * m + j] = alpha * total + beta * c[i * m + j];
}

EXPORT void gemm(ptrdiff_t n, ptrdiff_t m, ptrdiff_t inner, double *c, double *a, double *b, double alpha, double beta,
                 int repeats)
{
    Array<double> dc(c, n * m), da(a, n * inner), db(b, inner * m);
    for (int r = 0; r < repeats; r++)
        gemm_kernel<<<tiles(n, m), TILE>>>(n, m, inner, dc, da, db, alpha, beta);
    dc.back();
}

__global__ void jacobi_2d_kernel(ptrdiff_t rows, ptrdiff_t columns, const double *__restrict__ a, double *__restrict__ b)
{
    const ptrdiff_t i = ROW + 1, j = COLUMN + 1;
    if (i < rows - 1 && j < columns - 1)
        b[i * columns + j] = 0.2 * (a[i * columns + j] + a[i * columns + j - 1] + a[i * columns + j + 1]
                                    + a[(i + 1) * columns + j] + a[(i - 1) * columns + j]);
}

EXPORT void jacobi_2d(ptrdiff_t rows, ptrdiff_t columns, double *a, double *b, int repeats)
{
    Array<double> da(a, rows * columns), db(b, rows * columns);
    for (int r = 0; r < repeats; r++) {
        jacobi_2d_kernel<<<tiles(rows - 2, columns - 2), TILE>>>(rows, columns, da, db);
        jacobi_2d_kernel<<<tiles(rows - 2, columns - 2), TILE>>>(rows, columns, db, da);
    }
    da.back();
    db.back();
}

__global__ void heat_3d_kernel(ptrdiff_t rows, ptrdiff_t columns, const double *__restrict__ a, double *__restrict__ b)
{
    const ptrdiff_t i = LAYER + 1, j = ROW + 1, k = COLUMN + 1, layer = rows * columns;
    if (j >= rows - 1 || k >= columns - 1)
        return;
    const ptrdiff_t at = i * layer + j * columns + k;
    const double own = a[at];
    b[at] = 0.125 * (a[at + layer] - 2.0 * own + a[at - layer]) + 0.125 * (a[at + columns] - 2.0 * own + a[at - columns])
            + 0.125 * (a[at + 1] - 2.0 * own + a[at - 1]) + own;
}

EXPORT void heat_3d(ptrdiff_t layers, ptrdiff_t rows, ptrdiff_t columns, double *a, double *b, int repeats)
{
    Array<double> da(a, layers * rows * columns), db(b, layers * rows * columns);
    for (int r = 0; r < repeats; r++)
        heat_3d_kernel<<<boxes(layers - 2, rows - 2, columns - 2), TILE>>>(rows, columns, da, db);
    db.back();
}

__global__ void fdtd_2d_source_kernel(ptrdiff_t columns, double *__restrict__ ey, const double *__restrict__ source, int r)
{
    const ptrdiff_t j = INDEX;
    if (j < columns)
        ey[j] = source[r];
}

__global__ void fdtd_2d_ey_kernel(ptrdiff_t rows, ptrdiff_t columns, double *__restrict__ ey, const double *__restrict__ hz)
{
    const ptrdiff_t i = ROW + 1, j = COLUMN;
    if (i < rows && j < columns)
        ey[i * columns + j] -= 0.5 * (hz[i * columns + j] - hz[(i - 1) * columns + j]);
}

__global__ void fdtd_2d_ex_kernel(ptrdiff_t rows, ptrdiff_t columns, double *__restrict__ ex, const double *__restrict__ hz)
{
    const ptrdiff_t i = ROW, j = COLUMN + 1;
    if (i < rows && j < columns)
        ex[i * columns + j] -= 0.5 * (hz[i * columns + j] - hz[i * columns + j - 1]);
}

__global__ void fdtd_2d_hz_kernel(ptrdiff_t rows, ptrdiff_t columns, double *__restrict__ hz, const double *__restrict__ ex,
                                  const double *__restrict__ ey)
{
    const ptrdiff_t i = ROW, j = COLUMN, at = i * columns + j;
    if (i < rows - 1 && j < columns - 1)
        hz[at] -= 0.7 * (ex[at + 1] - ex[at] + ey[at + columns] - ey[at]);
}

EXPORT void fdtd_2d(ptrdiff_t rows, ptrdiff_t columns, ptrdiff_t steps, double *ex, double *ey, double *hz, double *source,
                    int repeats)
{
    Array<double> dx(ex, rows * columns), dy(ey, rows * columns), dz(hz, rows * columns), ds(source, steps);
    for (int r = 0; r < repeats; r++) {
        fdtd_2d_source_kernel<<<blocks(columns), BLOCK>>>(columns, dy, ds, r);
        fdtd_2d_ey_kernel<<<tiles(rows - 1, columns), TILE>>>(rows, columns, dy, dz);
        fdtd_2d_ex_kernel<<<tiles(rows, columns - 1), TILE>>>(rows, columns, dx, dz);
        fdtd_2d_hz_kernel<<<tiles(rows - 1, columns - 1), TILE>>>(rows, columns, dz, dx, dy);
    }
    dx.back();
    dy.back();
    dz.back();
}

/* out = start + A x, and the same of A's transpose. */
__global__ void rows_kernel(ptrdiff_t rows, ptrdiff_t columns, const double *__restrict__ a, const double *__restrict__ x,
                            const double *start, double *out)
{
    const ptrdiff_t i = INDEX;
    if (i >= rows)
        return;
    double total = start ? start[i] : 0;
    for (ptrdiff_t j = 0; j < columns; j++)
        total += a[i * columns + j] * x[j];
    out[i] = total;
}

__global__ void columns_kernel(ptrdiff_t rows, ptrdiff_t columns, const double *__restrict__ a, const double *__restrict__ x,
                               const double *start, double *out)
{
    const ptrdiff_t j = INDEX;
    if (j >= columns)
        return;
    double total = start ? start[j] : 0;
    for (ptrdiff_t i = 0; i < rows; i++)
        total += a[i * columns + j] * x[i];
    out[j] = total;
}

EXPORT void atax(ptrdiff_t rows, ptrdiff_t columns, double *a, double *x, double *between, double *out, int repeats)
{
    Array<double> da(a, rows * columns), dx(x, columns), db(between, rows), out_(out, columns);
    for (int r = 0; r < repeats; r++) {
        rows_kernel<<<blocks(rows), BLOCK>>>(rows, columns, da, dx, nullptr, db);
        columns_kernel<<<blocks(columns), BLOCK>>>(rows, columns, da, db, nullptr, out_);
    }
    db.back();
    out_.back();
}

EXPORT void mvt(ptrdiff_t n, double *x1, double *x2, double *y1, double *y2, double *a, int repeats)
{
    Array<double> dx1(x1, n), dx2(x2, n), dy1(y1, n), dy2(y2, n), da(a, n * n);
    for (int r = 0; r < repeats; r++) {
        rows_kernel<<<blocks(n), BLOCK>>>(n, n, da, dy1, dx1, dx1);
        columns_kernel<<<blocks(n), BLOCK>>>(n, n, da, dy2, dx2, dx2);
    }
    dx1.back();
    dx2.back();
}

__global__ void gesummv_kernel(ptrdiff_t n, const double *__restrict__ a, const double *__restrict__ b,
                               const double *__restrict__ x, double *__restrict__ y, double alpha, double beta)
{
    const ptrdiff_t i = INDEX;
    if (i >= n)
        return;
    double first = 0, second = 0;
    for (ptrdiff_t j = 0; j < n; j++) {
        first += a[i * n + j] * x[j];
        second += b[i * n + j] * x[j];
    }
    y[i] = alpha * first + beta * second;
}

EXPORT void gesummv(ptrdiff_t n, double *a, double *b, double *x, double *y, double alpha, double beta, int repeats)
{
    Array<double> da(a, n * n), db(b, n * n), dx(x, n), dy(y, n);
    for (int r = 0; r < repeats; r++)
        gesummv_kernel<<<blocks(n), BLOCK>>>(n, da, db, dx, dy, alpha, beta);
    dy.back();
}

__global__ void doitgen_kernel(ptrdiff_t rows, ptrdiff_t inner, ptrdiff_t columns, const double *__restrict__ a,
                               const double *__restrict__ c, double *__restrict__ out)
{
    const ptrdiff_t j = ROW, k = COLUMN, row = LAYER * rows + j;
    if (j >= rows || k >= columns)
        return;
    double total = 0;
    for (ptrdiff_t s = 0; s < inner; s++)
        total += a[row * inner + s] * c[s * columns + k];
    out[row * columns + k] = total;
}

EXPORT void doitgen(ptrdiff_t layers, ptrdiff_t rows, ptrdiff_t n, double *a, double *c, double *out, int repeats)
{
    Array<double> da(a, layers * rows * n), dc(c, n * n), out_(out, layers * rows * n);
    for (int r = 0; r < repeats; r++)
        doitgen_kernel<<<boxes(layers, rows, n), TILE>>>(rows, n, n, da, dc, out_);
    out_.back();
}

__global__ void go_fast_kernel(ptrdiff_t rows, ptrdiff_t columns, const double *__restrict__ a, double *__restrict__ out,
                               double trace)
{
    const ptrdiff_t i = ROW, j = COLUMN;
    if (i < rows && j < columns)
        out[i * columns + j] = a[i * columns + j] + trace;
}

EXPORT void go_fast(ptrdiff_t rows, ptrdiff_t columns, double *a, double *out, double trace, int repeats)
{
    Array<double> da(a, rows * columns), out_(out, rows * columns);
    for (int r = 0; r < repeats; r++)
        go_fast_kernel<<<tiles(rows, columns), TILE>>>(rows, columns, da, out_, trace);
    out_.back();
}

/* The layers are the outermost axis; `row` and `layer` are how far the next ones are. */
__device__ double laplacian(const double *__restrict__ image, ptrdiff_t at, ptrdiff_t layer, ptrdiff_t row)
{
    return 4.0 * image[at] - (image[at + layer] + image[at - layer] + image[at + row] + image[at - row]);
}

__device__ double limited(double flux, double slope)
{
    return flux * slope > 0 ? 0 : flux;
}

__global__ void hdiff_kernel(ptrdiff_t rows, ptrdiff_t columns, const double *__restrict__ image, double *__restrict__ out,
                             const double *__restrict__ coefficient)
{
    const ptrdiff_t i = LAYER, j = ROW, k = COLUMN;
    if (j >= rows || k >= columns)
        return;
    const ptrdiff_t row = columns, layer = (rows + 4) * columns;
    const ptrdiff_t at = (i + 2) * layer + (j + 2) * row + k, own = (i * rows + j) * columns + k;
    const double here = laplacian(image, at, layer, row);
    const double right = limited(laplacian(image, at + layer, layer, row) - here, image[at + layer] - image[at]);
    const double left = limited(here - laplacian(image, at - layer, layer, row), image[at] - image[at - layer]);
    const double below = limited(laplacian(image, at + row, layer, row) - here, image[at + row] - image[at]);
    const double above = limited(here - laplacian(image, at - row, layer, row), image[at] - image[at - row]);
    out[own] = image[at] - coefficient[own] * (right - left + below - above);
}

EXPORT void hdiff(ptrdiff_t layers, ptrdiff_t rows, ptrdiff_t columns, double *image, double *out, double *coefficient,
                  int repeats)
{
    const ptrdiff_t count = layers * rows * columns;
    Array<double> di(image, (layers + 4) * (rows + 4) * columns), out_(out, count), dc(coefficient, count);
    for (int r = 0; r < repeats; r++)
        hdiff_kernel<<<boxes(layers, rows, columns), TILE>>>(rows, columns, di, out_, dc);
    out_.back();
}

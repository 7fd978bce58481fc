/* The kernels of kernels.pyx as one writes them by hand in CUDA. Each function takes arrays on the host, keeps them on
 * the device for all repeats, and brings back what has changed. */

#include "by_hand.cuh"

__global__ void triad_kernel(ptrdiff_t n, double *__restrict__ a, const double *__restrict__ b,
                             const double *__restrict__ c, double scale)
{
    const ptrdiff_t i = INDEX;
    if (i < n)
        a[i] = b[i] + scale * c[i];
}

EXPORT void triad(ptrdiff_t n, double *a, double *b, double *c, double scale, int repeats)
{
    Array<double> da(a, n), db(b, n), dc(c, n);
    for (int r = 0; r < repeats; r++)
        triad_kernel<<<blocks(n), BLOCK>>>(n, da, db, dc, scale);
    da.back();
}

__global__ void axpy_kernel(ptrdiff_t n, double *__restrict__ y, const double *__restrict__ x, double scale)
{
    const ptrdiff_t i = INDEX;
    if (i < n)
        y[i] += scale * x[i];
}

EXPORT void axpy(ptrdiff_t n, double *y, double *x, double scale, int repeats)
{
    Array<double> dy(y, n), dx(x, n);
    for (int r = 0; r < repeats; r++)
        axpy_kernel<<<blocks(n), BLOCK>>>(n, dy, dx, scale);
    dy.back();
}

__device__ double sum_of_block(double value)
{
    __shared__ double parts[32];
    for (int by = 16; by > 0; by /= 2)
        value += __shfl_down_sync(~0u, value, by);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = value;
    __syncthreads();
    value = threadIdx.x < blockDim.x / 32 ? parts[threadIdx.x] : 0;
    if (threadIdx.x < 32)
        for (int by = 16; by > 0; by /= 2)
            value += __shfl_down_sync(~0u, value, by);
    return value;
}

__global__ void dot_kernel(ptrdiff_t n, const double *__restrict__ x, const double *__restrict__ y, double *total)
{
    double sum = 0;
    for (ptrdiff_t i = INDEX; i < n; i += (ptrdiff_t)gridDim.x * blockDim.x)
        sum += x[i] * y[i];
    sum = sum_of_block(sum);
    if (threadIdx.x == 0)
        atomicAdd(total, sum);
}

EXPORT double dot(ptrdiff_t n, double *x, double *y, int repeats)
{
    double total = 0;
    Array<double> dx(x, n), dy(y, n), sum(&total, 1);
    for (int r = 0; r < repeats; r++) {
        dot_kernel<<<1056, BLOCK>>>(n, dx, dy, sum);
        sum.back(); /* each round's result is for the host */
    }
    return total;
}

__global__ void pairwise_kernel(ptrdiff_t n, ptrdiff_t width, double *__restrict__ distances,
                                const double *__restrict__ points)
{
    const ptrdiff_t i = ROW, j = COLUMN;
    if (i >= n || j >= n)
        return;
    double total = 0;
    for (ptrdiff_t k = 0; k < width; k++) {
        const double difference = points[i * width + k] - points[j * width + k];
        total += difference * difference;
    }
    distances[i * n + j] = sqrt(total);
}

EXPORT void pairwise(ptrdiff_t n, ptrdiff_t width, double *distances, double *points, int repeats)
{
    Array<double> dd(distances, n * n), dp(points, n * width);
    for (int r = 0; r < repeats; r++)
        pairwise_kernel<<<tiles(n, n), TILE>>>(n, width, dd, dp);
    dd.back();
}

__global__ void jacobi_kernel(ptrdiff_t rows, ptrdiff_t columns, const double *__restrict__ u, double *__restrict__ v)
{
    const ptrdiff_t i = ROW + 1, j = COLUMN + 1;
    if (i < rows - 1 && j < columns - 1)
        v[i * columns + j] = 0.25 * (u[(i - 1) * columns + j] + u[(i + 1) * columns + j]
                                     + u[i * columns + j - 1] + u[i * columns + j + 1]);
}

EXPORT void jacobi(ptrdiff_t rows, ptrdiff_t columns, double *first, double *second, int repeats)
{
    Array<double> one(first, rows * columns), other(second, rows * columns);
    double *u = one, *v = other;
    for (int r = 0; r < repeats; r++) {
        jacobi_kernel<<<tiles(rows - 2, columns - 2), TILE>>>(rows, columns, u, v);
        double *swapped = u;
        u = v;
        v = swapped;
    }
    one.back();
    other.back();
}

__global__ void matmul_kernel(ptrdiff_t n, ptrdiff_t m, ptrdiff_t inner, double *__restrict__ c,
                              const double *__restrict__ a, const double *__restrict__ b)
{
    const ptrdiff_t i = ROW, j = COLUMN;
    if (i >= n || j >= m)
        return;
    double total = 0;
    for (ptrdiff_t k = 0; k < inner; k++)
        total += a[i * inner + k] * b[k * m + j];
    c[i * m + j] = total;
}

EXPORT void matmul(ptrdiff_t n, ptrdiff_t m, ptrdiff_t inner, double *c, double *a, double *b, int repeats)
{
    Array<double> dc(c, n * m), da(a, n * inner), db(b, inner * m);
    for (int r = 0; r < repeats; r++)
        matmul_kernel<<<tiles(n, m), TILE>>>(n, m, inner, dc, da, db);
    dc.back();
}

__global__ void nbody_kernel(ptrdiff_t n, double *__restrict__ force, const double *__restrict__ position,
                             const double *__restrict__ mass)
{
    const ptrdiff_t i = INDEX;
    if (i >= n)
        return;
    const double px = position[i * 3], py = position[i * 3 + 1], pz = position[i * 3 + 2];
    double fx = 0, fy = 0, fz = 0;
    for (ptrdiff_t j = 0; j < n; j++) {
        const double x = position[j * 3] - px, y = position[j * 3 + 1] - py, z = position[j * 3 + 2] - pz;
        const double squared = x * x + y * y + z * z + 1e-9;
        const double weight = mass[j] / (squared * sqrt(squared));
        fx += weight * x;
        fy += weight * y;
        fz += weight * z;
    }
    force[i * 3] = fx;
    force[i * 3 + 1] = fy;
    force[i * 3 + 2] = fz;
}

EXPORT void nbody(ptrdiff_t n, double *force, double *position, double *mass, int repeats)
{
    Array<double> df(force, n * 3), dp(position, n * 3), dm(mass, n);
    for (int r = 0; r < repeats; r++)
        nbody_kernel<<<blocks(n), BLOCK>>>(n, df, dp, dm);
    df.back();
}

__global__ void mandelbrot_kernel(ptrdiff_t rows, ptrdiff_t columns, int *counts, int limit)
{
    const ptrdiff_t i = ROW, j = COLUMN;
    if (i >= rows || j >= columns)
        return;
    const double x0 = -2 + 3.0 * j / columns, y0 = -1.5 + 3.0 * i / rows;
    double x = 0, y = 0;
    int n = 0;
    while (x * x + y * y <= 4 && n < limit) {
        const double next = x * x - y * y + x0;
        y = 2 * x * y + y0;
        x = next;
        n++;
    }
    counts[i * columns + j] = n;
}

EXPORT void mandelbrot(ptrdiff_t rows, ptrdiff_t columns, int *counts, int limit, int repeats)
{
    Array<int> dc(counts, rows * columns);
    for (int r = 0; r < repeats; r++)
        mandelbrot_kernel<<<tiles(rows, columns), TILE>>>(rows, columns, dc, limit);
    dc.back();
}

__global__ void spmv_kernel(ptrdiff_t n, double *__restrict__ y, const double *__restrict__ values,
                            const int *__restrict__ columns, const int *__restrict__ starts,
                            const double *__restrict__ x)
{
    const ptrdiff_t i = INDEX;
    if (i >= n)
        return;
    double total = 0;
    for (int k = starts[i]; k < starts[i + 1]; k++)
        total += values[k] * x[columns[k]];
    y[i] = total;
}

EXPORT void spmv(ptrdiff_t n, double *y, double *values, int *columns, int *starts, double *x, int repeats)
{
    const ptrdiff_t stored = starts[n];
    Array<double> dy(y, n), dv(values, stored), dx(x, n);
    Array<int> dc(columns, stored), ds(starts, n + 1);
    for (int r = 0; r < repeats; r++)
        spmv_kernel<<<blocks(n), BLOCK>>>(n, dy, dv, dc, ds, dx);
    dy.back();
}

__device__ double normal(double x)
{
    return 0.5 * (1 + erf(x * 0.7071067811865476));
}

__global__ void black_scholes_kernel(ptrdiff_t n, double *__restrict__ call, double *__restrict__ put,
                                     const double *__restrict__ price, const double *__restrict__ strike,
                                     const double *__restrict__ years, double rate, double volatility)
{
    const ptrdiff_t i = INDEX;
    if (i >= n)
        return;
    const double root = volatility * sqrt(years[i]);
    const double d1 = (log(price[i] / strike[i]) + (rate + 0.5 * volatility * volatility) * years[i]) / root;
    const double d2 = d1 - root;
    const double discounted = strike[i] * exp(-rate * years[i]);
    call[i] = price[i] * normal(d1) - discounted * normal(d2);
    put[i] = discounted * normal(-d2) - price[i] * normal(-d1);
}

EXPORT void black_scholes(ptrdiff_t n, double *call, double *put, double *price, double *strike, double *years,
                          double rate, double volatility, int repeats)
{
    Array<double> dc(call, n), dp(put, n), ds(price, n), dk(strike, n), dy(years, n);
    for (int r = 0; r < repeats; r++)
        black_scholes_kernel<<<blocks(n), BLOCK>>>(n, dc, dp, ds, dk, dy, rate, volatility);
    dc.back();
    dp.back();
}

/* A histogram of each block's own, added up at the end. */
__global__ void histogram_kernel(int bins, ptrdiff_t n, int *counts, const double *__restrict__ x)
{
    extern __shared__ int own[];
    for (int bin = threadIdx.x; bin < bins; bin += blockDim.x)
        own[bin] = 0;
    __syncthreads();
    for (ptrdiff_t i = INDEX; i < n; i += (ptrdiff_t)gridDim.x * blockDim.x)
        atomicAdd(&own[(int)(x[i] * bins)], 1);
    __syncthreads();
    for (int bin = threadIdx.x; bin < bins; bin += blockDim.x)
        atomicAdd(&counts[bin], own[bin]);
}

EXPORT void histogram(ptrdiff_t bins, ptrdiff_t n, int *counts, double *x, int repeats)
{
    Array<int> dc(counts, bins);
    Array<double> dx(x, n);
    for (int r = 0; r < repeats; r++)
        histogram_kernel<<<1056, BLOCK, bins * sizeof(int)>>>((int)bins, n, dc, dx);
    dc.back();
}

__global__ void floyd_warshall_kernel(ptrdiff_t n, ptrdiff_t k, double *distance)
{
    const ptrdiff_t i = ROW, j = COLUMN;
    if (i >= n || j >= n)
        return;
    const double through = distance[i * n + k] + distance[k * n + j];
    if (through < distance[i * n + j])
        distance[i * n + j] = through;
}

EXPORT void floyd_warshall(ptrdiff_t n, double *distance, int repeats)
{
    Array<double> dd(distance, n * n);
    for (int r = 0; r < repeats; r++)
        for (ptrdiff_t k = 0; k < n; k++)
            floyd_warshall_kernel<<<tiles(n, n), TILE>>>(n, k, dd);
    dd.back();
}

__global__ void inside_polygon_kernel(ptrdiff_t n, ptrdiff_t corner_count, int *__restrict__ inside,
                                      const double *__restrict__ points, const double *__restrict__ corners)
{
    const ptrdiff_t i = INDEX;
    if (i >= n)
        return;
    const double x = points[i * 2], y = points[i * 2 + 1];
    int crossings = 0;
    ptrdiff_t last = corner_count - 1;
    for (ptrdiff_t j = 0; j < corner_count; j++) {
        const double yj = corners[j * 2 + 1], yl = corners[last * 2 + 1];
        if ((yj > y) != (yl > y)) {
            const double xj = corners[j * 2], xl = corners[last * 2];
            crossings += x < (xl - xj) * (y - yj) / (yl - yj) + xj;
        }
        last = j;
    }
    inside[i] = crossings % 2;
}

EXPORT void inside_polygon(ptrdiff_t n, ptrdiff_t corner_count, int *inside, double *points, double *corners,
                           int repeats)
{
    Array<int> di(inside, n);
    Array<double> dp(points, n * 2), dc(corners, corner_count * 2);
    for (int r = 0; r < repeats; r++)
        inside_polygon_kernel<<<blocks(n), BLOCK>>>(n, corner_count, di, dp, dc);
    di.back();
}

__global__ void assign_kernel(ptrdiff_t n, ptrdiff_t width, ptrdiff_t clusters, const double *__restrict__ centres,
                              double *sums, double *counts, int *__restrict__ labels,
                              const double *__restrict__ points)
{
    const ptrdiff_t i = INDEX;
    if (i >= n)
        return;
    double best = 1e300;
    int label = 0;
    for (ptrdiff_t c = 0; c < clusters; c++) {
        double total = 0;
        for (ptrdiff_t j = 0; j < width; j++) {
            const double difference = points[i * width + j] - centres[c * width + j];
            total += difference * difference;
        }
        if (total < best) {
            best = total;
            label = (int)c;
        }
    }
    labels[i] = label;
    atomicAdd(&counts[label], 1.0);
    for (ptrdiff_t j = 0; j < width; j++)
        atomicAdd(&sums[label * width + j], points[i * width + j]);
}

__global__ void move_kernel(ptrdiff_t width, ptrdiff_t clusters, double *centres, const double *sums,
                            const double *counts)
{
    const ptrdiff_t at = INDEX;
    if (at < clusters * width && counts[at / width] > 0)
        centres[at] = sums[at] / counts[at / width];
}

EXPORT void kmeans(ptrdiff_t n, ptrdiff_t width, ptrdiff_t clusters, double *centres, double *sums, double *counts,
                   int *labels, double *points, int repeats)
{
    Array<double> dc(centres, clusters * width), ds(sums, clusters * width), dn(counts, clusters),
        dp(points, n * width);
    Array<int> dl(labels, n);
    for (int r = 0; r < repeats; r++) {
        CHECK(cudaMemsetAsync(ds, 0, ds.bytes));
        CHECK(cudaMemsetAsync(dn, 0, dn.bytes));
        assign_kernel<<<blocks(n), BLOCK>>>(n, width, clusters, dc, ds, dn, dl, dp);
        move_kernel<<<blocks(clusters * width), BLOCK>>>(width, clusters, dc, ds, dn);
    }
    dc.back();
    ds.back();
    dn.back();
    dl.back();
}

__global__ void bilateral_kernel(ptrdiff_t rows, ptrdiff_t columns, double *__restrict__ out,
                                 const double *__restrict__ image, int radius, double near, double alike)
{
    const ptrdiff_t i = ROW + radius, j = COLUMN + radius;
    if (i >= rows - radius || j >= columns - radius)
        return;
    const double own = image[i * columns + j];
    double total = 0, weights = 0;
    for (int k = -radius; k <= radius; k++) {
        for (int l = -radius; l <= radius; l++) {
            const double other = image[(i + k) * columns + j + l], difference = other - own;
            const double weight = exp(-(k * k + l * l) * near - difference * difference * alike);
            total += weight * other;
            weights += weight;
        }
    }
    out[i * columns + j] = total / weights;
}

EXPORT void bilateral(ptrdiff_t rows, ptrdiff_t columns, double *out, double *image, int radius, double near,
                      double alike, int repeats)
{
    Array<double> po(out, rows * columns), pi(image, rows * columns);
    for (int r = 0; r < repeats; r++)
        bilateral_kernel<<<tiles(rows - 2 * radius, columns - 2 * radius), TILE>>>(rows, columns, po, pi, radius,
                                                                                   near, alike);
    po.back();
}

/* What the machine can do: GB/s of copies within the device (each byte read and written), to it and from it, of
 * ordinary and of pinned memory. */
EXPORT void copies(size_t bytes, int repeats, double *within, double *pageable, double *pinned)
{
    void *source, *target, *locked, *plain = std::malloc(bytes);
    cudaEvent_t begin, end;
    CHECK(cudaMalloc(&source, bytes));
    CHECK(cudaMalloc(&target, bytes));
    CHECK(cudaMallocHost(&locked, bytes));
    CHECK(cudaMemset(source, 0, bytes));
    for (size_t at = 0; at < bytes; at += 4096)
        ((char *)plain)[at] = 1;
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
    struct {
        void *to, *from;
        double *result, factor;
    } all[] = {
        {target, source, within, 2},         {target, plain, &pageable[0], 1}, {plain, source, &pageable[1], 1},
        {target, locked, &pinned[0], 1}, {locked, source, &pinned[1], 1},
    };
    for (auto &one : all) {
        CHECK(cudaMemcpy(one.to, one.from, bytes, cudaMemcpyDefault));
        CHECK(cudaEventRecord(begin));
        for (int r = 0; r < repeats; r++)
            CHECK(cudaMemcpyAsync(one.to, one.from, bytes, cudaMemcpyDefault));
        CHECK(cudaEventRecord(end));
        CHECK(cudaEventSynchronize(end));
        float milliseconds;
        CHECK(cudaEventElapsedTime(&milliseconds, begin, end));
        *one.result = one.factor * bytes * repeats / milliseconds / 1e6;
    }
    CHECK(cudaFree(source));
    CHECK(cudaFree(target));
    CHECK(cudaFreeHost(locked));
    std::free(plain);
}

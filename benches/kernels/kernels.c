/* The kernels of kernels.pyx as one writes them by hand for the host's cores: sizes as arguments, plain
 * pointers that don't overlap, a `parallel for` over the outer loop. */

#include <math.h>
#include <stddef.h>

#define AT(ARRAY, WIDTH, I, J) ARRAY[(I) * (WIDTH) + (J)]

void triad(ptrdiff_t n, double *restrict a, const double *restrict b, const double *restrict c,
           double scale, int repeats)
{
    for (int r = 0; r < repeats; r++) {
#pragma omp parallel for
        for (ptrdiff_t i = 0; i < n; i++)
            a[i] = b[i] + scale * c[i];
    }
}

void axpy(ptrdiff_t n, double *restrict y, const double *restrict x, double scale, int repeats)
{
    for (int r = 0; r < repeats; r++) {
#pragma omp parallel for
        for (ptrdiff_t i = 0; i < n; i++)
            y[i] += scale * x[i];
    }
}

double dot(ptrdiff_t n, const double *restrict x, const double *restrict y, int repeats)
{
    double total = 0;
    for (int r = 0; r < repeats; r++) {
#pragma omp parallel for reduction(+ : total)
        for (ptrdiff_t i = 0; i < n; i++)
            total += x[i] * y[i];
    }
    return total;
}

void pairwise(ptrdiff_t n, ptrdiff_t width, double *restrict distances, const double *restrict points,
              int repeats)
{
    for (int r = 0; r < repeats; r++) {
#pragma omp parallel for
        for (ptrdiff_t i = 0; i < n; i++) {
            for (ptrdiff_t j = 0; j < n; j++) {
                double total = 0;
                for (ptrdiff_t k = 0; k < width; k++) {
                    const double difference = AT(points, width, i, k) - AT(points, width, j, k);
                    total += difference * difference;
                }
                AT(distances, n, i, j) = sqrt(total);
            }
        }
    }
}

void jacobi(ptrdiff_t rows, ptrdiff_t columns, double *restrict first, double *restrict second,
            int repeats)
{
    for (int r = 0; r < repeats; r++) {
        double *restrict v = r % 2 ? first : second;
        const double *restrict u = r % 2 ? second : first;
#pragma omp parallel for
        for (ptrdiff_t i = 1; i < rows - 1; i++) {
            for (ptrdiff_t j = 1; j < columns - 1; j++)
                AT(v, columns, i, j) = 0.25 * (AT(u, columns, i - 1, j) + AT(u, columns, i + 1, j)
                                               + AT(u, columns, i, j - 1) + AT(u, columns, i, j + 1));
        }
    }
}

void matmul(ptrdiff_t rows, ptrdiff_t columns, ptrdiff_t inner, double *restrict c,
            const double *restrict a, const double *restrict b, int repeats)
{
    for (int r = 0; r < repeats; r++) {
#pragma omp parallel for
        for (ptrdiff_t i = 0; i < rows; i++) {
            for (ptrdiff_t j = 0; j < columns; j++) {
                double total = 0;
                for (ptrdiff_t k = 0; k < inner; k++)
                    total += AT(a, inner, i, k) * AT(b, columns, k, j);
                AT(c, columns, i, j) = total;
            }
        }
    }
}

void nbody(ptrdiff_t n, double *restrict force, const double *restrict position,
           const double *restrict mass, int repeats)
{
    for (int r = 0; r < repeats; r++) {
#pragma omp parallel for
        for (ptrdiff_t i = 0; i < n; i++) {
            double fx = 0, fy = 0, fz = 0;
            for (ptrdiff_t j = 0; j < n; j++) {
                const double x = AT(position, 3, j, 0) - AT(position, 3, i, 0);
                const double y = AT(position, 3, j, 1) - AT(position, 3, i, 1);
                const double z = AT(position, 3, j, 2) - AT(position, 3, i, 2);
                const double squared = x * x + y * y + z * z + 1e-9;
                const double weight = mass[j] / (squared * sqrt(squared));
                fx += weight * x;
                fy += weight * y;
                fz += weight * z;
            }
            AT(force, 3, i, 0) = fx;
            AT(force, 3, i, 1) = fy;
            AT(force, 3, i, 2) = fz;
        }
    }
}

void mandelbrot(ptrdiff_t rows, ptrdiff_t columns, int *restrict counts, int limit, int repeats)
{
    for (int r = 0; r < repeats; r++) {
#pragma omp parallel for schedule(static, 1)
        for (ptrdiff_t i = 0; i < rows; i++) {
            for (ptrdiff_t j = 0; j < columns; j++) {
                const double x0 = -2 + 3.0 * j / columns, y0 = -1.5 + 3.0 * i / rows;
                double x = 0, y = 0;
                int n = 0;
                while (x * x + y * y <= 4 && n < limit) {
                    const double next = x * x - y * y + x0;
                    y = 2 * x * y + y0;
                    x = next;
                    n++;
                }
                AT(counts, columns, i, j) = n;
            }
        }
    }
}

void spmv(ptrdiff_t n, double *restrict y, const double *restrict values, const int *restrict columns,
          const int *restrict starts, const double *restrict x, int repeats)
{
    for (int r = 0; r < repeats; r++) {
#pragma omp parallel for
        for (ptrdiff_t i = 0; i < n; i++) {
            double total = 0;
            for (ptrdiff_t k = starts[i]; k < starts[i + 1]; k++)
                total += values[k] * x[columns[k]];
            y[i] = total;
        }
    }
}

static inline double normal(double x)
{
    return 0.5 * (1 + erf(x * 0.7071067811865476));
}

void black_scholes(ptrdiff_t n, double *restrict call, double *restrict put,
                   const double *restrict price, const double *restrict strike,
                   const double *restrict years, double rate, double volatility, int repeats)
{
    for (int r = 0; r < repeats; r++) {
#pragma omp parallel for
        for (ptrdiff_t i = 0; i < n; i++) {
            const double root = volatility * sqrt(years[i]);
            const double d1 =
                (log(price[i] / strike[i]) + (rate + 0.5 * volatility * volatility) * years[i]) / root;
            const double d2 = d1 - root;
            const double discounted = strike[i] * exp(-rate * years[i]);
            call[i] = price[i] * normal(d1) - discounted * normal(d2);
            put[i] = discounted * normal(-d2) - price[i] * normal(-d1);
        }
    }
}

void histogram(ptrdiff_t bins, ptrdiff_t n, int *restrict counts, const double *restrict x, int repeats)
{
    for (int r = 0; r < repeats; r++) {
#pragma omp parallel for
        for (ptrdiff_t i = 0; i < n; i++) {
            const int bin = (int)(x[i] * bins);
#pragma omp atomic
            counts[bin] += 1;
        }
    }
}

void floyd_warshall(ptrdiff_t n, double *restrict distance, int repeats)
{
    for (int r = 0; r < repeats; r++) {
        for (ptrdiff_t k = 0; k < n; k++) {
#pragma omp parallel for
            for (ptrdiff_t i = 0; i < n; i++) {
                for (ptrdiff_t j = 0; j < n; j++) {
                    const double through = AT(distance, n, i, k) + AT(distance, n, k, j);
                    if (through < AT(distance, n, i, j))
                        AT(distance, n, i, j) = through;
                }
            }
        }
    }
}

void inside_polygon(ptrdiff_t n, ptrdiff_t count, int *restrict inside, const double *restrict points,
                    const double *restrict corners, int repeats)
{
    for (int r = 0; r < repeats; r++) {
#pragma omp parallel for
        for (ptrdiff_t i = 0; i < n; i++) {
            const double x = AT(points, 2, i, 0), y = AT(points, 2, i, 1);
            int crossings = 0;
            ptrdiff_t last = count - 1;
            for (ptrdiff_t j = 0; j < count; j++) {
                const double yj = AT(corners, 2, j, 1), yl = AT(corners, 2, last, 1);
                if ((yj > y) != (yl > y)) {
                    const double xj = AT(corners, 2, j, 0), xl = AT(corners, 2, last, 0);
                    if (x < (xl - xj) * (y - yj) / (yl - yj) + xj)
                        crossings++;
                }
                last = j;
            }
            inside[i] = crossings % 2;
        }
    }
}

void kmeans(ptrdiff_t n, ptrdiff_t width, ptrdiff_t clusters, double *restrict centres,
            int *restrict labels, const double *restrict points, int repeats)
{
    for (int r = 0; r < repeats; r++) {
#pragma omp parallel for
        for (ptrdiff_t i = 0; i < n; i++) {
            double best = 1e300;
            int label = 0;
            for (ptrdiff_t c = 0; c < clusters; c++) {
                double total = 0;
                for (ptrdiff_t j = 0; j < width; j++) {
                    const double difference = AT(points, width, i, j) - AT(centres, width, c, j);
                    total += difference * difference;
                }
                if (total < best) {
                    best = total;
                    label = (int)c;
                }
            }
            labels[i] = label;
        }
#pragma omp parallel for
        for (ptrdiff_t c = 0; c < clusters; c++) {
            for (ptrdiff_t j = 0; j < width; j++) {
                double total = 0, count = 0;
                for (ptrdiff_t i = 0; i < n; i++) {
                    if (labels[i] == c) {
                        total += AT(points, width, i, j);
                        count += 1;
                    }
                }
                if (count > 0)
                    AT(centres, width, c, j) = total / count;
            }
        }
    }
}

void bilateral(ptrdiff_t rows, ptrdiff_t columns, double *restrict out, const double *restrict image,
               int radius, double near, double alike, int repeats)
{
    for (int r = 0; r < repeats; r++) {
#pragma omp parallel for
        for (ptrdiff_t i = radius; i < rows - radius; i++) {
            for (ptrdiff_t j = radius; j < columns - radius; j++) {
                double total = 0, weights = 0;
                for (ptrdiff_t k = -radius; k < radius + 1; k++) {
                    for (ptrdiff_t l = -radius; l < radius + 1; l++) {
                        const double value = AT(image, columns, i + k, j + l);
                        const double difference = value - AT(image, columns, i, j);
                        const double weight =
                            exp(-(k * k + l * l) * near - difference * difference * alike);
                        total += weight * value;
                        weights += weight;
                    }
                }
                AT(out, columns, i, j) = total / weights;
            }
        }
    }
}

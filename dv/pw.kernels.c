/* The kernels of dv/pw.pyx, written by offcy.
 *
 * Names:
 *   f, X, i             as in the source (f_ where C has the name for itself)
 *   f_py                f as Python calls it
 *   f_region_12         the offload region of f on line 12 of the source
 *   f_iteration         the end of an iteration of f's loop, on the device and on the host
 *   f_loop              a loop of f, in versions for processors (offcy_level.h)
 *   X_n0, X_s0          axis 0 of the view X: elements, and bytes from one to the next
 *   X_first, X_count    the elements of X that are mapped, where not all are
 *   _tile               iterations of one launch: as many as 32-bit counters can number
 *   _x                  a variable that offcy needs
 *   offcy_x, OFFCY_X    offcy's runtime, and the module's tables
 */

#include "pw.h"

#line 139 "dv/pw.pyx"
static inline double normal(double x)
{
#line 140 "dv/pw.pyx"
    return 0.5 * (1.0 + erf(x * 0.7071067811865476));
}

static OFFCY_LOOP void triad_region_12_loop(ptrdiff_t _first, ptrdiff_t _end, double *b,
                                            double scale, double *c, double *a)
{
    for (ptrdiff_t i = _first; i < _end; i++) {
#line 13 "dv/pw.pyx"
        a[i] = b[i] + scale * c[i];
    }
}
OFFCY_LEVELS(triad_region_12_loop,
             (ptrdiff_t _first, ptrdiff_t _end, double *b, double scale, double *c, double *a),
             (_first, _end, b, scale, c, a))

/* dv/pw.pyx:12: for i in prange(a.shape[0], device={}):
 *
 *   a                from      every element is written before it is read
 *   b[0:a.shape[0]]  to        only read
 *   c[0:a.shape[0]]  to        only read
 *   scale            by value  a scalar that is only read
 */
#line 12 "dv/pw.pyx"
void triad_region_12(int _device, double *a, ptrdiff_t a_n0, double *b, ptrdiff_t b_first,
                     ptrdiff_t b_count, double *c, ptrdiff_t c_first, ptrdiff_t c_count,
                     double scale)
{
#ifdef OFFCY_OFFLOAD
    if (_device >= 0) {
#line 12 "dv/pw.pyx"
        offcy_tile _tile = {.extent = {a_n0}};
        while (offcy_next_tile(&_tile, 1)) {
            const ptrdiff_t _i_first = _tile.first[0];
            const int _i_count = _tile.count[0];
            #pragma omp target teams OFFCY_GRID(_tile.teams) device(_device) firstprivate(scale) \
                    map(from: a[0:a_n0]) map(to: b[b_first:b_count]) map(to: c[c_first:c_count])
            for (OFFCY_ITERATIONS(_i, _i_count)) {
                ptrdiff_t i = _i_first + _i;
#line 13 "dv/pw.pyx"
                a[i] = b[i] + scale * c[i];
            }
        }
        return;
    }
#else
    (void)_device; (void)b_first; (void)b_count; (void)c_first; (void)c_count;
#endif
#line 12 "dv/pw.pyx"
    #pragma omp parallel firstprivate(a, b, c, scale)
    {
        const offcy_part _part = offcy_part_of_thread(0, a_n0);
        OFFCY_BEST(triad_region_12_loop)(_part.first, _part.end, b, scale, c, a);
    }
}

static OFFCY_LOOP void axpy_region_21_loop(ptrdiff_t _first, ptrdiff_t _end, double scale,
                                           double *x, double *y)
{
    for (ptrdiff_t i = _first; i < _end; i++) {
#line 22 "dv/pw.pyx"
        y[i] += scale * x[i];
    }
}
OFFCY_LEVELS(axpy_region_21_loop,
             (ptrdiff_t _first, ptrdiff_t _end, double scale, double *x, double *y),
             (_first, _end, scale, x, y))

/* dv/pw.pyx:21: for i in prange(y.shape[0], device={}):
 *
 *   y                tofrom    read (line 22) and written (line 22)
 *   x[0:y.shape[0]]  to        only read
 *   scale            by value  a scalar that is only read
 */
#line 21 "dv/pw.pyx"
void axpy_region_21(int _device, double *y, ptrdiff_t y_n0, double *x, ptrdiff_t x_first,
                    ptrdiff_t x_count, double scale)
{
#ifdef OFFCY_OFFLOAD
    if (_device >= 0) {
#line 21 "dv/pw.pyx"
        offcy_tile _tile = {.extent = {y_n0}};
        while (offcy_next_tile(&_tile, 1)) {
            const ptrdiff_t _i_first = _tile.first[0];
            const int _i_count = _tile.count[0];
            #pragma omp target teams OFFCY_GRID(_tile.teams) device(_device) firstprivate(scale) \
                    map(tofrom: y[0:y_n0]) map(to: x[x_first:x_count])
            for (OFFCY_ITERATIONS(_i, _i_count)) {
                ptrdiff_t i = _i_first + _i;
#line 22 "dv/pw.pyx"
                y[i] += scale * x[i];
            }
        }
        return;
    }
#else
    (void)_device; (void)x_first; (void)x_count;
#endif
#line 21 "dv/pw.pyx"
    #pragma omp parallel firstprivate(y, x, scale)
    {
        const offcy_part _part = offcy_part_of_thread(0, y_n0);
        OFFCY_BEST(axpy_region_21_loop)(_part.first, _part.end, scale, x, y);
    }
}

/* dv/pw.pyx:31: for i in prange(x.shape[0], device={}):
 *
 *   x                to      only read
 *   y[0:x.shape[0]]  to      only read
 *   total            result  a reduction
 */
#line 31 "dv/pw.pyx"
void dot_region_31(int _device, double *x, ptrdiff_t x_n0, double *y, ptrdiff_t y_first,
                   ptrdiff_t y_count, double *_total)
{
    double total = *_total;
#ifdef OFFCY_OFFLOAD
    if (_device >= 0) {
#line 31 "dv/pw.pyx"
        offcy_tile _tile = {.extent = {x_n0}};
        while (offcy_next_tile(&_tile, 1)) {
            const ptrdiff_t _i_first = _tile.first[0];
            const int _i_count = _tile.count[0], _threads = OFFCY_THREADS(_tile);
            #pragma omp target teams OFFCY_GRID_OF_THREADS(_threads) device(_device) \
                    reduction(+:total) map(to: x[0:x_n0]) map(to: y[y_first:y_count]) \
                    map(tofrom: total)
            for (int _thread = 0; _thread < _threads; _thread++) {
                for (OFFCY_ITERATIONS_OF(_thread, _threads, _i, _i_count)) {
                    ptrdiff_t i = _i_first + _i;
#line 32 "dv/pw.pyx"
                    total += x[i] * y[i];
                }
            }
        }
        *_total = total;
        return;
    }
#else
    (void)_device; (void)y_first; (void)y_count;
#endif
#line 31 "dv/pw.pyx"
    #pragma omp parallel for firstprivate(x, y) reduction(+:total)
    for (ptrdiff_t i = 0; i < x_n0; i++) {
#line 32 "dv/pw.pyx"
        OFFCY_IN_ANY_ORDER(total, +=, x[i] * y[i]);
    }
    *_total = total;
}

/* dv/pw.pyx:43: for i in prange(points.shape[0], device={}):
 *
 *   points  to      only read
 *   distances[0:points.shape[0], 0:points.shape[0]]
 *           tofrom  every element is written before it is read where the conditions hold
 *           from    if distances.shape[0] >= points.shape[0] and distances.shape[1] >=
 *                   points.shape[0]
 */
#line 43 "dv/pw.pyx"
void pairwise_region_43(int _device, double *points, ptrdiff_t points_n0, ptrdiff_t points_n1,
                        double *distances, ptrdiff_t distances_n1, ptrdiff_t distances_first,
                        ptrdiff_t distances_count)
{
#ifdef OFFCY_OFFLOAD
    if (_device >= 0) {
#line 43 "dv/pw.pyx"
        offcy_tile _tile = {.extent = {points_n0, points_n0}};
        while (offcy_next_tile(&_tile, 2)) {
            const ptrdiff_t _i_first = _tile.first[0], _j_first = _tile.first[1];
            const int _j_count = _tile.count[1], _total = _tile.total;
            #pragma omp target teams OFFCY_GRID(_tile.teams) device(_device) \
                    map(to: points[0:points_n0 * points_n1]) \
                    map(tofrom: distances[distances_first:distances_count])
            for (OFFCY_ITERATIONS(_number, _total)) {
                const int _i = _number / _j_count;
                const int _j = _number % _j_count;
                ptrdiff_t i = _i_first + _i;
                ptrdiff_t j = _j_first + _j;
#line 45 "dv/pw.pyx"
                double total = 0.0;
                for (ptrdiff_t k = 0; k < points_n1; k++) {
                    double difference = points[i * points_n1 + k] - points[j * points_n1 + k];
                    total += difference * difference;
                }
#line 49 "dv/pw.pyx"
                distances[i * distances_n1 + j] = sqrt(total);
            }
        }
        return;
    }
#else
    (void)_device; (void)distances_first; (void)distances_count;
#endif
    const int *const _stop = offcy_stop();
#line 43 "dv/pw.pyx"
    #pragma omp parallel for firstprivate(distances, distances_n1, points, points_n0, points_n1)
    for (ptrdiff_t i = 0; i < points_n0; i++) {
        if (offcy_stopped(_stop))
            continue;
#line 44 "dv/pw.pyx"
        for (ptrdiff_t j = 0; j < points_n0; j++) {
            double total = 0.0;
            for (ptrdiff_t k = 0; k < points_n1; k++) {
                double difference = points[i * points_n1 + k] - points[j * points_n1 + k];
                total += difference * difference;
            }
#line 49 "dv/pw.pyx"
            distances[i * distances_n1 + j] = sqrt(total);
        }
    }
}

static OFFCY_LOOP void jacobi_region_58_loop(ptrdiff_t _first, ptrdiff_t _end,
                                             const int *const _stop, ptrdiff_t u_n1, double *u,
                                             double *v, ptrdiff_t v_n1)
{
    for (ptrdiff_t i = _first; i < _end; i++) {
        if (offcy_stopped(_stop))
            continue;
#line 59 "dv/pw.pyx"
        for (ptrdiff_t j = 1; j < u_n1 - 1; j++) {
            v[i * v_n1 + j] = 0.25 * (u[(i - 1) * u_n1 + j] + u[(i + 1) * u_n1 + j]
                                      + u[i * u_n1 + (j - 1)] + u[i * u_n1 + (j + 1)]);
        }
    }
}
OFFCY_LEVELS(jacobi_region_58_loop,
             (ptrdiff_t _first, ptrdiff_t _end, const int *const _stop, ptrdiff_t u_n1, double *u,
              double *v, ptrdiff_t v_n1), (_first, _end, _stop, u_n1, u, v, v_n1))

/* dv/pw.pyx:58: for i in prange(1, u.shape[0] - 1, device={}):
 *
 *   u  to      only read
 *   v[1:u.shape[0] - 1, 1:u.shape[1] - 1]
 *      tofrom  perhaps not all of it is written: the indices do not cover it (line 60)
 *      from    if v.shape[0] + 1 >= u.shape[0] and v.shape[1] + 1 >= u.shape[1]
 */
#line 58 "dv/pw.pyx"
void jacobi_region_58(int _device, double *u, ptrdiff_t u_n0, ptrdiff_t u_n1, double *v,
                      ptrdiff_t v_n1, ptrdiff_t v_first, ptrdiff_t v_count)
{
#ifdef OFFCY_OFFLOAD
    if (_device >= 0) {
#line 58 "dv/pw.pyx"
        offcy_tile _tile = {.extent = {u_n0 - 1 - 1, u_n1 - 1 - 1}};
        while (offcy_next_tile(&_tile, 2)) {
            const ptrdiff_t _i_first = 1 + _tile.first[0], _j_first = 1 + _tile.first[1];
            const int _j_count = _tile.count[1], _total = _tile.total;
            #pragma omp target teams OFFCY_GRID(_tile.teams) device(_device) \
                    map(to: u[0:u_n0 * u_n1]) map(tofrom: v[v_first:v_count])
            for (OFFCY_ITERATIONS(_number, _total)) {
                const int _i = _number / _j_count;
                const int _j = _number % _j_count;
                ptrdiff_t i = _i_first + _i;
                ptrdiff_t j = _j_first + _j;
#line 60 "dv/pw.pyx"
                v[i * v_n1 + j] = 0.25 * (u[(i - 1) * u_n1 + j] + u[(i + 1) * u_n1 + j]
                                          + u[i * u_n1 + (j - 1)] + u[i * u_n1 + (j + 1)]);
            }
        }
        return;
    }
#else
    (void)_device; (void)v_first; (void)v_count;
#endif
    const int *const _stop = offcy_stop();
#line 58 "dv/pw.pyx"
    #pragma omp parallel firstprivate(u, u_n1, v, v_n1)
    {
        const offcy_part _part = offcy_part_of_thread(1, u_n0 - 1);
        OFFCY_BEST(jacobi_region_58_loop)(_part.first, _part.end, _stop, u_n1, u, v, v_n1);
    }
}

/* dv/pw.pyx:71: for i in prange(c.shape[0], device={}):
 *
 *   c                              from  every element is written before it is read
 *   a[0:c.shape[0], 0:a.shape[1]]  to    only read
 *   b[0:a.shape[1], 0:c.shape[1]]  to    only read
 */
void matmul_region_71(int _device, double *c, ptrdiff_t c_n0, ptrdiff_t c_n1, double *a,
                      ptrdiff_t a_n1, ptrdiff_t a_first, ptrdiff_t a_count, double *b,
                      ptrdiff_t b_n1, ptrdiff_t b_first, ptrdiff_t b_count)
{
#ifdef OFFCY_OFFLOAD
    if (_device >= 0) {
#line 71 "dv/pw.pyx"
        offcy_tile _tile = {.extent = {c_n0, c_n1}};
        while (offcy_next_tile(&_tile, 2)) {
            const ptrdiff_t _i_first = _tile.first[0], _j_first = _tile.first[1];
            const int _j_count = _tile.count[1], _total = _tile.total;
            #pragma omp target teams OFFCY_GRID(_tile.teams) device(_device) \
                    map(from: c[0:c_n0 * c_n1]) map(to: a[a_first:a_count]) \
                    map(to: b[b_first:b_count])
            for (OFFCY_ITERATIONS(_number, _total)) {
                const int _i = _number / _j_count;
                const int _j = _number % _j_count;
                ptrdiff_t i = _i_first + _i;
                ptrdiff_t j = _j_first + _j;
#line 73 "dv/pw.pyx"
                double total = 0.0;
                for (ptrdiff_t k = 0; k < a_n1; k++) {
                    total += a[i * a_n1 + k] * b[k * b_n1 + j];
                }
#line 76 "dv/pw.pyx"
                c[i * c_n1 + j] = total;
            }
        }
        return;
    }
#else
    (void)_device; (void)a_first; (void)a_count; (void)b_first; (void)b_count;
#endif
    const int *const _stop = offcy_stop();
#line 71 "dv/pw.pyx"
    #pragma omp parallel for firstprivate(c, c_n1, a, a_n1, b, b_n1)
    for (ptrdiff_t i = 0; i < c_n0; i++) {
        if (offcy_stopped(_stop))
            continue;
#line 72 "dv/pw.pyx"
        for (ptrdiff_t j = 0; j < c_n1; j++) {
            double total = 0.0;
            for (ptrdiff_t k = 0; k < a_n1; k++) {
                total += a[i * a_n1 + k] * b[k * b_n1 + j];
            }
#line 76 "dv/pw.pyx"
            c[i * c_n1 + j] = total;
        }
    }
}

static OFFCY_ITERATION void nbody_region_86_iteration(ptrdiff_t i, double *mass, ptrdiff_t mass_n0,
                                                      double *position, ptrdiff_t position_n0,
                                                      ptrdiff_t position_n1, double *force,
                                                      ptrdiff_t force_n0, ptrdiff_t force_n1,
                                                      int _inside, offcy_error *_error)
{
    double fx = 0.0;
    double fy = 0.0;
    double fz = 0.0;
    for (ptrdiff_t j = 0; j < mass_n0; j++) {
        if (!_inside) {
#line 91 "dv/pw.pyx"
            if (offcy_outside(0, position_n1)) {
                offcy_fail_index(_error, OFFCY_SITE_91_position, 1, 0, position_n1);
                return;
            }
#line 91 "dv/pw.pyx"
            if (offcy_outside(j, position_n0)) {
                offcy_fail_index(_error, OFFCY_SITE_91_position, 0, j, position_n0);
                return;
            }
#line 91 "dv/pw.pyx"
            if (offcy_outside(i, position_n0)) {
                offcy_fail_index(_error, OFFCY_SITE_91_position, 0, i, position_n0);
                return;
            }
        }
#line 91 "dv/pw.pyx"
        double x = position[j * position_n1] - position[i * position_n1];
        if (!_inside) {
#line 92 "dv/pw.pyx"
            if (offcy_outside(1, position_n1)) {
                offcy_fail_index(_error, OFFCY_SITE_92_position, 1, 1, position_n1);
                return;
            }
        }
#line 92 "dv/pw.pyx"
        double y = position[j * position_n1 + 1] - position[i * position_n1 + 1];
        if (!_inside) {
#line 93 "dv/pw.pyx"
            if (offcy_outside(2, position_n1)) {
                offcy_fail_index(_error, OFFCY_SITE_93_position, 1, 2, position_n1);
                return;
            }
        }
#line 93 "dv/pw.pyx"
        double z = position[j * position_n1 + 2] - position[i * position_n1 + 2];
        double squared = x * x + y * y + z * z + 1e-9;
        double _dividend = mass[j];
#line 95 "dv/pw.pyx"
        double _divisor = squared * sqrt(squared);
#line 95 "dv/pw.pyx"
        if (OFFCY_UNLIKELY(_divisor == 0)) {
            offcy_fail(_error, OFFCY_FLOAT_DIVISION_BY_ZERO, OFFCY_SITE_95);
            return;
        }
#line 95 "dv/pw.pyx"
        double weight = _dividend / _divisor;
        fx += weight * x;
        fy += weight * y;
        fz += weight * z;
    }
#line 99 "dv/pw.pyx"
    if (!_inside) {
#line 99 "dv/pw.pyx"
        if (offcy_outside(0, force_n1)) {
            offcy_fail_index(_error, OFFCY_SITE_99_force, 1, 0, force_n1);
            return;
        }
#line 99 "dv/pw.pyx"
        if (offcy_outside(i, force_n0)) {
            offcy_fail_index(_error, OFFCY_SITE_99_force, 0, i, force_n0);
            return;
        }
    }
#line 99 "dv/pw.pyx"
    force[i * force_n1] = fx;
    if (!_inside) {
#line 100 "dv/pw.pyx"
        if (offcy_outside(1, force_n1)) {
            offcy_fail_index(_error, OFFCY_SITE_100_force, 1, 1, force_n1);
            return;
        }
    }
#line 100 "dv/pw.pyx"
    force[i * force_n1 + 1] = fy;
    if (!_inside) {
#line 101 "dv/pw.pyx"
        if (offcy_outside(2, force_n1)) {
            offcy_fail_index(_error, OFFCY_SITE_101_force, 1, 2, force_n1);
            return;
        }
    }
#line 101 "dv/pw.pyx"
    force[i * force_n1 + 2] = fz;
}

/* dv/pw.pyx:86: for i in prange(mass.shape[0], device={}):
 *
 *   mass                            to        only read
 *   position[0:mass.shape[0], 0:3]  to        only read
 *   force[0:mass.shape[0], 0:3]     tofrom    every element is written before it is read where the
 *                                             conditions hold
 *                                   from      if force.shape[0] >= mass.shape[0] and force.shape[1]
 *                                             >= 3
 *   inside                          by value  a scalar that is only read
 */
#line 86 "dv/pw.pyx"
void nbody_region_86(int _device, double *mass, ptrdiff_t mass_n0, double *position,
                     ptrdiff_t position_n0, ptrdiff_t position_n1, ptrdiff_t position_first,
                     ptrdiff_t position_count, double *force, ptrdiff_t force_n0,
                     ptrdiff_t force_n1, ptrdiff_t force_first, ptrdiff_t force_count, int _inside,
                     offcy_error *_error)
{
#ifdef OFFCY_OFFLOAD
    if (_device >= 0) {
#line 86 "dv/pw.pyx"
        offcy_tile _tile = {.extent = {mass_n0}};
        while (offcy_next_tile(&_tile, 1)) {
            const ptrdiff_t _i_first = _tile.first[0];
            const int _i_count = _tile.count[0];
            #pragma omp target teams OFFCY_GRID(_tile.teams) device(_device) firstprivate(_inside) \
                    map(to: mass[0:mass_n0]) map(to: position[position_first:position_count]) \
                    map(tofrom: force[force_first:force_count]) map(tofrom: _error[0:1])
            for (OFFCY_ITERATIONS(_i, _i_count)) {
                ptrdiff_t i = _i_first + _i;
                if (offcy_failed_before(_error))
                    goto next_i;
#line 87 "dv/pw.pyx"
                nbody_region_86_iteration(i, mass, mass_n0, position, position_n0, position_n1,
                                          force, force_n0, force_n1, _inside, _error);
            next_i:;
            }
        }
        return;
    }
#else
    (void)_device; (void)position_first; (void)position_count; (void)force_first; (void)force_count;
#endif
    const int *const _stop = offcy_stop();
#line 86 "dv/pw.pyx"
    #pragma omp parallel for \
            firstprivate(force, force_n0, force_n1, position, position_n0, position_n1, mass, \
                         mass_n0, _inside)
    for (ptrdiff_t i = 0; i < mass_n0; i++) {
        if (offcy_stopped(_stop))
            continue;
        if (offcy_failed(_error))
            goto next_i;
#line 87 "dv/pw.pyx"
        nbody_region_86_iteration(i, mass, mass_n0, position, position_n0, position_n1, force,
                                  force_n0, force_n1, _inside, _error);
    next_i:;
    }
}

/* dv/pw.pyx:110: for i in prange(counts.shape[0], device={}):
 *
 *   counts  from      every element is written before it is read
 *   limit   by value  a scalar that is only read
 */
#line 110 "dv/pw.pyx"
void mandelbrot_region_110(int _device, int *counts, ptrdiff_t counts_n0, ptrdiff_t counts_n1,
                           int limit, offcy_error *_error)
{
#ifdef OFFCY_OFFLOAD
    if (_device >= 0) {
#line 110 "dv/pw.pyx"
        offcy_tile _tile = {.extent = {counts_n0, counts_n1}};
        while (offcy_next_tile(&_tile, 2)) {
            const ptrdiff_t _i_first = _tile.first[0], _j_first = _tile.first[1];
            const int _j_count = _tile.count[1], _total = _tile.total;
            #pragma omp target teams OFFCY_GRID(_tile.teams) device(_device) firstprivate(limit) \
                    map(from: counts[0:counts_n0 * counts_n1]) map(tofrom: _error[0:1])
            for (OFFCY_ITERATIONS(_number, _total)) {
                const int _i = _number / _j_count;
                const int _j = _number % _j_count;
                ptrdiff_t i = _i_first + _i;
                ptrdiff_t j = _j_first + _j;
                if (offcy_failed_before(_error))
                    goto next_i;
#line 112 "dv/pw.pyx"
                double _dividend = 3.0 * j;
#line 112 "dv/pw.pyx"
                if (OFFCY_UNLIKELY((double)counts_n1 == 0)) {
                    offcy_fail(_error, OFFCY_FLOAT_DIVISION_BY_ZERO, OFFCY_SITE_112);
                    goto next_i;
                }
#line 112 "dv/pw.pyx"
                double x0 = -2.0 + _dividend / counts_n1;
                double _dividend_2 = 3.0 * i;
#line 113 "dv/pw.pyx"
                if (OFFCY_UNLIKELY((double)counts_n0 == 0)) {
                    offcy_fail(_error, OFFCY_FLOAT_DIVISION_BY_ZERO, OFFCY_SITE_113);
                    goto next_i;
                }
#line 113 "dv/pw.pyx"
                double y0 = -1.5 + _dividend_2 / counts_n0;
                double x = 0.0;
                double y = 0.0;
                int n = 0;
                while (x * x + y * y <= 4.0 && n < limit) {
                    double swap = x * x - y * y + x0;
                    y = 2.0 * x * y + y0;
                    x = swap;
                    n += 1;
                }
#line 122 "dv/pw.pyx"
                counts[i * counts_n1 + j] = n;
            next_i:;
            }
        }
        return;
    }
#else
    (void)_device;
#endif
    const int *const _stop = offcy_stop();
#line 110 "dv/pw.pyx"
    #pragma omp parallel for firstprivate(counts, counts_n0, counts_n1, limit)
    for (ptrdiff_t i = 0; i < counts_n0; i++) {
        if (offcy_stopped(_stop))
            continue;
        if (offcy_failed(_error))
            goto next_i;
#line 111 "dv/pw.pyx"
        for (ptrdiff_t j = 0; j < counts_n1; j++) {
            double _dividend = 3.0 * j;
#line 112 "dv/pw.pyx"
            if (OFFCY_UNLIKELY((double)counts_n1 == 0)) {
                offcy_fail(_error, OFFCY_FLOAT_DIVISION_BY_ZERO, OFFCY_SITE_112);
                goto next_i;
            }
#line 112 "dv/pw.pyx"
            double x0 = -2.0 + _dividend / counts_n1;
            double _dividend_2 = 3.0 * i;
#line 113 "dv/pw.pyx"
            if (OFFCY_UNLIKELY((double)counts_n0 == 0)) {
                offcy_fail(_error, OFFCY_FLOAT_DIVISION_BY_ZERO, OFFCY_SITE_113);
                goto next_i;
            }
#line 113 "dv/pw.pyx"
            double y0 = -1.5 + _dividend_2 / counts_n0;
            double x = 0.0;
            double y = 0.0;
            int n = 0;
            while (x * x + y * y <= 4.0 && n < limit) {
                double swap = x * x - y * y + x0;
                y = 2.0 * x * y + y0;
                x = swap;
                n += 1;
            }
#line 122 "dv/pw.pyx"
            counts[i * counts_n1 + j] = n;
        }
    next_i:;
    }
}

/* dv/pw.pyx:132: for i in prange(y.shape[0], device={}):
 *
 *   y                         from  every element is written before it is read
 *   starts[0:y.shape[0] + 1]  to    only read
 *   values                    to    only read
 *   columns                   to    only read
 *   x                         to    only read
 */
#line 132 "dv/pw.pyx"
void spmv_region_132(int _device, double *y, ptrdiff_t y_n0, int *starts, ptrdiff_t starts_first,
                     ptrdiff_t starts_count, double *values, ptrdiff_t values_n0, int *columns,
                     ptrdiff_t columns_n0, double *x, ptrdiff_t x_n0, offcy_error *_error)
{
#ifdef OFFCY_OFFLOAD
    if (_device >= 0) {
#line 132 "dv/pw.pyx"
        offcy_tile _tile = {.extent = {y_n0}};
        while (offcy_next_tile(&_tile, 1)) {
            const ptrdiff_t _i_first = _tile.first[0];
            const int _i_count = _tile.count[0];
            #pragma omp target teams OFFCY_GRID(_tile.teams) device(_device) map(from: y[0:y_n0]) \
                    map(to: starts[starts_first:starts_count]) map(to: values[0:values_n0]) \
                    map(to: columns[0:columns_n0]) map(to: x[0:x_n0]) map(tofrom: _error[0:1])
            for (OFFCY_ITERATIONS(_i, _i_count)) {
                ptrdiff_t i = _i_first + _i;
                if (offcy_failed_before(_error))
                    goto next_i;
#line 133 "dv/pw.pyx"
                double total = 0.0;
                int _stop = starts[i + 1];
#line 134 "dv/pw.pyx"
                int _start = starts[i];
#line 134 "dv/pw.pyx"
                int _inside = _start >= 0 && _stop <= values_n0 && _stop <= columns_n0;
#line 134 "dv/pw.pyx"
                double _total_before = total;
#line 134 "dv/pw.pyx"
                int _outside = !_inside || x_n0 <= 0 || x_n0 > 2147483647;
#line 134 "dv/pw.pyx"
                if (!_outside) {
                    /* No index ends this loop: the last one takes the place of one that is outside. */
#line 134 "dv/pw.pyx"
                    #pragma clang loop unroll_count(8)
                    for (ptrdiff_t k = _start; k < _stop; k++) {
#line 135 "dv/pw.pyx"
                        int _index_6 = offcy_near_int(columns[k], (int)x_n0);
                        _outside |= offcy_hold_int(&_index_6, (int)x_n0);
#line 135 "dv/pw.pyx"
                        total += values[k] * x[_index_6];
                    }
                }
#line 134 "dv/pw.pyx"
                if (_outside) {
                    /* Some index is outside, or may be: this loop ends at the first. */
#line 134 "dv/pw.pyx"
                    total = _total_before;
#line 134 "dv/pw.pyx"
                    for (ptrdiff_t k = _start; k < _stop; k++) {
                        ptrdiff_t _index_2 = k;
#line 135 "dv/pw.pyx"
                        ptrdiff_t _index_3 = k;
#line 135 "dv/pw.pyx"
                        if (!_inside) {
#line 135 "dv/pw.pyx"
                            _index_2 = k;
                            if (offcy_outside(_index_2, values_n0)
                                && offcy_misses(&_index_2, values_n0)) {
                                offcy_fail_index(_error, OFFCY_SITE_135_values, 0, k, values_n0);
                                goto next_i;
                            }
#line 135 "dv/pw.pyx"
                            _index_3 = k;
                            if (offcy_outside(_index_3, columns_n0)
                                && offcy_misses(&_index_3, columns_n0)) {
                                offcy_fail_index(_error, OFFCY_SITE_135_columns, 0, k, columns_n0);
                                goto next_i;
                            }
                        }
#line 135 "dv/pw.pyx"
                        ptrdiff_t _index_4 = columns[_index_3];
                        if (offcy_outside(_index_4, x_n0) && offcy_misses(&_index_4, x_n0)) {
                            offcy_fail_index(_error, OFFCY_SITE_135_x, 0, columns[_index_3], x_n0);
                            goto next_i;
                        }
#line 135 "dv/pw.pyx"
                        total += values[_index_2] * x[_index_4];
                    }
                }
#line 136 "dv/pw.pyx"
                y[i] = total;
            next_i:;
            }
        }
        return;
    }
#else
    (void)_device; (void)starts_first; (void)starts_count;
#endif
    const int *const _stop_2 = offcy_stop();
#line 132 "dv/pw.pyx"
    #pragma omp parallel for \
            firstprivate(y, values, values_n0, columns, columns_n0, starts, x, x_n0)
    for (ptrdiff_t i = 0; i < y_n0; i++) {
        if (offcy_stopped(_stop_2))
            continue;
        if (offcy_failed(_error))
            goto next_i;
#line 133 "dv/pw.pyx"
        double total = 0.0;
        int _stop = starts[i + 1];
#line 134 "dv/pw.pyx"
        int _start = starts[i];
#line 134 "dv/pw.pyx"
        int _inside = _start >= 0 && _stop <= values_n0 && _stop <= columns_n0;
#line 134 "dv/pw.pyx"
        for (ptrdiff_t k = _start; k < _stop; k++) {
            ptrdiff_t _index_2 = k;
#line 135 "dv/pw.pyx"
            ptrdiff_t _index_3 = k;
#line 135 "dv/pw.pyx"
            if (!_inside) {
#line 135 "dv/pw.pyx"
                _index_2 = k;
                if (offcy_outside(_index_2, values_n0) && offcy_misses(&_index_2, values_n0)) {
                    offcy_fail_index(_error, OFFCY_SITE_135_values, 0, k, values_n0);
                    goto next_i;
                }
#line 135 "dv/pw.pyx"
                _index_3 = k;
                if (offcy_outside(_index_3, columns_n0) && offcy_misses(&_index_3, columns_n0)) {
                    offcy_fail_index(_error, OFFCY_SITE_135_columns, 0, k, columns_n0);
                    goto next_i;
                }
            }
#line 135 "dv/pw.pyx"
            ptrdiff_t _index_4 = columns[_index_3];
            if (offcy_outside(_index_4, x_n0) && offcy_misses(&_index_4, x_n0)) {
                offcy_fail_index(_error, OFFCY_SITE_135_x, 0, columns[_index_3], x_n0);
                goto next_i;
            }
#line 135 "dv/pw.pyx"
            total += values[_index_2] * x[_index_4];
        }
#line 136 "dv/pw.pyx"
        y[i] = total;
    next_i:;
    }
}

static OFFCY_ITERATION void black_scholes_region_150_iteration(ptrdiff_t i, double *price,
                                                               double *years, double volatility,
                                                               double *strike, double rate,
                                                               double *call, ptrdiff_t call_n0,
                                                               double *put, ptrdiff_t put_n0,
                                                               int _inside, offcy_error *_error)
{
#line 151 "dv/pw.pyx"
    double root = volatility * sqrt(years[i]);
    double _dividend = price[i];
#line 152 "dv/pw.pyx"
    double _divisor = strike[i];
#line 152 "dv/pw.pyx"
    if (OFFCY_UNLIKELY(_divisor == 0)) {
        offcy_fail(_error, OFFCY_FLOAT_DIVISION_BY_ZERO, OFFCY_SITE_152);
        return;
    }
#line 152 "dv/pw.pyx"
    double _dividend_2 = log(_dividend / _divisor)
        + (rate + 0.5 * volatility * volatility) * years[i];
#line 152 "dv/pw.pyx"
    if (OFFCY_UNLIKELY(root == 0)) {
        offcy_fail(_error, OFFCY_FLOAT_DIVISION_BY_ZERO, OFFCY_SITE_152);
        return;
    }
#line 152 "dv/pw.pyx"
    double d1 = _dividend_2 / root;
    double d2 = d1 - root;
    double discounted = strike[i] * exp(-rate * years[i]);
    if (!_inside) {
#line 155 "dv/pw.pyx"
        if (offcy_outside(i, call_n0)) {
            offcy_fail_index(_error, OFFCY_SITE_155_call, 0, i, call_n0);
            return;
        }
    }
#line 155 "dv/pw.pyx"
    call[i] = price[i] * normal(d1) - discounted * normal(d2);
    if (!_inside) {
#line 156 "dv/pw.pyx"
        if (offcy_outside(i, put_n0)) {
            offcy_fail_index(_error, OFFCY_SITE_156_put, 0, i, put_n0);
            return;
        }
    }
#line 156 "dv/pw.pyx"
    put[i] = discounted * normal(-d2) - price[i] * normal(-d1);
}

/* dv/pw.pyx:150: for i in prange(price.shape[0], device={}):
 *
 *   price                     to        only read
 *   years[0:price.shape[0]]   to        only read
 *   volatility                by value  a scalar that is only read
 *   strike[0:price.shape[0]]  to        only read
 *   rate                      by value  a scalar that is only read
 *   call[0:price.shape[0]]    tofrom    every element is written before it is read where the
 *                                       conditions hold
 *                             from      if call.shape[0] >= price.shape[0]
 *   put[0:price.shape[0]]     tofrom    every element is written before it is read where the
 *                                       conditions hold
 *                             from      if put.shape[0] >= price.shape[0]
 *   inside                    by value  a scalar that is only read
 */
#line 150 "dv/pw.pyx"
void black_scholes_region_150(int _device, double *price, ptrdiff_t price_n0, double *years,
                              ptrdiff_t years_first, ptrdiff_t years_count, double volatility,
                              double *strike, ptrdiff_t strike_first, ptrdiff_t strike_count,
                              double rate, double *call, ptrdiff_t call_n0, ptrdiff_t call_first,
                              ptrdiff_t call_count, double *put, ptrdiff_t put_n0,
                              ptrdiff_t put_first, ptrdiff_t put_count, int _inside,
                              offcy_error *_error)
{
#ifdef OFFCY_OFFLOAD
    if (_device >= 0) {
#line 150 "dv/pw.pyx"
        offcy_tile _tile = {.extent = {price_n0}};
        while (offcy_next_tile(&_tile, 1)) {
            const ptrdiff_t _i_first = _tile.first[0];
            const int _i_count = _tile.count[0];
            #pragma omp target teams OFFCY_GRID(_tile.teams) device(_device) \
                    firstprivate(volatility, rate, _inside) map(to: price[0:price_n0]) \
                    map(to: years[years_first:years_count]) \
                    map(to: strike[strike_first:strike_count]) \
                    map(tofrom: call[call_first:call_count]) map(tofrom: put[put_first:put_count]) \
                    map(tofrom: _error[0:1])
            for (OFFCY_ITERATIONS(_i, _i_count)) {
                ptrdiff_t i = _i_first + _i;
#line 151 "dv/pw.pyx"
                black_scholes_region_150_iteration(i, price, years, volatility, strike, rate, call,
                                                   call_n0, put, put_n0, _inside, _error);
            }
        }
        return;
    }
#else
    (void)_device; (void)years_first; (void)years_count; (void)strike_first; (void)strike_count;
    (void)call_first; (void)call_count; (void)put_first; (void)put_count;
#endif
#line 150 "dv/pw.pyx"
    #pragma omp parallel for \
            firstprivate(call, call_n0, put, put_n0, price, strike, years, rate, volatility, \
                         _inside)
    for (ptrdiff_t i = 0; i < price_n0; i++) {
#line 151 "dv/pw.pyx"
        black_scholes_region_150_iteration(i, price, years, volatility, strike, rate, call,
                                           call_n0, put, put_n0, _inside, _error);
    }
}

/* dv/pw.pyx:165: for i in prange(x.shape[0], device={}):
 *
 *   x       to      only read
 *   counts  tofrom  read (line 168) and written (line 167)
 */
#line 165 "dv/pw.pyx"
void histogram_region_165(int _device, double *x, ptrdiff_t x_n0, int *counts, ptrdiff_t counts_n0,
                          offcy_error *_error)
{
#ifdef OFFCY_OFFLOAD
    if (_device >= 0) {
#line 165 "dv/pw.pyx"
        offcy_tile _tile = {.extent = {x_n0}};
        while (offcy_next_tile(&_tile, 1)) {
            const ptrdiff_t _i_first = _tile.first[0];
            const int _i_count = _tile.count[0];
            const int _sums = offcy_team_sums(&_tile, OFFCY_SIZE_OF_SUMS(counts, counts_n0));
            #pragma omp target teams OFFCY_GRID_OF_SUMS(_tile.teams, _sums) device(_device) \
                    map(to: x[0:x_n0]) map(tofrom: counts[0:counts_n0]) map(tofrom: _error[0:1])
            OFFCY_TEAM_SUMS(counts, counts_n0, _sums, 0)
            for (OFFCY_SEVERAL_ITERATIONS(_i, _i_count)) {
                ptrdiff_t i = _i_first + _i;
#line 166 "dv/pw.pyx"
                int bin = (int)(x[i] * counts_n0);
#line 168 "dv/pw.pyx"
                ptrdiff_t _index = bin;
                if (offcy_outside(_index, counts_n0) && offcy_misses(&_index, counts_n0)) {
                    offcy_fail_index(_error, OFFCY_SITE_168_counts, 0, bin, counts_n0);
                    goto next_i;
                }
#line 167 "dv/pw.pyx"
                #pragma omp atomic
                counts[_index] += 1;
            next_i:;
            }
        }
        return;
    }
#else
    (void)_device;
#endif
#line 165 "dv/pw.pyx"
    #pragma omp parallel for firstprivate(counts, counts_n0, x)
    for (ptrdiff_t i = 0; i < x_n0; i++) {
#line 166 "dv/pw.pyx"
        int bin = (int)(x[i] * counts_n0);
#line 168 "dv/pw.pyx"
        ptrdiff_t _index = bin;
        if (offcy_outside(_index, counts_n0) && offcy_misses(&_index, counts_n0)) {
            offcy_fail_index(_error, OFFCY_SITE_168_counts, 0, bin, counts_n0);
            goto next_i;
        }
#line 167 "dv/pw.pyx"
        #pragma omp atomic
        counts[_index] += 1;
    next_i:;
    }
}

/* dv/pw.pyx:179: for i in prange(distance.shape[0], device={}):
 *
 *   distance[0:distance.shape[0], 0:distance.shape[0]]
 *      tofrom    read (line 181) and written (line 183)
 *   k  by value  a scalar that is only read
 */
void floyd_warshall_region_179(int _device, double *distance, ptrdiff_t distance_n0,
                               ptrdiff_t distance_n1, ptrdiff_t distance_first,
                               ptrdiff_t distance_count, ptrdiff_t k)
{
#ifdef OFFCY_OFFLOAD
    if (_device >= 0) {
#line 179 "dv/pw.pyx"
        offcy_tile _tile = {.extent = {distance_n0, distance_n0}};
        while (offcy_next_tile(&_tile, 2)) {
            const ptrdiff_t _i_first = _tile.first[0], _j_first = _tile.first[1];
            const int _j_count = _tile.count[1], _total = _tile.total;
            #pragma omp target teams OFFCY_GRID(_tile.teams) device(_device) firstprivate(k) \
                    map(tofrom: distance[distance_first:distance_count])
            for (OFFCY_ITERATIONS(_number, _total)) {
                const int _i = _number / _j_count;
                const int _j = _number % _j_count;
                ptrdiff_t i = _i_first + _i;
                ptrdiff_t j = _j_first + _j;
#line 181 "dv/pw.pyx"
                double through = distance[i * distance_n1 + k] + distance[k * distance_n1 + j];
                if (through < distance[i * distance_n1 + j]) {
                    distance[i * distance_n1 + j] = through;
                }
            }
        }
        return;
    }
#else
    (void)_device; (void)distance_first; (void)distance_count;
#endif
    const int *const _stop = offcy_stop();
#line 179 "dv/pw.pyx"
    #pragma omp parallel for firstprivate(distance, distance_n0, distance_n1, k)
    for (ptrdiff_t i = 0; i < distance_n0; i++) {
        if (offcy_stopped(_stop))
            continue;
#line 180 "dv/pw.pyx"
        for (ptrdiff_t j = 0; j < distance_n0; j++) {
            double through = distance[i * distance_n1 + k] + distance[k * distance_n1 + j];
            if (through < distance[i * distance_n1 + j]) {
                distance[i * distance_n1 + j] = through;
            }
        }
    }
}

static OFFCY_ITERATION void inside_polygon_region_192_iteration(ptrdiff_t i, double *points,
                                                                ptrdiff_t points_n1,
                                                                double *corners,
                                                                ptrdiff_t corners_n0,
                                                                ptrdiff_t corners_n1, int *inside,
                                                                ptrdiff_t inside_n0, int _inside,
                                                                offcy_error *_error)
{
#line 193 "dv/pw.pyx"
    double x = points[i * points_n1];
    double y = points[i * points_n1 + 1];
    int crossings = 0;
    ptrdiff_t last = corners_n0 - 1;
    for (ptrdiff_t j = 0; j < corners_n0; j++) {
        if (!_inside) {
#line 198 "dv/pw.pyx"
            if (offcy_outside(1, corners_n1)) {
                offcy_fail_index(_error, OFFCY_SITE_198_corners, 1, 1, corners_n1);
                return;
            }
        }
#line 198 "dv/pw.pyx"
        double yj = corners[j * corners_n1 + 1];
        ptrdiff_t _index = last;
#line 199 "dv/pw.pyx"
        if (!_inside) {
#line 199 "dv/pw.pyx"
            _index = last;
            if (offcy_outside(_index, corners_n0) && offcy_misses(&_index, corners_n0)) {
                offcy_fail_index(_error, OFFCY_SITE_199_corners, 0, last, corners_n0);
                return;
            }
        }
#line 199 "dv/pw.pyx"
        double yl = corners[_index * corners_n1 + 1];
        if ((yj > y) != (yl > y)) {
            double xj = corners[j * corners_n1];
            ptrdiff_t _index_2 = last;
#line 202 "dv/pw.pyx"
            if (!_inside) {
#line 202 "dv/pw.pyx"
                _index_2 = last;
                if (offcy_outside(_index_2, corners_n0) && offcy_misses(&_index_2, corners_n0)) {
                    offcy_fail_index(_error, OFFCY_SITE_202_corners, 0, last, corners_n0);
                    return;
                }
            }
#line 202 "dv/pw.pyx"
            double xl = corners[_index_2 * corners_n1];
            double _dividend = (xl - xj) * (y - yj);
#line 203 "dv/pw.pyx"
            double _divisor = yl - yj;
#line 203 "dv/pw.pyx"
            if (OFFCY_UNLIKELY(_divisor == 0)) {
                offcy_fail(_error, OFFCY_FLOAT_DIVISION_BY_ZERO, OFFCY_SITE_203);
                return;
            }
#line 203 "dv/pw.pyx"
            if (x < _dividend / _divisor + xj) {
                crossings += 1;
            }
        }
#line 205 "dv/pw.pyx"
        last = j;
    }
#line 206 "dv/pw.pyx"
    if (!_inside) {
#line 206 "dv/pw.pyx"
        if (offcy_outside(i, inside_n0)) {
            offcy_fail_index(_error, OFFCY_SITE_206_inside, 0, i, inside_n0);
            return;
        }
    }
#line 206 "dv/pw.pyx"
    inside[i] = offcy_mod_int(crossings, 2);
}

/* dv/pw.pyx:192: for i in prange(points.shape[0], device={}):
 *
 *   points[0:points.shape[0], 0:2]    to        only read
 *   corners[0:corners.shape[0], 0:2]  to        only read
 *   inside[0:points.shape[0]]         tofrom    every element is written before it is read where
 *                                               the conditions hold
 *                                     from      if inside.shape[0] >= points.shape[0]
 *   inside                            by value  a scalar that is only read
 */
#line 192 "dv/pw.pyx"
void inside_polygon_region_192(int _device, double *points, ptrdiff_t points_n0,
                               ptrdiff_t points_n1, ptrdiff_t points_first, ptrdiff_t points_count,
                               double *corners, ptrdiff_t corners_n0, ptrdiff_t corners_n1,
                               ptrdiff_t corners_first, ptrdiff_t corners_count, int *inside,
                               ptrdiff_t inside_n0, ptrdiff_t inside_first, ptrdiff_t inside_count,
                               int _inside, offcy_error *_error)
{
#ifdef OFFCY_OFFLOAD
    if (_device >= 0) {
#line 192 "dv/pw.pyx"
        offcy_tile _tile = {.extent = {points_n0}};
        while (offcy_next_tile(&_tile, 1)) {
            const ptrdiff_t _i_first = _tile.first[0];
            const int _i_count = _tile.count[0];
            #pragma omp target teams OFFCY_GRID(_tile.teams) device(_device) firstprivate(_inside) \
                    map(to: points[points_first:points_count]) \
                    map(to: corners[corners_first:corners_count]) \
                    map(tofrom: inside[inside_first:inside_count]) map(tofrom: _error[0:1])
            for (OFFCY_ITERATIONS(_i, _i_count)) {
                ptrdiff_t i = _i_first + _i;
                if (offcy_failed_before(_error))
                    goto next_i;
#line 193 "dv/pw.pyx"
                inside_polygon_region_192_iteration(i, points, points_n1, corners, corners_n0,
                                                    corners_n1, inside, inside_n0, _inside, _error);
            next_i:;
            }
        }
        return;
    }
#else
    (void)_device; (void)points_first; (void)points_count; (void)corners_first; (void)corners_count;
    (void)inside_first; (void)inside_count;
#endif
    const int *const _stop = offcy_stop();
#line 192 "dv/pw.pyx"
    #pragma omp parallel for \
            firstprivate(inside, inside_n0, points, points_n1, corners, corners_n0, corners_n1, \
                         _inside)
    for (ptrdiff_t i = 0; i < points_n0; i++) {
        if (offcy_stopped(_stop))
            continue;
        if (offcy_failed(_error))
            goto next_i;
#line 193 "dv/pw.pyx"
        inside_polygon_region_192_iteration(i, points, points_n1, corners, corners_n0, corners_n1,
                                            inside, inside_n0, _inside, _error);
    next_i:;
    }
}

/* dv/pw.pyx:217: for c in prange(centres.shape[0], device={}):
 *
 *   centres                     by value  only its shape is asked
 *   counts[0:centres.shape[0]]  tofrom    every element is written before it is read where the
 *                                         conditions hold
 *                               from      if counts.shape[0] >= centres.shape[0]
 *   sums[0:centres.shape[0], 0:centres.shape[1]]
 *                               tofrom    every element is written before it is read where the
 *                                         conditions hold
 *                               from      if sums.shape[0] >= centres.shape[0] and sums.shape[1] >=
 *                                         centres.shape[1]
 */
#line 217 "dv/pw.pyx"
void kmeans_region_217(int _device, double *centres, ptrdiff_t centres_n0, ptrdiff_t centres_n1,
                       double *counts, ptrdiff_t counts_first, ptrdiff_t counts_count,
                       double *sums, ptrdiff_t sums_n1, ptrdiff_t sums_first, ptrdiff_t sums_count)
{
#ifdef OFFCY_OFFLOAD
    if (_device >= 0) {
#line 217 "dv/pw.pyx"
        offcy_tile _tile = {.extent = {centres_n0}};
        while (offcy_next_tile(&_tile, 1)) {
            const ptrdiff_t _c_first = _tile.first[0];
            const int _c_count = _tile.count[0];
            #pragma omp target teams OFFCY_GRID(_tile.teams) device(_device) firstprivate(centres) \
                    map(tofrom: counts[counts_first:counts_count]) \
                    map(tofrom: sums[sums_first:sums_count])
            for (OFFCY_ITERATIONS(_c, _c_count)) {
                ptrdiff_t c = _c_first + _c;
#line 218 "dv/pw.pyx"
                counts[c] = 0.0;
                for (ptrdiff_t j = 0; j < centres_n1; j++) {
                    sums[c * sums_n1 + j] = 0.0;
                }
            }
        }
        return;
    }
#else
    (void)_device; (void)centres; (void)counts_first; (void)counts_count; (void)sums_first;
    (void)sums_count;
#endif
    const int *const _stop = offcy_stop();
#line 217 "dv/pw.pyx"
    #pragma omp parallel for firstprivate(centres_n1, sums, sums_n1, counts)
    for (ptrdiff_t c = 0; c < centres_n0; c++) {
        if (offcy_stopped(_stop))
            continue;
#line 218 "dv/pw.pyx"
        counts[c] = 0.0;
        for (ptrdiff_t j = 0; j < centres_n1; j++) {
            sums[c * sums_n1 + j] = 0.0;
        }
    }
}

/* dv/pw.pyx:221: for i in prange(points.shape[0], device={}):
 *
 *   points                      to        only read
 *   centres[0:centres.shape[0], 0:points.shape[1]]
 *                               to        only read
 *   labels[0:points.shape[0]]   tofrom    every element is written before it is read where the
 *                                         conditions hold
 *                               from      if labels.shape[0] >= points.shape[0]
 *   counts[0:centres.shape[0]]  tofrom    read (line 234) and written (line 233)
 *   sums[0:centres.shape[0], 0:points.shape[1]]
 *                               tofrom    read (line 237) and written (line 236)
 *   inside                      by value  a scalar that is only read
 */
#line 221 "dv/pw.pyx"
void kmeans_region_221(int _device, double *points, ptrdiff_t points_n0, ptrdiff_t points_n1,
                       double *centres, ptrdiff_t centres_n0, ptrdiff_t centres_n1,
                       ptrdiff_t centres_first, ptrdiff_t centres_count, int *labels,
                       ptrdiff_t labels_first, ptrdiff_t labels_count, double *counts,
                       ptrdiff_t counts_n0, ptrdiff_t counts_first, ptrdiff_t counts_count,
                       double *sums, ptrdiff_t sums_n0, ptrdiff_t sums_n1, ptrdiff_t sums_first,
                       ptrdiff_t sums_count, int _inside, offcy_error *_error)
{
#ifdef OFFCY_OFFLOAD
    if (_device >= 0) {
#line 221 "dv/pw.pyx"
        offcy_tile _tile = {.extent = {points_n0}};
        while (offcy_next_tile(&_tile, 1)) {
            const ptrdiff_t _i_first = _tile.first[0];
            const int _i_count = _tile.count[0];
            const bool _apart = OFFCY_APART(counts, counts_first + counts_count, points,
                                            points_n0 * points_n1)
                && OFFCY_APART(sums, sums_first + sums_count, points, points_n0 * points_n1);
            const int _sums = _apart ? offcy_team_sums(&_tile,
                                                       OFFCY_SIZE_OF_SUMS(counts,
                    counts_first + counts_count)
                                                       + OFFCY_SIZE_OF_SUMS(sums,
                    sums_first + sums_count)) : 0;
            #pragma omp target teams OFFCY_GRID_OF_SUMS(_tile.teams, _sums) device(_device) \
                    firstprivate(_inside) map(to: points[0:points_n0 * points_n1]) \
                    map(to: centres[centres_first:centres_count]) \
                    map(tofrom: labels[labels_first:labels_count]) \
                    map(tofrom: counts[counts_first:counts_count]) \
                    map(tofrom: sums[sums_first:sums_count]) map(tofrom: _error[0:1])
            OFFCY_TEAM_SUMS(counts, counts_first + counts_count, _sums, 0)
            OFFCY_TEAM_SUMS(sums, sums_first + sums_count, _sums,
                            OFFCY_SIZE_OF_SUMS(counts, counts_first + counts_count))
            for (OFFCY_SEVERAL_ITERATIONS(_i, _i_count)) {
                ptrdiff_t i = _i_first + _i;
                if (!_inside && offcy_failed(_error))
                    goto next_i;
#line 222 "dv/pw.pyx"
                double best = 1e300;
                int label = 0;
                for (ptrdiff_t c = 0; c < centres_n0; c++) {
                    double total = 0.0;
                    for (ptrdiff_t j = 0; j < points_n1; j++) {
                        double difference = points[i * points_n1 + j] - centres[c * centres_n1 + j];
                        total += difference * difference;
                    }
#line 229 "dv/pw.pyx"
                    if (total < best) {
                        best = total;
                        label = (int)c;
                    }
                }
#line 232 "dv/pw.pyx"
                labels[i] = label;
#line 234 "dv/pw.pyx"
                ptrdiff_t _index = label;
#line 234 "dv/pw.pyx"
                if (!_inside) {
#line 234 "dv/pw.pyx"
                    _index = label;
                    if (offcy_outside(_index, counts_n0) && offcy_misses(&_index, counts_n0)) {
                        offcy_fail_index(_error, OFFCY_SITE_234_counts, 0, label, counts_n0);
                        goto next_i;
                    }
                }
#line 233 "dv/pw.pyx"
                #pragma omp atomic
                counts[_index] += 1.0;
                for (ptrdiff_t j = 0; j < points_n1; j++) {
#line 237 "dv/pw.pyx"
                    ptrdiff_t _index_2 = label;
#line 237 "dv/pw.pyx"
                    if (!_inside) {
#line 237 "dv/pw.pyx"
                        if (offcy_outside(j, sums_n1)) {
                            offcy_fail_index(_error, OFFCY_SITE_237_sums, 1, j, sums_n1);
                            goto next_i;
                        }
#line 237 "dv/pw.pyx"
                        _index_2 = label;
                        if (offcy_outside(_index_2, sums_n0) && offcy_misses(&_index_2, sums_n0)) {
                            offcy_fail_index(_error, OFFCY_SITE_237_sums, 0, label, sums_n0);
                            goto next_i;
                        }
                    }
#line 236 "dv/pw.pyx"
                    #pragma omp atomic
                    sums[_index_2 * sums_n1 + j] += points[i * points_n1 + j];
                }
            next_i:;
            }
        }
        return;
    }
#else
    (void)_device; (void)centres_first; (void)centres_count; (void)labels_first; (void)labels_count;
    (void)counts_first; (void)counts_count; (void)sums_first; (void)sums_count;
#endif
    const int *const _stop = offcy_stop();
#line 221 "dv/pw.pyx"
    #pragma omp parallel for \
            firstprivate(centres, centres_n0, centres_n1, sums, sums_n0, sums_n1, counts, \
                         counts_n0, labels, points, points_n1, _inside)
    for (ptrdiff_t i = 0; i < points_n0; i++) {
        if (offcy_stopped(_stop))
            continue;
        if (!_inside && offcy_failed(_error))
            goto next_i;
#line 222 "dv/pw.pyx"
        double best = 1e300;
        int label = 0;
        for (ptrdiff_t c = 0; c < centres_n0; c++) {
            double total = 0.0;
            for (ptrdiff_t j = 0; j < points_n1; j++) {
                double difference = points[i * points_n1 + j] - centres[c * centres_n1 + j];
                total += difference * difference;
            }
#line 229 "dv/pw.pyx"
            if (total < best) {
                best = total;
                label = (int)c;
            }
        }
#line 232 "dv/pw.pyx"
        labels[i] = label;
#line 234 "dv/pw.pyx"
        ptrdiff_t _index = label;
#line 234 "dv/pw.pyx"
        if (!_inside) {
#line 234 "dv/pw.pyx"
            _index = label;
            if (offcy_outside(_index, counts_n0) && offcy_misses(&_index, counts_n0)) {
                offcy_fail_index(_error, OFFCY_SITE_234_counts, 0, label, counts_n0);
                goto next_i;
            }
        }
#line 233 "dv/pw.pyx"
        #pragma omp atomic
        counts[_index] += 1.0;
        for (ptrdiff_t j = 0; j < points_n1; j++) {
#line 237 "dv/pw.pyx"
            ptrdiff_t _index_2 = label;
#line 237 "dv/pw.pyx"
            if (!_inside) {
#line 237 "dv/pw.pyx"
                if (offcy_outside(j, sums_n1)) {
                    offcy_fail_index(_error, OFFCY_SITE_237_sums, 1, j, sums_n1);
                    goto next_i;
                }
#line 237 "dv/pw.pyx"
                _index_2 = label;
                if (offcy_outside(_index_2, sums_n0) && offcy_misses(&_index_2, sums_n0)) {
                    offcy_fail_index(_error, OFFCY_SITE_237_sums, 0, label, sums_n0);
                    goto next_i;
                }
            }
#line 236 "dv/pw.pyx"
            #pragma omp atomic
            sums[_index_2 * sums_n1 + j] += points[i * points_n1 + j];
        }
    next_i:;
    }
}

/* dv/pw.pyx:238: for c in prange(centres.shape[0], device={}):
 *
 *   centres                     tofrom    perhaps not all of it is written: a write under a
 *                                         condition (line 240)
 *   counts[0:centres.shape[0]]  to        only read
 *   sums[0:centres.shape[0], 0:centres.shape[1]]
 *                               to        only read
 *   inside                      by value  a scalar that is only read
 */
#line 238 "dv/pw.pyx"
void kmeans_region_238(int _device, double *centres, ptrdiff_t centres_n0, ptrdiff_t centres_n1,
                       double *counts, ptrdiff_t counts_first, ptrdiff_t counts_count,
                       double *sums, ptrdiff_t sums_n0, ptrdiff_t sums_n1, ptrdiff_t sums_first,
                       ptrdiff_t sums_count, int _inside_2, offcy_error *_error)
{
#ifdef OFFCY_OFFLOAD
    if (_device >= 0) {
#line 238 "dv/pw.pyx"
        offcy_tile _tile = {.extent = {centres_n0, centres_n1}};
        while (offcy_next_tile(&_tile, 2)) {
            const ptrdiff_t _c_first = _tile.first[0], _j_first = _tile.first[1];
            const int _j_count = _tile.count[1], _total = _tile.total;
            #pragma omp target teams OFFCY_GRID(_tile.teams) device(_device) \
                    firstprivate(_inside_2) map(tofrom: centres[0:centres_n0 * centres_n1]) \
                    map(to: counts[counts_first:counts_count]) \
                    map(to: sums[sums_first:sums_count]) map(tofrom: _error[0:1])
            for (OFFCY_ITERATIONS(_number, _total)) {
                const int _c = _number / _j_count;
                const int _j_2 = _number % _j_count;
                ptrdiff_t c = _c_first + _c;
                ptrdiff_t j = _j_first + _j_2;
#line 240 "dv/pw.pyx"
                if (counts[c] > 0.0) {
                    if (!_inside_2) {
#line 241 "dv/pw.pyx"
                        if (offcy_outside(j, sums_n1)) {
                            offcy_fail_index(_error, OFFCY_SITE_241_sums, 1, j, sums_n1);
                            goto next_c;
                        }
#line 241 "dv/pw.pyx"
                        if (offcy_outside(c, sums_n0)) {
                            offcy_fail_index(_error, OFFCY_SITE_241_sums, 0, c, sums_n0);
                            goto next_c;
                        }
                    }
#line 241 "dv/pw.pyx"
                    double _dividend = sums[c * sums_n1 + j];
#line 241 "dv/pw.pyx"
                    double _divisor = counts[c];
#line 241 "dv/pw.pyx"
                    if (OFFCY_UNLIKELY(_divisor == 0)) {
                        offcy_fail(_error, OFFCY_FLOAT_DIVISION_BY_ZERO, OFFCY_SITE_241);
                        goto next_c;
                    }
#line 241 "dv/pw.pyx"
                    centres[c * centres_n1 + j] = _dividend / _divisor;
                }
            next_c:;
            }
        }
        return;
    }
#else
    (void)_device; (void)counts_first; (void)counts_count; (void)sums_first; (void)sums_count;
#endif
    const int *const _stop = offcy_stop();
#line 238 "dv/pw.pyx"
    #pragma omp parallel for \
            firstprivate(centres, centres_n1, sums, sums_n0, sums_n1, counts, _inside_2)
    for (ptrdiff_t c = 0; c < centres_n0; c++) {
        if (offcy_stopped(_stop))
            continue;
        if (offcy_failed(_error))
            goto next_c;
#line 239 "dv/pw.pyx"
        for (ptrdiff_t j = 0; j < centres_n1; j++) {
            if (counts[c] > 0.0) {
                if (!_inside_2) {
#line 241 "dv/pw.pyx"
                    if (offcy_outside(j, sums_n1)) {
                        offcy_fail_index(_error, OFFCY_SITE_241_sums, 1, j, sums_n1);
                        goto next_c;
                    }
#line 241 "dv/pw.pyx"
                    if (offcy_outside(c, sums_n0)) {
                        offcy_fail_index(_error, OFFCY_SITE_241_sums, 0, c, sums_n0);
                        goto next_c;
                    }
                }
#line 241 "dv/pw.pyx"
                double _dividend = sums[c * sums_n1 + j];
#line 241 "dv/pw.pyx"
                double _divisor = counts[c];
#line 241 "dv/pw.pyx"
                if (OFFCY_UNLIKELY(_divisor == 0)) {
                    offcy_fail(_error, OFFCY_FLOAT_DIVISION_BY_ZERO, OFFCY_SITE_241);
                    goto next_c;
                }
#line 241 "dv/pw.pyx"
                centres[c * centres_n1 + j] = _dividend / _divisor;
            }
        }
    next_c:;
    }
}

/* dv/pw.pyx:251: for i in prange(radius, image.shape[0] - radius, device={}):
 *
 *   radius  by value  a scalar that is only read
 *   image   to        only read
 *   near    by value  a scalar that is only read
 *   alike   by value  a scalar that is only read
 *   out[radius:image.shape[0] - radius, radius:image.shape[1] - radius]
 *           tofrom    every element is written before it is read where the conditions hold
 *           from      if radius == 0 and image.shape[0] == radius + out.shape[0] and image.shape[1]
 *                     == radius + out.shape[1]
 *   inside  by value  a scalar that is only read
 */
#line 251 "dv/pw.pyx"
void bilateral_region_251(int _device, int radius, double *image, ptrdiff_t image_n0,
                          ptrdiff_t image_n1, double near_, double alike, double *out,
                          ptrdiff_t out_n0, ptrdiff_t out_n1, ptrdiff_t out_first,
                          ptrdiff_t out_count, int _inside, offcy_error *_error)
{
#ifdef OFFCY_OFFLOAD
    if (_device >= 0) {
#line 251 "dv/pw.pyx"
        offcy_tile _tile = {.extent =
                            {image_n0 - radius - (ptrdiff_t)radius,
                             image_n1 - radius - (ptrdiff_t)radius}};
        while (offcy_next_tile(&_tile, 2)) {
            const ptrdiff_t _i_first = radius + _tile.first[0], _j_first = radius + _tile.first[1];
            const int _j_count = _tile.count[1], _total = _tile.total;
            #pragma omp target teams OFFCY_GRID(_tile.teams) device(_device) \
                    firstprivate(radius, near_, alike, _inside) \
                    map(to: image[0:image_n0 * image_n1]) map(tofrom: out[out_first:out_count]) \
                    map(tofrom: _error[0:1])
            for (OFFCY_ITERATIONS(_number, _total)) {
                const int _i = _number / _j_count;
                const int _j = _number % _j_count;
                ptrdiff_t i = _i_first + _i;
                ptrdiff_t j = _j_first + _j;
                if (offcy_failed_before(_error))
                    goto next_i;
#line 253 "dv/pw.pyx"
                double total = 0.0;
                double weights = 0.0;
                for (ptrdiff_t k = -radius; k < radius + 1; k++) {
                    for (ptrdiff_t l = -radius; l < radius + 1; l++) {
                        ptrdiff_t _index = j + l;
#line 257 "dv/pw.pyx"
                        ptrdiff_t _index_2 = i + k;
#line 257 "dv/pw.pyx"
                        ptrdiff_t _index_3 = j;
#line 257 "dv/pw.pyx"
                        ptrdiff_t _index_4 = i;
#line 257 "dv/pw.pyx"
                        if (!_inside) {
#line 257 "dv/pw.pyx"
                            _index = j + l;
                            if (offcy_outside(_index, image_n1)
                                && offcy_misses(&_index, image_n1)) {
                                offcy_fail_index(_error, OFFCY_SITE_257_image, 1, j + l, image_n1);
                                goto next_i;
                            }
#line 257 "dv/pw.pyx"
                            _index_2 = i + k;
                            if (offcy_outside(_index_2, image_n0)
                                && offcy_misses(&_index_2, image_n0)) {
                                offcy_fail_index(_error, OFFCY_SITE_257_image, 0, i + k, image_n0);
                                goto next_i;
                            }
#line 257 "dv/pw.pyx"
                            _index_3 = j;
                            if (offcy_outside(_index_3, image_n1)
                                && offcy_misses(&_index_3, image_n1)) {
                                offcy_fail_index(_error, OFFCY_SITE_257_image, 1, j, image_n1);
                                goto next_i;
                            }
#line 257 "dv/pw.pyx"
                            _index_4 = i;
                            if (offcy_outside(_index_4, image_n0)
                                && offcy_misses(&_index_4, image_n0)) {
                                offcy_fail_index(_error, OFFCY_SITE_257_image, 0, i, image_n0);
                                goto next_i;
                            }
                        }
#line 257 "dv/pw.pyx"
                        double difference = image[_index_2 * image_n1 + _index]
                            - image[_index_4 * image_n1 + _index_3];
#line 258 "dv/pw.pyx"
                        double weight = exp(-(k * k + l * l) * near_
                                            - difference * difference * alike);
#line 259 "dv/pw.pyx"
                        ptrdiff_t _index_5 = j + l;
#line 259 "dv/pw.pyx"
                        ptrdiff_t _index_6 = i + k;
#line 259 "dv/pw.pyx"
                        if (!_inside) {
#line 259 "dv/pw.pyx"
                            _index_5 = j + l;
                            if (offcy_outside(_index_5, image_n1)
                                && offcy_misses(&_index_5, image_n1)) {
                                offcy_fail_index(_error, OFFCY_SITE_259_image, 1, j + l, image_n1);
                                goto next_i;
                            }
#line 259 "dv/pw.pyx"
                            _index_6 = i + k;
                            if (offcy_outside(_index_6, image_n0)
                                && offcy_misses(&_index_6, image_n0)) {
                                offcy_fail_index(_error, OFFCY_SITE_259_image, 0, i + k, image_n0);
                                goto next_i;
                            }
                        }
#line 259 "dv/pw.pyx"
                        total += weight * image[_index_6 * image_n1 + _index_5];
                        weights += weight;
                    }
                }
#line 261 "dv/pw.pyx"
                if (OFFCY_UNLIKELY(weights == 0)) {
                    offcy_fail(_error, OFFCY_FLOAT_DIVISION_BY_ZERO, OFFCY_SITE_261);
                    goto next_i;
                }
#line 261 "dv/pw.pyx"
                ptrdiff_t _index_7 = j;
#line 261 "dv/pw.pyx"
                ptrdiff_t _index_8 = i;
#line 261 "dv/pw.pyx"
                if (!_inside) {
#line 261 "dv/pw.pyx"
                    _index_7 = j;
                    if (offcy_outside(_index_7, out_n1) && offcy_misses(&_index_7, out_n1)) {
                        offcy_fail_index(_error, OFFCY_SITE_261_out, 1, j, out_n1);
                        goto next_i;
                    }
#line 261 "dv/pw.pyx"
                    _index_8 = i;
                    if (offcy_outside(_index_8, out_n0) && offcy_misses(&_index_8, out_n0)) {
                        offcy_fail_index(_error, OFFCY_SITE_261_out, 0, i, out_n0);
                        goto next_i;
                    }
                }
#line 261 "dv/pw.pyx"
                out[_index_8 * out_n1 + _index_7] = total / weights;
            next_i:;
            }
        }
        return;
    }
#else
    (void)_device; (void)out_first; (void)out_count;
#endif
    const int *const _stop = offcy_stop();
#line 251 "dv/pw.pyx"
    #pragma omp parallel for \
            firstprivate(out, out_n0, out_n1, image, image_n0, image_n1, radius, near_, alike, \
                         _inside)
    for (ptrdiff_t i = radius; i < image_n0 - radius; i++) {
        if (offcy_stopped(_stop))
            continue;
        if (offcy_failed(_error))
            goto next_i;
#line 252 "dv/pw.pyx"
        for (ptrdiff_t j = radius; j < image_n1 - radius; j++) {
            double total = 0.0;
            double weights = 0.0;
            for (ptrdiff_t k = -radius; k < radius + 1; k++) {
                for (ptrdiff_t l = -radius; l < radius + 1; l++) {
                    ptrdiff_t _index = j + l;
#line 257 "dv/pw.pyx"
                    ptrdiff_t _index_2 = i + k;
#line 257 "dv/pw.pyx"
                    ptrdiff_t _index_3 = j;
#line 257 "dv/pw.pyx"
                    ptrdiff_t _index_4 = i;
#line 257 "dv/pw.pyx"
                    if (!_inside) {
#line 257 "dv/pw.pyx"
                        _index = j + l;
                        if (offcy_outside(_index, image_n1) && offcy_misses(&_index, image_n1)) {
                            offcy_fail_index(_error, OFFCY_SITE_257_image, 1, j + l, image_n1);
                            goto next_i;
                        }
#line 257 "dv/pw.pyx"
                        _index_2 = i + k;
                        if (offcy_outside(_index_2, image_n0)
                            && offcy_misses(&_index_2, image_n0)) {
                            offcy_fail_index(_error, OFFCY_SITE_257_image, 0, i + k, image_n0);
                            goto next_i;
                        }
#line 257 "dv/pw.pyx"
                        _index_3 = j;
                        if (offcy_outside(_index_3, image_n1)
                            && offcy_misses(&_index_3, image_n1)) {
                            offcy_fail_index(_error, OFFCY_SITE_257_image, 1, j, image_n1);
                            goto next_i;
                        }
#line 257 "dv/pw.pyx"
                        _index_4 = i;
                        if (offcy_outside(_index_4, image_n0)
                            && offcy_misses(&_index_4, image_n0)) {
                            offcy_fail_index(_error, OFFCY_SITE_257_image, 0, i, image_n0);
                            goto next_i;
                        }
                    }
#line 257 "dv/pw.pyx"
                    double difference = image[_index_2 * image_n1 + _index]
                        - image[_index_4 * image_n1 + _index_3];
#line 258 "dv/pw.pyx"
                    double weight = exp(-(k * k + l * l) * near_ - difference * difference * alike);
                    ptrdiff_t _index_5 = j + l;
#line 259 "dv/pw.pyx"
                    ptrdiff_t _index_6 = i + k;
#line 259 "dv/pw.pyx"
                    if (!_inside) {
#line 259 "dv/pw.pyx"
                        _index_5 = j + l;
                        if (offcy_outside(_index_5, image_n1)
                            && offcy_misses(&_index_5, image_n1)) {
                            offcy_fail_index(_error, OFFCY_SITE_259_image, 1, j + l, image_n1);
                            goto next_i;
                        }
#line 259 "dv/pw.pyx"
                        _index_6 = i + k;
                        if (offcy_outside(_index_6, image_n0)
                            && offcy_misses(&_index_6, image_n0)) {
                            offcy_fail_index(_error, OFFCY_SITE_259_image, 0, i + k, image_n0);
                            goto next_i;
                        }
                    }
#line 259 "dv/pw.pyx"
                    total += weight * image[_index_6 * image_n1 + _index_5];
                    weights += weight;
                }
            }
#line 261 "dv/pw.pyx"
            if (OFFCY_UNLIKELY(weights == 0)) {
                offcy_fail(_error, OFFCY_FLOAT_DIVISION_BY_ZERO, OFFCY_SITE_261);
                goto next_i;
            }
#line 261 "dv/pw.pyx"
            ptrdiff_t _index_7 = j;
#line 261 "dv/pw.pyx"
            ptrdiff_t _index_8 = i;
#line 261 "dv/pw.pyx"
            if (!_inside) {
#line 261 "dv/pw.pyx"
                _index_7 = j;
                if (offcy_outside(_index_7, out_n1) && offcy_misses(&_index_7, out_n1)) {
                    offcy_fail_index(_error, OFFCY_SITE_261_out, 1, j, out_n1);
                    goto next_i;
                }
#line 261 "dv/pw.pyx"
                _index_8 = i;
                if (offcy_outside(_index_8, out_n0) && offcy_misses(&_index_8, out_n0)) {
                    offcy_fail_index(_error, OFFCY_SITE_261_out, 0, i, out_n0);
                    goto next_i;
                }
            }
#line 261 "dv/pw.pyx"
            out[_index_8 * out_n1 + _index_7] = total / weights;
        }
    next_i:;
    }
}

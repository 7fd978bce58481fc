# cython: boundscheck=False, wraparound=False, cdivision=True
"""Solidification of a metal: the Allen-Cahn equation for the phase and the heat equation for the rest.

A seed of solid in the middle of a cold melt grows into a dendrite. Phase and temperature have two
grids each, which take turns; the force that the anisotropy exerts needs three more.
"""
import numpy as np
from cython.parallel import parallel, prange

cdef struct Melt:
    double space        # between cells
    double time         # of a step
    double width        # of the interface
    double relaxation
    double anisotropy
    double coupling     # of phase and heat
    double diffusion
    double cold         # the temperature of the melt, below its freezing point


cdef Melt melt() noexcept:
    cdef Melt m
    m.space, m.time, m.width, m.relaxation = 0.4, 0.01, 1.0, 1.0
    m.anisotropy, m.coupling, m.diffusion, m.cold = 0.02, 1.6, 2.0, 0.8
    return m


cdef inline double slope(Melt m, double[:, :, ::1] a, int x, int y, int z, int axis) noexcept nogil:
    """Central difference along an axis."""
    if axis == 0:
        return (a[x + 1, y, z] - a[x - 1, y, z]) / (2 * m.space)
    if axis == 1:
        return (a[x, y + 1, z] - a[x, y - 1, z]) / (2 * m.space)
    return (a[x, y, z + 1] - a[x, y, z - 1]) / (2 * m.space)


cdef inline double laplacian(Melt m, double[:, :, ::1] a, int x, int y, int z) noexcept nogil:
    return (a[x + 1, y, z] + a[x - 1, y, z] + a[x, y + 1, z] + a[x, y - 1, z] + a[x, y, z + 1]
            + a[x, y, z - 1] - 6 * a[x, y, z]) / (m.space * m.space)


cdef inline double anisotropy(Melt m, double px, double py, double pz) noexcept nogil:
    cdef double square = px * px + py * py + pz * pz
    if square == 0:
        return 1 - 5 * m.anisotropy / 3
    return 1 - 3 * m.anisotropy + 4 * m.anisotropy * (px ** 4 + py ** 4 + pz ** 4) / (square * square)


cdef inline double force(Melt m, double p, double q, double r) noexcept nogil:
    """Along the axis of slope p; q and r are the slopes along the others."""
    cdef double square = p * p + q * q + r * r
    if square == 0:
        return 0
    return (m.width * m.width * anisotropy(m, p, q, r) * 16 * m.anisotropy * p
            * (p * p * (q * q + r * r) - q ** 4 - r ** 4) / (square * square))


cdef inline double next_phase(Melt m, double[:, :, ::1] phase, double[:, :, ::1] heat, double[:, :, ::1] fx,
                              double[:, :, ::1] fy, double[:, :, ::1] fz, int x, int y, int z) noexcept nogil:
    cdef double a = anisotropy(m, slope(m, phase, x, y, z, 0), slope(m, phase, x, y, z, 1),
                               slope(m, phase, x, y, z, 2))
    cdef double p = phase[x, y, z]
    cdef double well = (1 - p * p) * (p - m.coupling * heat[x, y, z] * (1 - p * p))
    cdef double spread = m.width * m.width * a * a * laplacian(m, phase, x, y, z)
    cdef double pull = slope(m, fx, x, y, z, 0) + slope(m, fy, x, y, z, 1) + slope(m, fz, x, y, z, 2)
    return p + m.time / (m.relaxation * a * a) * (well + spread + pull)


cdef void plant_seed(Melt m, double[:, :, ::1] phase, double[:, :, ::1] heat) noexcept nogil:
    """Host: a ball of solid (phase 1) in cold melt (phase -1); all border cells are such melt."""
    cdef int n = phase.shape[0], x, y, z
    for x in range(n):
        for y in range(n):
            for z in range(n):
                heat[x, y, z] = -m.cold
                phase[x, y, z] = -1
                if 4 * ((2 * x - n) ** 2 + (2 * y - n) ** 2 + (2 * z - n) ** 2) < n * n:
                    heat[x, y, z] = 0
                    phase[x, y, z] = 1


def inferred(int n, int steps):
    """Phase and temperature of n * n * n cells after so many steps."""
    cdef double[:, :, ::1] phase = np.empty((n, n, n)), next_p = np.empty((n, n, n))
    cdef double[:, :, ::1] heat = np.empty((n, n, n)), next_h = np.empty((n, n, n))
    cdef double[:, :, ::1] fx = np.empty((n, n, n)), fy = np.empty((n, n, n)), fz = np.empty((n, n, n))
    cdef double px, py, pz
    cdef Melt m = melt()
    cdef int step, x, y, z
    cdef bint inside
    plant_seed(m, phase, heat)
    with nogil, device():
        for step in range(steps):
            with parallel(device={}):
                for x in prange(n):
                    for y in prange(n):
                        for z in prange(n):
                            px = py = pz = 0
                            if 0 < x < n - 1 and 0 < y < n - 1 and 0 < z < n - 1:
                                px = slope(m, phase, x, y, z, 0)
                                py = slope(m, phase, x, y, z, 1)
                                pz = slope(m, phase, x, y, z, 2)
                            fx[x, y, z] = force(m, px, py, pz)
                            fy[x, y, z] = force(m, py, pz, px)
                            fz[x, y, z] = force(m, pz, px, py)
            with parallel(device={}):
                for x in prange(n):
                    for y in prange(n):
                        for z in prange(n):
                            inside = 0 < x < n - 1 and 0 < y < n - 1 and 0 < z < n - 1
                            next_p[x, y, z] = next_phase(m, phase, heat, fx, fy, fz, x, y, z) if inside else -1
            with parallel(device={}):
                for x in prange(n):
                    for y in prange(n):
                        for z in prange(n):
                            inside = 0 < x < n - 1 and 0 < y < n - 1 and 0 < z < n - 1
                            next_h[x, y, z] = (heat[x, y, z] + 0.5 * (next_p[x, y, z] - phase[x, y, z])
                                + m.time * m.diffusion * laplacian(m, heat, x, y, z)) if inside else -m.cold
            phase, next_p = next_p, phase
            heat, next_h = next_h, heat
    return np.asarray(phase), np.asarray(heat)


def expert(int n, int steps):
    cdef double[:, :, ::1] phase = np.empty((n, n, n)), next_p = np.empty((n, n, n))
    cdef double[:, :, ::1] heat = np.empty((n, n, n)), next_h = np.empty((n, n, n))
    cdef double[:, :, ::1] fx = np.empty((n, n, n)), fy = np.empty((n, n, n)), fz = np.empty((n, n, n))
    cdef double px, py, pz
    cdef Melt m = melt()
    cdef int step, x, y, z
    cdef bint inside
    plant_seed(m, phase, heat)
    with nogil, device({phase: 'to', next_p: 'alloc', heat: 'to', next_h: 'alloc', fx: 'alloc',
                        fy: 'alloc', fz: 'alloc'}):
        for step in range(steps):
            with parallel(device={}):
                for x in prange(n):
                    for y in prange(n):
                        for z in prange(n):
                            px = py = pz = 0
                            if 0 < x < n - 1 and 0 < y < n - 1 and 0 < z < n - 1:
                                px = slope(m, phase, x, y, z, 0)
                                py = slope(m, phase, x, y, z, 1)
                                pz = slope(m, phase, x, y, z, 2)
                            fx[x, y, z] = force(m, px, py, pz)
                            fy[x, y, z] = force(m, py, pz, px)
                            fz[x, y, z] = force(m, pz, px, py)
            with parallel(device={}):
                for x in prange(n):
                    for y in prange(n):
                        for z in prange(n):
                            inside = 0 < x < n - 1 and 0 < y < n - 1 and 0 < z < n - 1
                            next_p[x, y, z] = next_phase(m, phase, heat, fx, fy, fz, x, y, z) if inside else -1
            with parallel(device={}):
                for x in prange(n):
                    for y in prange(n):
                        for z in prange(n):
                            inside = 0 < x < n - 1 and 0 < y < n - 1 and 0 < z < n - 1
                            next_h[x, y, z] = (heat[x, y, z] + 0.5 * (next_p[x, y, z] - phase[x, y, z])
                                + m.time * m.diffusion * laplacian(m, heat, x, y, z)) if inside else -m.cold
            phase, next_p = next_p, phase
            heat, next_h = next_h, heat
        update({phase: 'from', heat: 'from'})
    return np.asarray(phase), np.asarray(heat)

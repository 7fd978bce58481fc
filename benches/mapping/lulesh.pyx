# cython: boundscheck=False, wraparound=False, cdivision=True
"""A skeleton of LULESH: a shock wave through a mesh of hexahedra that move with the material.

The data flow is the original's: nodes and elements reach each other through index arrays, each phase of
a step has temporaries of its own, and the host learns from reductions how long the next step may be.
The arithmetic is simplified. The regions stand in functions of their own, which both versions call.
"""
import numpy as np
from cython.parallel import parallel, prange
from libc.math cimport cbrt, fabs, sqrt


# What happens in one element, or at one node.

cdef inline double side(int corner, int axis) noexcept nogil:
    """-1 or 1: on which side of the element's centre a corner is, along the element's own axes."""
    if axis == 0:
        return 1 if 0 < corner % 4 < 3 else -1
    return 1 if (corner % 4 > 1 if axis == 1 else corner > 3) else -1


cdef inline double across(double[::1] a, int[:, ::1] nodes, int e, int axis) noexcept nogil:
    """By how much a nodal quantity grows from one face of an element to the opposite one."""
    cdef double total = 0
    cdef int k
    for k in range(8):
        total += side(k, axis) * a[nodes[e, k]]
    return total / 4


cdef inline double area(double[::1] a, double[::1] b, int[:, ::1] nodes, int e, int axis) noexcept nogil:
    """The element's cross section along an axis, as seen from the direction that a and b lack."""
    cdef int u = (axis + 1) % 3, v = (axis + 2) % 3
    return across(a, nodes, e, u) * across(b, nodes, e, v) - across(a, nodes, e, v) * across(b, nodes, e, u)


cdef inline double volume(double[::1] x, double[::1] y, double[::1] z, int[:, ::1] nodes, int e) noexcept nogil:
    cdef double total = 0
    cdef int axis
    for axis in range(3):
        total += across(x, nodes, e, axis) * area(y, z, nodes, e, axis)
    return total


cdef inline double widening(double[::1] a, double[::1] b, int[:, ::1] nodes, int e, int k) noexcept nogil:
    """How the volume grows as corner k moves in the direction that a and b lack."""
    cdef double total = 0
    cdef int axis
    for axis in range(3):
        total += side(k, axis) * area(a, b, nodes, e, axis)
    return total / 4


cdef inline double mode(int k, int m) noexcept nogil:
    """The four hourglass modes: motions of the corners that leave the volume as it is."""
    return side(k, 0) * side(k, 1) * side(k, 2) if m == 3 else side(k, m) * side(k, (m + 1) % 3)


cdef inline double resisted(double[::1] x, double[::1] y, double[::1] z, double[::1] speed, double[::1] dvdx,
                            double[::1] dvdy, double[::1] dvdz, double room, int[:, ::1] nodes, int e,
                            int k) noexcept nogil:
    """The share of a corner in the hourglass motion of its element, in one direction."""
    cdef double total = 0, mx, my, mz, moved
    cdef int m, j
    for m in range(4):
        mx = my = mz = moved = 0
        for j in range(8):
            mx += mode(j, m) * x[nodes[e, j]] / room
            my += mode(j, m) * y[nodes[e, j]] / room
            mz += mode(j, m) * z[nodes[e, j]] / room
        for j in range(8):
            moved += speed[nodes[e, j]] * (mode(j, m) - dvdx[8 * e + j] * mx - dvdy[8 * e + j] * my - dvdz[8 * e + j] * mz)
        total += moved * (mode(k, m) - dvdx[8 * e + k] * mx - dvdy[8 * e + k] * my - dvdz[8 * e + k] * mz)
    return total


cdef inline double gathered(double[::1] of_corners, int[::1] first, int[::1] corners, int n) noexcept nogil:
    """The sum over the corners of all elements that meet at a node."""
    cdef double total = 0
    cdef int c
    for c in range(first[n], first[n + 1]):
        total += of_corners[corners[c]]
    return total


cdef inline double limited(double[:, ::1] gradient, int[:, ::1] beside, int e, int axis) noexcept nogil:
    """How smooth the flow is along an axis: 0 in a shock, 1 in an even flow."""
    cdef double here = gradient[e, axis] + 1e-36
    cdef double before = gradient[beside[e, 2 * axis], axis] / here, after = gradient[beside[e, 2 * axis + 1], axis] / here
    return max(0.0, min(min(0.5 * (before + after), 2 * before), min(2 * after, 1.0)))


cdef inline double pressure(double energy, double squeeze) noexcept nogil:
    cdef double p = 2.0 / 3.0 * (squeeze + 1) * energy
    return p if p > 1e-7 else 0


cdef inline double sound(double energy, double p, double squeeze) noexcept nogil:
    """The speed of sound."""
    cdef double square = 2.0 / 3.0 * (energy + p / (1 + squeeze))
    return sqrt(square) if square > 1e-36 else 1e-18


# The regions of a step. Forces on the nodes, from the elements around them:

cdef void stress(double[::1] p, double[::1] q, double[::1] sig):
    cdef int e
    with nogil, parallel(device={}):
        for e in prange(sig.shape[0]):
            sig[e] = -p[e] - q[e]


cdef void stress_forces(int[:, ::1] nodes, double[::1] x, double[::1] y, double[::1] z, double[::1] sig,
                        double[::1] fx_elem, double[::1] fy_elem, double[::1] fz_elem):
    cdef int e, k
    with nogil, parallel(device={}):
        for e in prange(nodes.shape[0]):
            for k in prange(8):
                fx_elem[8 * e + k] = -sig[e] * widening(y, z, nodes, e, k)
                fy_elem[8 * e + k] = -sig[e] * widening(z, x, nodes, e, k)
                fz_elem[8 * e + k] = -sig[e] * widening(x, y, nodes, e, k)


cdef double widenings(int[:, ::1] nodes, double[::1] x, double[::1] y, double[::1] z, double[::1] v,
                      double[::1] dvdx, double[::1] dvdy, double[::1] dvdz):
    """Returns the smallest relative volume."""
    cdef double least = 1
    cdef int e, k
    with nogil, parallel(device={}):
        for e in prange(nodes.shape[0]):
            least = min(least, v[e])
            for k in range(8):
                dvdx[8 * e + k] = widening(y, z, nodes, e, k)
                dvdy[8 * e + k] = widening(z, x, nodes, e, k)
                dvdz[8 * e + k] = widening(x, y, nodes, e, k)
    return least


cdef void hourglass_forces(int[:, ::1] nodes, double[::1] x, double[::1] y, double[::1] z, double[::1] xd,
                           double[::1] yd, double[::1] zd, double[::1] dvdx, double[::1] dvdy, double[::1] dvdz,
                           double[::1] v, double[::1] volo, double[::1] ss, double[::1] elem_mass,
                           double[::1] fx_elem, double[::1] fy_elem, double[::1] fz_elem):
    cdef double room, factor
    cdef int e, k
    with nogil, parallel(device={}):
        for e in prange(nodes.shape[0]):
            for k in prange(8):
                room = v[e] * volo[e]
                factor = -0.03 * ss[e] * elem_mass[e] / cbrt(room)
                fx_elem[8 * e + k] += factor * resisted(x, y, z, xd, dvdx, dvdy, dvdz, room, nodes, e, k)
                fy_elem[8 * e + k] += factor * resisted(x, y, z, yd, dvdx, dvdy, dvdz, room, nodes, e, k)
                fz_elem[8 * e + k] += factor * resisted(x, y, z, zd, dvdx, dvdy, dvdz, room, nodes, e, k)


cdef void gather(int[::1] first, int[::1] corners, double[::1] fx_elem, double[::1] fy_elem, double[::1] fz_elem,
                 double[::1] fx, double[::1] fy, double[::1] fz):
    cdef int n
    with nogil, parallel(device={}):
        for n in prange(fx.shape[0]):
            fx[n] = gathered(fx_elem, first, corners, n)
            fy[n] = gathered(fy_elem, first, corners, n)
            fz[n] = gathered(fz_elem, first, corners, n)


# Motion of the nodes:

cdef void accelerate(double[::1] fx, double[::1] fy, double[::1] fz, double[::1] mass,
                     double[::1] xdd, double[::1] ydd, double[::1] zdd):
    cdef int n
    with nogil, parallel(device={}):
        for n in prange(mass.shape[0]):
            xdd[n] = fx[n] / mass[n]
            ydd[n] = fy[n] / mass[n]
            zdd[n] = fz[n] / mass[n]


cdef void hold(int[::1] plane, double[::1] acceleration):
    """Nodes of a plane of symmetry stay in it."""
    cdef int n
    with nogil, parallel(device={}):
        for n in prange(plane.shape[0]):
            acceleration[plane[n]] = 0


cdef void move(double[::1] x, double[::1] xd, double[::1] xdd, double dt):
    cdef int n
    with nogil, parallel(device={}):
        for n in prange(x.shape[0]):
            xd[n] += xdd[n] * dt
            if fabs(xd[n]) < 1e-7:
                xd[n] = 0
            x[n] += xd[n] * dt


# What that does to the elements:

cdef double kinematics(int[:, ::1] nodes, double[::1] x, double[::1] y, double[::1] z, double[::1] v,
                       double[::1] volo, double dt, double[::1] vnew, double[::1] delv, double[::1] vdov,
                       double[::1] arealg):
    """Returns the smallest new volume."""
    cdef double least = 1
    cdef int e
    with nogil, parallel(device={}):
        for e in prange(nodes.shape[0]):
            vnew[e] = volume(x, y, z, nodes, e) / volo[e]
            delv[e] = vnew[e] - v[e]
            vdov[e] = delv[e] / (dt * 0.5 * (vnew[e] + v[e]))
            arealg[e] = cbrt(vnew[e] * volo[e])
            least = min(least, vnew[e])
    return least


cdef void gradients(int[:, ::1] nodes, double[::1] xd, double[::1] yd, double[::1] zd, double[::1] arealg,
                    double[:, ::1] gradient):
    """How the speed changes across each element, along its own axes."""
    cdef int e, axis
    with nogil, parallel(device={}):
        for e in prange(nodes.shape[0]):
            for axis in prange(3):
                gradient[e, axis] = (across(xd, nodes, e, axis) + across(yd, nodes, e, axis)
                                     + across(zd, nodes, e, axis)) / arealg[e]


cdef void viscosity(int[:, ::1] beside, double[:, ::1] gradient, double[::1] vdov, double[::1] arealg,
                    double[::1] elem_mass, double[::1] volo, double[::1] vnew, double[::1] qq, double[::1] ql):
    cdef double linear, smooth
    cdef int e, axis
    with nogil, parallel(device={}):
        for e in prange(beside.shape[0]):
            linear = smooth = 0
            for axis in range(3):
                linear = linear + fabs(gradient[e, axis]) * arealg[e] * (1 - limited(gradient, beside, e, axis))
                smooth = smooth + limited(gradient, beside, e, axis) / 3
            linear = linear if vdov[e] < 0 else 0
            ql[e] = 0.5 * linear * elem_mass[e] / (volo[e] * vnew[e])
            qq[e] = 2.0 / 3.0 * linear * linear * (1 - smooth * smooth) * elem_mass[e] / (volo[e] * vnew[e])


# The equation of state:

cdef void compress(double[::1] vnew, double[::1] delv, double[::1] e, double[::1] p, double[::1] q,
                   double[::1] squeeze, double[::1] half_squeeze, double[::1] e_old, double[::1] pq_old):
    cdef int i
    with nogil, parallel(device={}):
        for i in prange(vnew.shape[0]):
            squeeze[i] = 1 / vnew[i] - 1
            half_squeeze[i] = 1 / (vnew[i] - 0.5 * delv[i]) - 1
            e_old[i] = e[i]
            pq_old[i] = p[i] + q[i]


cdef void half_step(double[::1] delv, double[::1] half_squeeze, double[::1] e_old, double[::1] pq_old,
                    double[::1] qq, double[::1] ql, double[::1] e_new, double[::1] p_half, double[::1] q_new):
    cdef int i
    with nogil, parallel(device={}):
        for i in prange(delv.shape[0]):
            e_new[i] = max(e_old[i] - 0.5 * delv[i] * pq_old[i], -1e15)
            p_half[i] = pressure(e_new[i], half_squeeze[i])
            q_new[i] = 0 if delv[i] > 0 else sound(e_new[i], p_half[i], half_squeeze[i]) * ql[i] + qq[i]
            e_new[i] = e_new[i] + 0.5 * delv[i] * (3 * pq_old[i] - 4 * (p_half[i] + q_new[i]))


cdef double full_step(double[::1] delv, double[::1] squeeze, double[::1] pq_old, double[::1] p_half,
                      double[::1] q_new, double[::1] qq, double[::1] ql, double[::1] e_new, double[::1] p_new):
    """Returns the largest viscosity."""
    cdef double most = 0, q
    cdef int i
    with nogil, parallel(device={}):
        for i in prange(delv.shape[0]):
            p_new[i] = pressure(e_new[i], squeeze[i])
            q = 0 if delv[i] > 0 else sound(e_new[i], p_new[i], squeeze[i]) * ql[i] + qq[i]
            e_new[i] = e_new[i] - delv[i] / 6 * (7 * pq_old[i] - 8 * (p_half[i] + q_new[i]) + p_new[i] + q)
            if fabs(e_new[i]) < 1e-7:
                e_new[i] = 0
            p_new[i] = pressure(e_new[i], squeeze[i])
            q_new[i] = 0 if delv[i] > 0 else sound(e_new[i], p_new[i], squeeze[i]) * ql[i] + qq[i]
            most = max(most, q_new[i])
    return most


cdef void settle(double[::1] squeeze, double[::1] e_new, double[::1] p_new, double[::1] q_new, double[::1] vnew,
                 double[::1] e, double[::1] p, double[::1] q, double[::1] ss, double[::1] v):
    cdef int i
    with nogil, parallel(device={}):
        for i in prange(vnew.shape[0]):
            e[i] = e_new[i]
            p[i] = p_new[i]
            q[i] = q_new[i]
            ss[i] = sound(e_new[i], p_new[i], squeeze[i])
            v[i] = vnew[i] if fabs(vnew[i] - 1) > 1e-10 else 1


cdef double next_dt(double[::1] ss, double[::1] vdov, double[::1] arealg, double dt):
    """How long the next step may be: the Courant and the hydrodynamic limit, and not much more than this one."""
    cdef double courant = 1e20, hydro = 1e20, speed
    cdef int e
    with nogil, parallel(device={}):
        for e in prange(ss.shape[0]):
            speed = sqrt(ss[e] * ss[e] + (4 * arealg[e] * vdov[e] * vdov[e] * arealg[e] if vdov[e] < 0 else 0))
            courant = min(courant, arealg[e] / speed if vdov[e] != 0 else 1e20)
            hydro = min(hydro, 0.1 / (fabs(vdov[e]) + 1e-20))
    return min(min(0.5 * courant, 2.0 / 3.0 * hydro), 1.2 * dt)


# Without maps: each phase has its temporaries.

cdef void forces(int[:, ::1] nodes, int[::1] first, int[::1] corners, double[::1] x, double[::1] y, double[::1] z,
                 double[::1] xd, double[::1] yd, double[::1] zd, double[::1] p, double[::1] q, double[::1] v,
                 double[::1] volo, double[::1] ss, double[::1] elem_mass, double[::1] fx, double[::1] fy, double[::1] fz):
    cdef int elements = nodes.shape[0]
    cdef double[::1] sig = np.empty(elements)
    cdef double[::1] fx_elem = np.empty(8 * elements), fy_elem = np.empty(8 * elements), fz_elem = np.empty(8 * elements)
    cdef double[::1] dvdx = np.empty(8 * elements), dvdy = np.empty(8 * elements), dvdz = np.empty(8 * elements)
    with device():
        stress(p, q, sig)
        stress_forces(nodes, x, y, z, sig, fx_elem, fy_elem, fz_elem)
        if widenings(nodes, x, y, z, v, dvdx, dvdy, dvdz) <= 0:
            raise ValueError("an element is turned inside out")
        hourglass_forces(nodes, x, y, z, xd, yd, zd, dvdx, dvdy, dvdz, v, volo, ss, elem_mass, fx_elem, fy_elem, fz_elem)
        gather(first, corners, fx_elem, fy_elem, fz_elem, fx, fy, fz)


cdef void materials(int[:, ::1] nodes, int[:, ::1] beside, double[::1] xd, double[::1] yd, double[::1] zd,
                    double[::1] e, double[::1] p, double[::1] q, double[::1] v, double[::1] volo, double[::1] ss,
                    double[::1] elem_mass, double[::1] vnew, double[::1] delv, double[::1] vdov, double[::1] arealg,
                    double[::1] qq, double[::1] ql):
    cdef int elements = nodes.shape[0]
    cdef double[:, ::1] gradient = np.empty((elements, 3))
    cdef double[::1] squeeze = np.empty(elements), half_squeeze = np.empty(elements), p_half = np.empty(elements)
    cdef double[::1] e_old = np.empty(elements), pq_old = np.empty(elements)
    cdef double[::1] e_new = np.empty(elements), p_new = np.empty(elements), q_new = np.empty(elements)
    with device():
        gradients(nodes, xd, yd, zd, arealg, gradient)
        viscosity(beside, gradient, vdov, arealg, elem_mass, volo, vnew, qq, ql)
        compress(vnew, delv, e, p, q, squeeze, half_squeeze, e_old, pq_old)
        half_step(delv, half_squeeze, e_old, pq_old, qq, ql, e_new, p_half, q_new)
        if full_step(delv, squeeze, pq_old, p_half, q_new, qq, ql, e_new, p_new) > 1e12:
            raise ValueError("the viscosity has no bounds")
        settle(squeeze, e_new, p_new, q_new, vnew, e, p, q, ss, v)


def inferred(double[::1] x, double[::1] y, double[::1] z, double[::1] xd, double[::1] yd, double[::1] zd,
             double[::1] mass, int[::1] plane_x, int[::1] plane_y, int[::1] plane_z, int[:, ::1] nodes,
             int[::1] first, int[::1] corners, int[:, ::1] beside, double[::1] e, double[::1] p, double[::1] q,
             double[::1] v, double[::1] volo, double[::1] ss, double[::1] elem_mass, double dt, int steps):
    """Moves the mesh on by so many steps; returns the time that has passed.

    `nodes[e]` are the corners of element e; `corners[first[n]:first[n + 1]]` are the corners that meet at
    node n, numbered through all elements; `beside[e]` are the neighbours of e, itself at the border.
    """
    cdef int count = x.shape[0], elements = nodes.shape[0], step
    cdef double[::1] fx = np.empty(count), fy = np.empty(count), fz = np.empty(count)
    cdef double[::1] xdd = np.empty(count), ydd = np.empty(count), zdd = np.empty(count)
    cdef double[::1] vnew = np.empty(elements), delv = np.empty(elements), vdov = np.empty(elements)
    cdef double[::1] arealg = np.empty(elements), qq = np.empty(elements), ql = np.empty(elements)
    cdef double time = 0
    with device():
        for step in range(steps):
            forces(nodes, first, corners, x, y, z, xd, yd, zd, p, q, v, volo, ss, elem_mass, fx, fy, fz)
            accelerate(fx, fy, fz, mass, xdd, ydd, zdd)
            hold(plane_x, xdd)
            hold(plane_y, ydd)
            hold(plane_z, zdd)
            move(x, xd, xdd, dt)
            move(y, yd, ydd, dt)
            move(z, zd, zdd, dt)
            if kinematics(nodes, x, y, z, v, volo, dt, vnew, delv, vdov, arealg) <= 0:
                raise ValueError("an element is turned inside out")
            materials(nodes, beside, xd, yd, zd, e, p, q, v, volo, ss, elem_mass, vnew, delv, vdov, arealg, qq, ql)
            time += dt
            dt = next_dt(ss, vdov, arealg, dt)
    return time


def expert(double[::1] x, double[::1] y, double[::1] z, double[::1] xd, double[::1] yd, double[::1] zd,
           double[::1] mass, int[::1] plane_x, int[::1] plane_y, int[::1] plane_z, int[:, ::1] nodes,
           int[::1] first, int[::1] corners, int[:, ::1] beside, double[::1] e, double[::1] p, double[::1] q,
           double[::1] v, double[::1] volo, double[::1] ss, double[::1] elem_mass, double dt, int steps):
    """All temporaries are made before the first step and stay on the device."""
    cdef int count = x.shape[0], elements = nodes.shape[0], step
    cdef double[::1] fx = np.empty(count), fy = np.empty(count), fz = np.empty(count)
    cdef double[::1] xdd = np.empty(count), ydd = np.empty(count), zdd = np.empty(count)
    cdef double[::1] vnew = np.empty(elements), delv = np.empty(elements), vdov = np.empty(elements)
    cdef double[::1] arealg = np.empty(elements), qq = np.empty(elements), ql = np.empty(elements)
    cdef double[::1] sig = np.empty(elements)
    cdef double[::1] fx_elem = np.empty(8 * elements), fy_elem = np.empty(8 * elements), fz_elem = np.empty(8 * elements)
    cdef double[::1] dvdx = np.empty(8 * elements), dvdy = np.empty(8 * elements), dvdz = np.empty(8 * elements)
    cdef double[:, ::1] gradient = np.empty((elements, 3))
    cdef double[::1] squeeze = np.empty(elements), half_squeeze = np.empty(elements), p_half = np.empty(elements)
    cdef double[::1] e_old = np.empty(elements), pq_old = np.empty(elements)
    cdef double[::1] e_new = np.empty(elements), p_new = np.empty(elements), q_new = np.empty(elements)
    cdef double time = 0
    with device({x: 'tofrom', y: 'tofrom', z: 'tofrom', xd: 'tofrom', yd: 'tofrom', zd: 'tofrom', e: 'tofrom',
                 p: 'tofrom', q: 'tofrom', v: 'tofrom', ss: 'tofrom', mass: 'to', plane_x: 'to', plane_y: 'to',
                 plane_z: 'to', nodes: 'to', first: 'to', corners: 'to', beside: 'to', volo: 'to', elem_mass: 'to',
                 fx: 'alloc', fy: 'alloc', fz: 'alloc', xdd: 'alloc', ydd: 'alloc', zdd: 'alloc', vnew: 'alloc',
                 delv: 'alloc', vdov: 'alloc', arealg: 'alloc', qq: 'alloc', ql: 'alloc', sig: 'alloc',
                 fx_elem: 'alloc', fy_elem: 'alloc', fz_elem: 'alloc', dvdx: 'alloc', dvdy: 'alloc', dvdz: 'alloc',
                 gradient: 'alloc', squeeze: 'alloc', half_squeeze: 'alloc', p_half: 'alloc', e_old: 'alloc',
                 pq_old: 'alloc', e_new: 'alloc', p_new: 'alloc', q_new: 'alloc'}):
        for step in range(steps):
            stress(p, q, sig)
            stress_forces(nodes, x, y, z, sig, fx_elem, fy_elem, fz_elem)
            if widenings(nodes, x, y, z, v, dvdx, dvdy, dvdz) <= 0:
                raise ValueError("an element is turned inside out")
            hourglass_forces(nodes, x, y, z, xd, yd, zd, dvdx, dvdy, dvdz, v, volo, ss, elem_mass, fx_elem, fy_elem, fz_elem)
            gather(first, corners, fx_elem, fy_elem, fz_elem, fx, fy, fz)
            accelerate(fx, fy, fz, mass, xdd, ydd, zdd)
            hold(plane_x, xdd)
            hold(plane_y, ydd)
            hold(plane_z, zdd)
            move(x, xd, xdd, dt)
            move(y, yd, ydd, dt)
            move(z, zd, zdd, dt)
            if kinematics(nodes, x, y, z, v, volo, dt, vnew, delv, vdov, arealg) <= 0:
                raise ValueError("an element is turned inside out")
            gradients(nodes, xd, yd, zd, arealg, gradient)
            viscosity(beside, gradient, vdov, arealg, elem_mass, volo, vnew, qq, ql)
            compress(vnew, delv, e, p, q, squeeze, half_squeeze, e_old, pq_old)
            half_step(delv, half_squeeze, e_old, pq_old, qq, ql, e_new, p_half, q_new)
            if full_step(delv, squeeze, pq_old, p_half, q_new, qq, ql, e_new, p_new) > 1e12:
                raise ValueError("the viscosity has no bounds")
            settle(squeeze, e_new, p_new, q_new, vnew, e, p, q, ss, v)
            time += dt
            dt = next_dt(ss, vdov, arealg, dt)
    return time

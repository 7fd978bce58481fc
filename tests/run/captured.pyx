"""Regions that use more variables than a GPU hands to its threads one by one."""

from cython.parallel import parallel, prange


def strided(double[:, :] a, double[:, :] b, double[:, :] c, double[:, :] d, double[:, :] e, double[:, :] f,
            double[:, :] g, double[:, :] h, double[:, :] o, double[:, :] p, double[:, :] k, double[:, :] l,
            double[:, :] m, double[:, :] n):
    cdef Py_ssize_t i, j
    for i in prange(a.shape[0], nogil=True, device={}):
        for j in prange(a.shape[1]):
            b[i, j] = a[i, j] + 1 * b[i, j]
            c[i, j] = b[i, j] + 2 * c[i, j]
            d[i, j] = c[i, j] + 3 * d[i, j]
            e[i, j] = d[i, j] + 4 * e[i, j]
            f[i, j] = e[i, j] + 5 * f[i, j]
            g[i, j] = f[i, j] + 6 * g[i, j]
            h[i, j] = g[i, j] + 7 * h[i, j]
            o[i, j] = h[i, j] + 8 * o[i, j]
            p[i, j] = o[i, j] + 9 * p[i, j]
            k[i, j] = p[i, j] + 10 * k[i, j]
            l[i, j] = k[i, j] + 11 * l[i, j]
            m[i, j] = l[i, j] + 12 * m[i, j]
            n[i, j] = m[i, j] + 13 * n[i, j]


def teams(double[:, :] a, double[:, :] b, double[:, :] c, double[:, :] d, double[:, :] e, double[:, :] f,
          double[:, :] g, double[:, :] h, double[:, :] o, double[:, :] p, double[:, :] k, double[:, :] l,
          double[:, :] m, double[:, :] n, double w, int count):
    cdef Py_ssize_t i, j
    cdef double s = 0, t
    with nogil, parallel(device={}):
        for i in prange(a.shape[0]):
            t = w
            for j in prange(a.shape[1]):
                a[i, j] -= 1
                b[i, j] -= 2
                c[i, j] -= 3
                d[i, j] -= 4
                e[i, j] -= 5
                f[i, j] -= 6
                g[i, j] -= 7
                h[i, j] -= 8
                o[i, j] -= 9
                p[i, j] -= 10
                k[i, j] -= 11
                l[i, j] -= 12
                m[i, j] -= 13
                n[i, j] -= 14
            t = t + a[i, 0]
            t = t + b[i, 0]
            t = t + c[i, 0]
            t = t + d[i, 0]
            t = t + e[i, 0]
            t = t + f[i, 0]
            t = t + g[i, 0]
            t = t + h[i, 0]
            t = t + o[i, 0]
            t = t + p[i, 0]
            t = t + k[i, 0]
            t = t + l[i, 0]
            t = t + m[i, 0]
            t = t + n[i, 0]
            s += t
        for i in prange(count):
            b[i, 0] = c[i, 0] * w
    return s


def contiguous(int begin, int end, float[::1] u0, float[::1] u1, float[::1] u2, float[::1] u3, float[::1] u4,
               float[::1] u5, float[::1] u6, float[::1] u7, float[::1] u8, float[::1] u9, float[::1] v0,
               float[::1] v1, float[::1] v2, float[::1] v3, float[::1] v4, float[::1] v5, float[::1] v6,
               float[::1] v7, float[::1] v8, float[::1] v9, float[::1] w0, float[::1] w1, float[::1] w2,
               float[::1] w3, float[::1] w4, float[::1] w5, float[::1] w6, float[::1] w7, float[::1] w8,
               float[::1] w9, float[::1] x0, float[::1] x1, float[::1] x2, float[::1] x3, float[::1] x4,
               float[::1] x5, float[::1] x6, float[::1] x7, float[::1] x8, float[::1] x9, float[::1] y0,
               float[::1] y1, float[::1] y2, float[::1] y3, float[::1] y4, float[::1] y5, float[::1] y6,
               float[::1] y7, float[::1] y8, float[::1] y9, float[::1] z0, float[::1] z1, float[::1] z2,
               float[::1] z3, float[::1] z4, float[::1] z5, float[::1] z6, float[::1] z7, float[::1] z8,
               float[::1] z9):
    cdef int i, last = -1
    cdef double s = 0
    for i in prange(begin, end, nogil=True, device={}):
        u1[i] += u0[i]
        u2[i] += u1[i]
        u3[i] += u2[i]
        u4[i] += u3[i]
        u5[i] += u4[i]
        u6[i] += u5[i]
        u7[i] += u6[i]
        u8[i] += u7[i]
        u9[i] += u8[i]
        v0[i] += u9[i]
        v1[i] += v0[i]
        v2[i] += v1[i]
        v3[i] += v2[i]
        v4[i] += v3[i]
        v5[i] += v4[i]
        v6[i] += v5[i]
        v7[i] += v6[i]
        v8[i] += v7[i]
        v9[i] += v8[i]
        w0[i] += v9[i]
        w1[i] += w0[i]
        w2[i] += w1[i]
        w3[i] += w2[i]
        w4[i] += w3[i]
        w5[i] += w4[i]
        w6[i] += w5[i]
        w7[i] += w6[i]
        w8[i] += w7[i]
        w9[i] += w8[i]
        x0[i] += w9[i]
        x1[i] += x0[i]
        x2[i] += x1[i]
        x3[i] += x2[i]
        x4[i] += x3[i]
        x5[i] += x4[i]
        x6[i] += x5[i]
        x7[i] += x6[i]
        x8[i] += x7[i]
        x9[i] += x8[i]
        y0[i] += x9[i]
        y1[i] += y0[i]
        y2[i] += y1[i]
        y3[i] += y2[i]
        y4[i] += y3[i]
        y5[i] += y4[i]
        y6[i] += y5[i]
        y7[i] += y6[i]
        y8[i] += y7[i]
        y9[i] += y8[i]
        z0[i] += y9[i]
        z1[i] += z0[i]
        z2[i] += z1[i]
        z3[i] += z2[i]
        z4[i] += z3[i]
        z5[i] += z4[i]
        z6[i] += z5[i]
        z7[i] += z6[i]
        z8[i] += z7[i]
        z9[i] += z8[i]
        s += z9[i]
        last = i
    return s, last


def scalars(double[::1] x, double p0, double p1, double p2, double p3, double p4, double p5, double p6,
            double p7, double p8, double p9, double p10, double p11, double p12, double p13, double p14,
            double q0, double q1, double q2, double q3, double q4, double q5, double q6, double q7,
            double q8, double q9, double q10, double q11, double q12, double q13, double q14, double r0,
            double r1, double r2, double r3, double r4, double r5, double r6, double r7, double r8,
            double r9, double r10, double r11, double r12, double r13, double r14, double s0, double s1,
            double s2, double s3, double s4, double s5, double s6, double s7, double s8, double s9,
            double s10, double s11, double s12, double s13, double s14):
    cdef Py_ssize_t i
    cdef double most = -1
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] += p0 * 1 + p1 * 2 + p2 * 3 + p3 * 4 + p4 * 5
        x[i] += p5 * 1 + p6 * 2 + p7 * 3 + p8 * 4 + p9 * 5
        x[i] += p10 * 1 + p11 * 2 + p12 * 3 + p13 * 4 + p14 * 5
        x[i] += q0 * 1 + q1 * 2 + q2 * 3 + q3 * 4 + q4 * 5
        x[i] += q5 * 1 + q6 * 2 + q7 * 3 + q8 * 4 + q9 * 5
        x[i] += q10 * 1 + q11 * 2 + q12 * 3 + q13 * 4 + q14 * 5
        x[i] += r0 * 1 + r1 * 2 + r2 * 3 + r3 * 4 + r4 * 5
        x[i] += r5 * 1 + r6 * 2 + r7 * 3 + r8 * 4 + r9 * 5
        x[i] += r10 * 1 + r11 * 2 + r12 * 3 + r13 * 4 + r14 * 5
        x[i] += s0 * 1 + s1 * 2 + s2 * 3 + s3 * 4 + s4 * 5
        x[i] += s5 * 1 + s6 * 2 + s7 * 3 + s8 * 4 + s9 * 5
        x[i] += s10 * 1 + s11 * 2 + s12 * 3 + s13 * 4 + s14 * 5
        most = max(most, x[i])
    return most


def reductions(double[::1] x):
    cdef Py_ssize_t i
    cdef double a0 = 0, a1 = 1, a2 = 2, a3 = 3
    cdef double b0 = 0, b1 = 1, b2 = 2, b3 = 3
    cdef double c0 = 0, c1 = 1, c2 = 2, c3 = 3
    for i in prange(x.shape[0], nogil=True, device={}):
        a0 += x[i] * 0
        a1 += x[i] * 1
        a2 += x[i] * 2
        a3 += x[i] * 3
        b0 += x[i] * 4
        b1 += x[i] * 5
        b2 += x[i] * 6
        b3 += x[i] * 7
        c0 += x[i] * 8
        c1 += x[i] * 9
        c2 += x[i] * 10
        c3 += x[i] * 11
    return a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3
